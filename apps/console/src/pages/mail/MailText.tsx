/**
 * The text of a mail: Markdown of one that goes out, else plain, with its links, and with what it quotes folded. A button shows it as
 * its sender formatted it.
 */
import { Fragment, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { Show } from "../../parts/Page.tsx"
import { Formatted } from "./Formatted.tsx"
import type { Mail } from "./mails.ts"
import { partsOf } from "./quotes.ts"

/** A link ends before what ends the sentence. */
const link = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’])/

const Linked = ({ text }: { readonly text: string }) =>
  text.split(link).map((part, at) => (
    <Fragment key={at}>{at % 2 === 1 ? <a href={part} target="_blank" rel="noreferrer noopener">{part}</a> : part}</Fragment>
  ))

interface Props {
  readonly mail: Pick<Mail, "body" | "has_html" | "id" | "status">
}

const Text = ({ mail: { body, status } }: Props) => {
  const isOurs = status !== "received"
  return partsOf(body).map(({ isQuoted, text }, at) => {
    const shown = isOurs ? <Markdown text={text} /> : <p className="prose"><Linked text={text} /></p>
    return isQuoted ? <details key={at} className="quoted"><summary>{t("Quoted text")}</summary>{shown}</details> : <Fragment key={at}>{shown}</Fragment>
  })
}

const FormattedText = ({ mail: { id } }: Props) => {
  const html = useLoaded(["message", "html", id], async (signal) => (await candor.messages.html(id, { signal })).text(), Infinity)
  return <Show of={html}>{(html) => <Formatted html={html} title={t("The mail as it was formatted")} />}</Show>
}

export const MailText = ({ mail }: Props) => {
  const [isFormatted, setFormatted] = useState(false)
  return (
    <>
      {isFormatted ? <FormattedText mail={mail} /> : <Text mail={mail} />}
      {mail.has_html ? <div><Button look="quiet" aria-pressed={isFormatted} onClick={() => setFormatted(!isFormatted)}>{isFormatted ? t("Show the text alone") : t("Show as it was formatted")}</Button></div> : null}
    </>
  )
}
