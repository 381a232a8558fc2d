/** The Markdown text of a mail in an editor, with a preview of the sent mail. */
import { useId, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { msg, t } from "../../language/text.tsx"
import { Show } from "../../parts/Page.tsx"
import { Tabs } from "../../parts/Tabs.tsx"
import { pasteMarkdown } from "../../parts/pasteMarkdown.ts"
import { Formatted } from "./Formatted.tsx"
import type { Letter } from "./useLetter.ts"

const views = [["write", msg("Write")], ["preview", msg("Preview")]] as const

interface Props {
  readonly application: string
  readonly letter: Letter
  readonly onChange: (body: string) => void
}

export const MailBody = ({ application, letter, onChange }: Props) => {
  const id = useId()
  const [view, setView] = useState<(typeof views)[number][0]>("write")
  const isPreview = view === "preview"
  return (
    <div className="field markdown-field">
      <div className="row">
        <label htmlFor={id}>{t("Text")}</label>
        <Tabs label={t("Text view")} tabs={views} value={view} onChange={setView} />
      </div>
      {/* The field stays in the form while the preview is shown. */}
      <textarea
        id={id}
        className="input"
        rows={12}
        required
        hidden={isPreview}
        maxLength={50_000}
        aria-describedby={`${id}-hint`}
        value={letter.body}
        onPaste={pasteMarkdown}
        onChange={({ target }) => onChange(target.value)}
      />
      {isPreview
        ? letter.body.trim() === ""
          ? <p className="hint">{t("No text yet.")}</p>
          : <Preview application={application} letter={letter} />
        : null}
      <p className="hint" id={`${id}-hint`}>{t("Markdown works here: **bold**, - a list. Ctrl+Enter sends it.")}</p>
    </div>
  )
}

const Preview = ({ application, letter: { body, subject } }: Pick<Props, "application" | "letter">) => {
  const preview = useLoaded(
    ["preview", application, subject, body],
    async (signal) =>
      (await candor.messages.preview(application, { subject: subject.trim() || "–", body: body.trim() }, { signal }))
        .mail
  )
  return <Show of={preview}>{({ html }) => <Formatted html={html} title={t("Preview of the email")} />}</Show>
}
