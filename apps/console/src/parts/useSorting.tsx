/** Sorts a list by dragging handles, or by the arrow keys on them. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import { t } from "../language/text.tsx"
import { Icon } from "./Icon.tsx"

interface Sorting<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly onChange: (rows: ReadonlyArray<Row>) => void
  /** The name of a row in announcements of moves. */
  readonly nameOf: (row: Row, at: number) => string
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }

export const moved = <Row extends unknown>(rows: ReadonlyArray<Row>, from: number, to: number): ReadonlyArray<Row> =>
  rows[from] === undefined || to < 0 || to >= rows.length ? rows : rows.toSpliced(from, 1).toSpliced(to, 0, rows[from])

/** Returns the props for a sortable list and its rows, which must be its direct children. */
export const useSorting = <Row extends { readonly key: string }>({ nameOf, onChange, rows }: Sorting<Row>) => {
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string>(undefined)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState("")
  // Sets the focus after a change of the list: on the row that was moved or added, or on the neighbor of the row that
  // was removed. If no row is left, on the button that adds one.
  useEffect(() => {
    if (focused.current !== undefined)
      (document.getElementById(focused.current) ?? list.current?.closest("fieldset")?.querySelector("button"))?.focus()
    focused.current = undefined
  }, [rows])
  const move = (from: number, to: number) => {
    const after = moved(rows, from, to)
    const row = rows[from]
    if (after === rows || row === undefined) return
    setSaid(t("{name} is {number} of {count}", { name: nameOf(row, from), number: to + 1, count: rows.length }))
    onChange(after)
  }
  const step = (at: number) => (event: KeyboardEvent<HTMLButtonElement>) => {
    const by = steps[event.key]
    if (by === undefined) return
    event.preventDefault()
    focused.current = event.currentTarget.id
    move(at, at + by)
  }
  // The list captures the pointer: a row is removed for a moment while it moves, and would lose the capture.
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
  const drop = () => setDragged(undefined)
  return {
    dragged,
    said: <p className="hidden" role="status">{said}</p>,
    listProps: { ref: list, onPointerMove: drag, onPointerUp: drop, onPointerCancel: drop },
    /** Focuses the element with this id after the rows have changed. */
    focus: (id: string) => {
      focused.current = id
    },
    remove: (at: number) => {
      focused.current = `handle-${(rows[at + 1] ?? rows[at - 1])?.key ?? ""}`
      onChange(rows.toSpliced(at, 1))
    },
    handleOf: (row: Row, at: number) => (
      <button
        id={`handle-${row.key}`}
        type="button"
        className="icon-button handle"
        aria-label={t("Move {name}", { name: nameOf(row, at) })}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={step(at)}
        onPointerDown={lift(row.key)}
      >
        <Icon name="grip" />
      </button>
    )
  }
}
