/**
 * Edits the stages of a job: adds and removes them, their names and types, and their order by dragging or the arrow
 * keys.
 */
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { useDialog } from "../../parts/DialogContext.ts"
import { Icon } from "../../parts/Icon.tsx"
import { useSorting } from "../../parts/useSorting.tsx"
import type { StageRow } from "./stageRows.ts"
import { stageTypes } from "./stageTypes.ts"

interface Props {
  readonly rows: ReadonlyArray<StageRow>
  readonly onChange: (rows: ReadonlyArray<StageRow>) => void
}

const nameOf = ({ name }: StageRow, at: number): string => name === "" ? t("stage {number}", { number: at + 1 }) : name

export const StagesEditor = ({ onChange, rows }: Props) => {
  const dialog = useDialog()
  const change = (after: ReadonlyArray<StageRow>) => {
    dialog?.edited()
    onChange(after)
  }
  const sorting = useSorting({ rows, onChange: change, nameOf })
  const add = () => {
    const key = crypto.randomUUID()
    sorting.focus(`name-${key}`)
    change([...rows, { key, name: "", type: "", candidate_label: "", count: 0 }])
  }
  const replace = (at: number, changes: Partial<StageRow>) =>
    change(rows.map((row, index) => index === at ? { ...row, ...changes } : row))
  return (
    <fieldset className="stages-editor">
      <legend>{t("Stages")}</legend>
      <p className="hint">
        {t(
          "Drag stages to reorder them, or press ↑ or ↓ on a handle. Moving an application to a Hired stage marks it as hired."
        )}
      </p>
      <p className="hint">
        {t(
          "Below each stage: what applicants read on the page of their application. They never see the name of a stage."
        )}
      </p>
      {sorting.said}
      <ol {...sorting.listProps}>
        {rows.map((row, at) => {
          const { candidate_label, count, key, name, type } = row
          const label = nameOf(row, at)
          return (
            <li key={key} className={key === sorting.dragged ? "stage-row dragged" : "stage-row"}>
              {sorting.handleOf(row, at)}
              <input
                id={`name-${key}`}
                className="input"
                aria-label={t("Name of stage {number}", { number: at + 1 })}
                required
                autoComplete="off"
                value={name}
                onChange={({ target }) => replace(at, { name: target.value })}
              />
              <select
                className="input"
                aria-label={t("Type of {name}", { name: label })}
                value={type}
                onChange={({ target }) => replace(at, { type: target.value })}
              >
                {type === "" ? <option value="">{t("Detect from the name")}</option> : null}
                {stageTypes.options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
              </select>
              {count === 0 && rows.length > 1
                ? (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t("Delete {name}", { name: label })}
                    onClick={() => sorting.remove(at)}
                  >
                    <Icon name="close" />
                  </button>
                )
                : (
                  <span className="hint stage-count" title={t("Move its applications before you delete this stage")}>
                    {count === 0 ? null : (
                      <>
                        {count}
                        <span className="hidden">{" "}{t("applications in it")}</span>
                      </>
                    )}
                  </span>
                )}
              <input
                className="input label"
                aria-label={t("What applicants read in {name}", { name: label })}
                placeholder={t("Your application is in review.")}
                maxLength={200}
                autoComplete="off"
                value={candidate_label}
                onChange={({ target }) => replace(at, { candidate_label: target.value })}
              />
            </li>
          )
        })}
      </ol>
      <Button look="quiet" onClick={add}>
        <Icon name="plus" />
        {t("Add stage")}
      </Button>
    </fieldset>
  )
}
