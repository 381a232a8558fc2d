/** A text area for Markdown, with a preview. */
import { useId, useState } from "react"
import { msg, t } from "../language/text.tsx"
import { Help } from "./Help.tsx"
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
        <span className="label-with-help">
          <label htmlFor={id}>{label}</label>
          <Help id={`${id}-hint`} about={label}>{t("Markdown works here: **bold**, - a list, ## a heading.")}</Help>
        </span>
        <Tabs label={t("Display: {label}", { label })} tabs={views} value={view} onChange={setView} />
      </div>
      {/* The field stays in the form while the preview is shown. */}
      <textarea
        id={id}
        className="input"
        name={name}
        rows={10}
        hidden={isPreview}
        aria-describedby={`${id}-hint`}
        value={text}
        onPaste={pasteMarkdown}
        onChange={({ target }) => setText(target.value)}
      />
      {isPreview
        ? (
          <div className="markdown-preview" role="region" aria-label={t("Preview: {label}", { label })}>
            <Markdown text={text} />
          </div>
        )
        : null}
    </div>
  )
}
