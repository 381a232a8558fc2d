/** A table. On a narrow screen it becomes a list of cards, in which each cell repeats its column's heading. */
import type { ReactNode } from "react"
import { t } from "../language/text.tsx"

interface Props<Row> {
  readonly rows: ReadonlyArray<Row>
  readonly keyOf: (row: Row) => string | number
  /** Headings with a function for the cells; the first column names the row. */
  readonly columns: ReadonlyArray<readonly [heading: string, cell: (row: Row) => ReactNode]>
  readonly actions?: (row: Row) => ReactNode
}

export const Table = <Row extends unknown>({ actions, columns: [first, ...others], keyOf, rows }: Props<Row>) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">{first?.[0]}</th>
        {others.map(([heading]) => <th key={heading} scope="col">{heading}</th>)}
        {actions === undefined ? null : (
          <th scope="col">
            <span className="hidden">{t("Actions")}</span>
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          <th scope="row">{first?.[1](row)}</th>
          {others.map(([heading, cell]) => <td key={heading} data-label={heading}>{cell(row)}</td>)}
          {actions === undefined ? null : <td className="cell-actions">{actions(row)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
