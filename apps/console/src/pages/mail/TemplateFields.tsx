/** The subject and text of a template, with a choice of variables to insert. */
import { useId, useRef } from "react"
import { t } from "../../language/text.tsx"
import { pasteMarkdown } from "../../parts/pasteMarkdown.ts"
import { useTemplates } from "./mails.ts"
import { describedVariable } from "./variables.ts"

export interface TemplateText {
  readonly subject: string
  readonly body: string
}

interface Props {
  readonly text: TemplateText
  readonly onChange: (changes: Partial<TemplateText>) => void
  /** Sentences about invalid fields. */
  readonly problems: { readonly [Field in keyof TemplateText]: string | undefined }
}

export const TemplateFields = ({ onChange, problems, text }: Props) => {
  const id = useId()
  const variables = useTemplates().value?.variables ?? []
  const subject = useRef<HTMLInputElement>(null)
  const body = useRef<HTMLTextAreaElement>(null)
  /** The field that last had the focus. */
  const latest = useRef<keyof TemplateText>("body")
  const insert = (name: string) => {
    const field = latest.current === "subject" ? subject.current : body.current
    if (field === null) return
    field.focus()
    field.setRangeText(`{{ ${name} }}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, "end")
    onChange({ [latest.current]: field.value })
  }
  const wrong = (field: keyof TemplateText) =>
    problems[field] === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-${field}-problem` }
  const problem = (field: keyof TemplateText) =>
    problems[field] === undefined
      ? null
      : <p id={`${id}-${field}-problem`} className="problem" role="alert">{problems[field]}</p>
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-subject`}>{t("Subject")}</label>
        <input
          ref={subject}
          id={`${id}-subject`}
          className="input"
          autoComplete="off"
          required
          maxLength={300}
          value={text.subject}
          {...wrong("subject")}
          onFocus={() => (latest.current = "subject")}
          onChange={({ target }) => onChange({ subject: target.value })}
        />
        {problem("subject")}
      </div>
      <div className="field">
        <label htmlFor={`${id}-body`}>{t("Text")}</label>
        <textarea
          ref={body}
          id={`${id}-body`}
          className="input"
          rows={14}
          required
          maxLength={50_000}
          value={text.body}
          {...wrong("body")}
          onFocus={() => (latest.current = "body")}
          onPaste={pasteMarkdown}
          onChange={({ target }) => onChange({ body: target.value })}
        />
        {problem("body")}
        <p className="hint">{t("Markdown works here: **bold**, - a list.")}</p>
      </div>
      <details className="variables" open>
        <summary>{t("Variables")}</summary>
        <p className="hint">{t("Choose one to insert it at the cursor.")}</p>
        <ul>
          {variables.map(({ description, name }) => (
            <li key={name}>
              <button type="button" className="variable" onClick={() => insert(name)}>
                <code translate="no">{`{{ ${name} }}`}</code>
              </button>
              <span className="hint">{describedVariable(name, description)}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
