/**
 * The text of a mail: Markdown if it was sent, else plain text with links and folded quotations. A button shows the
 * sender's formatting.
 */
import { Fragment, type ReactNode, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { Markdown } from "../../parts/Markdown.tsx"
import { Show } from "../../parts/Page.tsx"
import { Formatted } from "./Formatted.tsx"
import type { Mail } from "./mails.ts"
import { partsOf } from "./quotes.ts"

/** Matches a link without the punctuation that ends its sentence. */
const link = /(https?:\/\/[^\s<>"“”]*[^\s<>"“”.,;:!?)\]'’])/

const Linked = ({ text }: { readonly text: string }) =>
  text.split(link).map((part, at) => (
    <Fragment key={at}>
      {at % 2 === 1 ? <a href={part} target="_blank" rel="noreferrer noopener">{part}</a> : part}
    </Fragment>
  ))

interface Props {
  readonly mail: Pick<Mail, "body" | "has_html" | "id" | "quoted" | "status">
}

const Quoted = ({ children }: { readonly children: ReactNode }) => {
  const [isShown, setShown] = useState(false)
  return (
    <div className="quoted">
      <Button look="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>{t("Quoted text")}</Button>
      {isShown ? <div>{children}</div> : null}
    </div>
  )
}

const Text = ({ mail }: Props) => {
  const isOurs = mail.status !== "received"
  return partsOf(mail).map(({ isQuoted, text }, at) => {
    const shown = isOurs ? <Markdown text={text} /> : (
      <p className="prose">
        <Linked text={text} />
      </p>
    )
    return isQuoted ? <Quoted key={at}>{shown}</Quoted> : <Fragment key={at}>{shown}</Fragment>
  })
}

const FormattedText = ({ mail: { id } }: Props) => {
  const html = useLoaded(
    ["message", "html", id],
    async (signal) => (await candor.messages.html(id, { signal })).text(),
    Infinity
  )
  return <Show of={html}>{(html) => <Formatted html={html} title={t("Formatted email")} />}</Show>
}

export const MailText = ({ mail }: Props) => {
  const [isFormatted, setFormatted] = useState(false)
  return (
    <>
      {isFormatted ? <FormattedText mail={mail} /> : <Text mail={mail} />}
      {mail.has_html
        ? (
          <div>
            <Button look="quiet" aria-pressed={isFormatted} onClick={() => setFormatted(!isFormatted)}>
              {isFormatted ? t("Show plain text") : t("Show formatting")}
            </Button>
          </div>
        )
        : null}
    </>
  )
}
