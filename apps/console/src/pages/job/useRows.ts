/**
 * Rows of a form that can be added and removed. An added row takes the focus; when a row is removed, the add button
 * does.
 */
import { useEffect, useRef, useState } from "react"
import { useDialog } from "../../parts/DialogContext.ts"

interface Row<A> {
  readonly key: string
  /** Undefined for a new row. */
  readonly value?: A
}

/**
 * Makes the rows of a form. Begins with an empty row if there is none and `isWanted`. The rows have to be elements in
 * the fieldset with their keys as ids, before the button that adds a row.
 */
export const useRows = <A>(present: ReadonlyArray<A>, isWanted: boolean) => {
  const dialog = useDialog()
  const group = useRef<HTMLFieldSetElement>(null)
  const changed = useRef<string>(undefined)
  const [rows, setRows] = useState<ReadonlyArray<Row<A>>>(() =>
    present.length === 0 && isWanted
      ? [{ key: crypto.randomUUID() }]
      : present.map((value) => ({ key: crypto.randomUUID(), value }))
  )
  useEffect(() => {
    if (changed.current === undefined) return
    const added = document.getElementById(changed.current)?.querySelector<HTMLElement>(".input")
    const add = [...group.current?.querySelectorAll("button") ?? []].at(-1)
    ;(added ?? add)?.focus()
    changed.current = undefined
  }, [rows])
  const change = (key: string, after: ReadonlyArray<Row<A>>) => {
    changed.current = key
    dialog?.edited()
    setRows(after)
  }
  return {
    group,
    rows,
    add: () => {
      const key = crypto.randomUUID()
      change(key, [...rows, { key }])
    },
    remove: (key: string) => change(key, rows.filter((row) => row.key !== key))
  }
}
