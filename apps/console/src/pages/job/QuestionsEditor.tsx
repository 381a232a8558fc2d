/** Edits the questions of a form: their texts, their answer types, and their order by dragging or the arrow keys. */
import type { KeyboardEvent } from "react"
import { msg, t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { choicesOf } from "../../parts/choicesOf.ts"
import { useDialog } from "../../parts/DialogContext.ts"
import { TextArea, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useSorting } from "../../parts/useSorting.tsx"
import { isChoice, type QuestionRow } from "./questionRows.ts"

const types = choicesOf<QuestionRow["type"]>({
  short_text: msg("Short text"),
  long_text: msg("Long text"),
  single_choice: msg("Single choice"),
  multiple_choice: msg("Multiple choice"),
  yes_no: msg("Yes/No"),
  number: msg("Number"),
  date: msg("Date"),
  file: msg("File"),
  url: msg("URL")
})

/** Enter after a question would save the half-finished form; Ctrl+Enter saves. */
const keepOpen = (event: KeyboardEvent) => {
  if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement)
    event.preventDefault()
}

interface Props {
  readonly rows: ReadonlyArray<QuestionRow>
  readonly onChange: (rows: ReadonlyArray<QuestionRow>) => void
}

const nameOf = ({ label }: QuestionRow, at: number): string =>
  label === "" ? t("question {number}", { number: at + 1 }) : label

export const QuestionsEditor = ({ onChange, rows }: Props) => {
  const dialog = useDialog()
  const change = (after: ReadonlyArray<QuestionRow>) => {
    dialog?.edited()
    onChange(after)
  }
  const sorting = useSorting({ rows, onChange: change, nameOf })
  const add = () => {
    const key = crypto.randomUUID()
    sorting.focus(`question-${key}`)
    change([...rows, { key, label: "", help_text: "", type: "short_text", options: "", required: false }])
  }
  const replace = (at: number, changes: Partial<QuestionRow>) =>
    change(rows.map((row, index) => index === at ? { ...row, ...changes } : row))
  return (
    <fieldset className="stages-editor">
      <legend>{t("Questions")}</legend>
      {rows.length === 0
        ? null
        : <p className="hint">{t("Drag questions to reorder them, or press ↑ or ↓ on a handle.")}</p>}
      {sorting.said}
      <ol {...sorting.listProps} onKeyDown={keepOpen}>
        {rows.map((row, at) => (
          <li key={row.key} className={row.key === sorting.dragged ? "question-row dragged" : "question-row"}>
            <div className="stage-row">
              {sorting.handleOf(row, at)}
              <input
                id={`question-${row.key}`}
                className="input"
                aria-label={t("Question {number}", { number: at + 1 })}
                required
                autoComplete="off"
                value={row.label}
                onChange={({ target }) =>
                  replace(at, { label: target.value })}
              />
              <select
                className="input"
                aria-label={t("Type of {name}", { name: nameOf(row, at) })}
                value={row.type}
                onChange={({ target }) =>
                  replace(at, { type: types.of(target.value) ?? row.type })}
              >
                {types.options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
              </select>
              <button
                type="button"
                className="icon-button"
                aria-label={t("Delete {name}", { name: nameOf(row, at) })}
                onClick={() => sorting.remove(at)}
              >
                <Icon name="close" />
              </button>
            </div>
            <div className="question-more">
              {isChoice(row)
                ? (
                  <TextArea
                    label={t("Options")}
                    hint={t("One per line")}
                    rows={3}
                    required
                    value={row.options}
                    onChange={({ target }) => replace(at, { options: target.value })}
                  />
                )
                : null}
              <TextField
                label={t("Help text")}
                value={row.help_text}
                onChange={({ target }) => replace(at, { help_text: target.value })}
              />
              <label className="check">
                <input
                  type="checkbox"
                  checked={row.required}
                  onChange={({ target }) => replace(at, { required: target.checked })}
                />{" "}
                {t("Required")}
              </label>
            </div>
          </li>
        ))}
      </ol>
      <Button look="quiet" onClick={add}>
        <Icon name="plus" />
        {t("Add question")}
      </Button>
    </fieldset>
  )
}
