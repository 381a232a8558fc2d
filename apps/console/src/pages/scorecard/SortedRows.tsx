/** Rows of a template: sort by dragging or the arrow keys on their handles, add and remove. */
import type { ReactNode } from "react"
import { Button } from "../../parts/Action.tsx"
import { t } from "../../language/text.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { useSorting } from "../../parts/useSorting.tsx"

interface Props<Row extends { readonly key: string }> {
  readonly legend: string
  readonly add: string
  readonly rows: ReadonlyArray<Row>
  readonly nameOf: (row: Row, at: number) => string
  readonly make: () => Row
  readonly onChange: (rows: ReadonlyArray<Row>) => void
  /** Renders the fields of a row; the first field has the id `name-` plus the row's key. */
  readonly children: (row: Row, at: number, replace: (changes: Partial<Row>) => void) => ReactNode
}

export const SortedRows = <Row extends { readonly key: string }>(
  { add, children, legend, make, nameOf, onChange, rows }: Props<Row>
) => {
  const sorting = useSorting({ rows, onChange, nameOf })
  const append = () => {
    const row = make()
    sorting.focus(`name-${row.key}`)
    onChange([...rows, row])
  }
  return (
    <fieldset className="stages-editor">
      <legend>{legend}</legend>
      {sorting.said}
      <ol {...sorting.listProps}>
        {rows.map((row, at) => (
          <li key={row.key} className={row.key === sorting.dragged ? "template-row dragged" : "template-row"}>
            {sorting.handleOf(row, at)}
            <div className="template-fields">
              {children(row, at, (changes) =>
                onChange(rows.map((one) =>
                  one.key === row.key ? { ...one, ...changes } : one
                )))}
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={t("Delete {name}", { name: nameOf(row, at) })}
              onClick={() =>
                sorting.remove(at)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ol>
      <Button look="quiet" onClick={append}>
        <Icon name="plus" />
        {add}
      </Button>
    </fieldset>
  )
}
