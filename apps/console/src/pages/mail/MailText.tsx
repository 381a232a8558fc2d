/** The text of a mail: Markdown of one that goes out, else plain, with its links, and with what it quotes folded. */
import { Fragment } from "react"
import { t } from "../../language/text.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import type { Mail } from "./mails.ts"
import { partsOf } from "./quotes.ts"

/** A link ends before what ends the sentence. */
const link = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’])/

const Linked = ({ text }: { readonly text: string }) =>
  text.split(link).map((part, at) => (
    <Fragment key={at}>{at % 2 === 1 ? <a href={part} target="_blank" rel="noreferrer noopener">{part}</a> : part}</Fragment>
  ))

export const MailText = ({ mail: { body, status } }: { readonly mail: Pick<Mail, "body" | "status"> }) => {
  const isOurs = status !== "received"
  return partsOf(body).map(({ isQuoted, text }, at) => {
    const shown = isOurs ? <Markdown text={text} /> : <p className="prose"><Linked text={text} /></p>
    return isQuoted ? <details key={at} className="quoted"><summary>{t("Quoted text")}</summary>{shown}</details> : <Fragment key={at}>{shown}</Fragment>
  })
}
