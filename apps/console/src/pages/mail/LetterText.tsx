/** A preview of an automatic email. */
import { t } from "../../language/text.tsx"
import { Markdown } from "../../parts/Markdown.tsx"

export const LetterText = ({ body, subject }: { readonly subject: string; readonly body: string }) => (
  <section className="letter-text" aria-label={t("Preview of the email")} tabIndex={0}>
    <p>
      <strong>{subject}</strong>
    </p>
    <Markdown text={body} />
  </section>
)
