/** A field of many lines in Markdown, with a preview. */
import { useId, useState } from "react"
import { msg, t } from "../language/text.tsx"
import { Markdown } from "./Markdown.tsx"
import { pasteMarkdown } from "./pasteMarkdown.ts"
import { Tabs } from "./Tabs.tsx"

interface Props {
  readonly label: string
  readonly name: string
  readonly defaultValue: string
}

const views = [["write", msg("Write")], ["preview", msg("Preview")]] as const

export const MarkdownField = ({ defaultValue, label, name }: Props) => {
  const id = useId()
  const [text, setText] = useState(defaultValue)
  const [view, setView] = useState<(typeof views)[number][0]>("write")
  const isPreview = view === "preview"
  return (
    <div className="field markdown-field">
      <div className="row">
        <label htmlFor={id}>{label}</label>
        <Tabs label={t("How it is shown: {label}", { label })} tabs={views} value={view} onChange={setView} />
      </div>
      {/* It stays in the form while the preview is shown. */}
      <textarea id={id} className="input" name={name} rows={10} hidden={isPreview} aria-describedby={`${id}-hint`} value={text} onPaste={pasteMarkdown} onChange={({ target }) => setText(target.value)} />
      {isPreview ? <div className="markdown-preview" role="region" aria-label={t("Preview: {label}", { label })}><Markdown text={text} /></div> : null}
      <p className="hint" id={`${id}-hint`}>{t("In Markdown: **bold**, - a list, ## a heading.")}</p>
    </div>
  )
}
