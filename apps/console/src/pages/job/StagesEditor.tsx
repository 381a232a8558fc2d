/** Edits the stages of a job: their names, what they mean, their order by dragging or the arrow keys, which there are. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { t } from "../../language/text.tsx"
import { Button } from "../../parts/Action.tsx"
import { useDialog } from "../../parts/DialogContext.ts"
import { Icon } from "../../parts/Icon.tsx"
import { moved, type StageRow } from "./stageRows.ts"
import { stageTypes } from "./stageTypes.tsx"

interface Props {
  readonly rows: ReadonlyArray<StageRow>
  readonly onChange: (rows: ReadonlyArray<StageRow>) => void
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

export const StagesEditor = ({ onChange, rows }: Props) => {
  const dialog = useDialog()
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string>(undefined)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState("")
  // What moves keeps the focus, what is added has it.
  useEffect(() => {
    if (focused.current !== undefined) document.getElementById(focused.current)?.focus()
    focused.current = undefined
  }, [rows])
  const change = (after: ReadonlyArray<StageRow>) => {
    dialog?.edited()
    onChange(after)
  }
  const move = (from: number, to: number) => {
    const after = moved(rows, from, to)
    if (after === rows) return
    setSaid(t("{name} is {number} of {count}", { name: rows[from]?.name ?? "", number: to + 1, count: rows.length }))
    change(after)
  }
  const step = (at: number) => (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    focused.current = event.currentTarget.id
    move(at, at + by)
  }
  // The list has the pointer: the row that moves leaves the page for a moment, and would lose it.
  const lift = (key: string) => (event: PointerEvent) => {
    setDragged(key)
    list.current?.setPointerCapture(event.pointerId)
  }
  const drag = ({ clientY }: PointerEvent) => {
    if (dragged === undefined) return
    const to = [...list.current?.children ?? []].findIndex((row) => {
      const { bottom, top } = row.getBoundingClientRect()
      return clientY >= top && clientY < bottom
    })
    const from = rows.findIndex(({ key }) => key === dragged)
    if (to !== -1 && to !== from) move(from, to)
  }
  const add = () => {
    const key = crypto.randomUUID()
    focused.current = `name-${key}`
    change([...rows, { key, name: "", type: "", count: 0 }])
  }
  const replace = (at: number, changes: Partial<StageRow>) => change(rows.map((row, index) => index === at ? { ...row, ...changes } : row))
  return (
    <fieldset className="stages-editor">
      <legend>{t("Stages")}</legend>
      <p className="hint">{t("Drag a stage, or press ↑ or ↓ on its handle. An application that comes into a stage of the type Hired is hired.")}</p>
      <p className="hidden" role="status">{said}</p>
      <ol ref={list} onPointerMove={drag} onPointerUp={() => setDragged(undefined)} onPointerCancel={() => setDragged(undefined)}>
        {rows.map(({ count, key, name, type }, at) => {
          const label = name === "" ? t("stage {number}", { number: at + 1 }) : name
          return (
            <li key={key} className={key === dragged ? "stage-row dragged" : "stage-row"}>
              <button id={`handle-${key}`} type="button" className="icon-button handle" aria-label={t("Move {name}", { name: label })} aria-keyshortcuts="ArrowUp ArrowDown" onKeyDown={step(at)} onPointerDown={lift(key)}>
                <Icon name="grip" />
              </button>
              <input id={`name-${key}`} className="input" aria-label={t("Name of stage {number}", { number: at + 1 })} required autoComplete="off" value={name} onChange={({ target }) => replace(at, { name: target.value })} />
              <select className="input" aria-label={t("Type of {name}", { name: label })} value={type} onChange={({ target }) => replace(at, { type: target.value })}>
                {type === "" ? <option value="">{t("What its name says")}</option> : null}
                {stageTypes.options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
              </select>
              {count === 0 && rows.length > 1
                ? <button type="button" className="icon-button" aria-label={t("Delete {name}", { name: label })} onClick={() => change(rows.toSpliced(at, 1))}><Icon name="close" /></button>
                : <span className="hint stage-count" title={t("A stage with applications stays")}>{count === 0 ? null : <>{count}<span className="hidden"> {t("applications in it")}</span></>}</span>}
            </li>
          )
        })}
      </ol>
      <Button look="quiet" onClick={add}><Icon name="plus" />{t("Add stage")}</Button>
    </fieldset>
  )
}
