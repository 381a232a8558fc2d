/** Reading docs/limits.md: its tables, and the bounds that their rows tell. */
import { join } from "node:path"

export const root = join(import.meta.dir, "../../../..")

/** A row of a table, by the names of its columns. */
export type Row = Readonly<Record<string, string>>

/** The rows of all tables of a page that have this first column. */
export const rowsOf = (page: string, first: string): ReadonlyArray<Row> =>
  page.split(/\n(?!\|)/).flatMap((block) => {
    const lines = block.split("\n").filter((line) => line.startsWith("|"))
    const [head = [], , ...rows] = lines.map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()))
    return head[0] === first ? rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ""]))) : []
  })

/** A link to code: the code, and its file from the folder docs. */
export interface CodeLink {
  readonly code: string
  readonly path: string
  readonly text: string
}

/** The links of a cell to code. */
export const codeLinks = (cell: string): ReadonlyArray<CodeLink> =>
  [...cell.matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)].map(([text, code, path]) => ({ text, code: code!, path: path! }))

/** The texts in backticks. */
export const codes = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)

/** The numbers of a cell, in which commas separate thousands. */
export const numbers = (cell: string): ReadonlyArray<number> =>
  [...cell.matchAll(/\d[\d,]*/g)].map((match) => Number(match[0].replaceAll(",", "")))

/** A bound of a field or a parameter: how long, how many or how much it is, from `min` to `max`. */
export interface Bound {
  readonly operation: string
  /** `title`, `stages[].name`; for a query parameter `?limit`. */
  readonly field: string
  readonly unit: "characters" | "items" | "types" | "number"
  readonly min: number
  readonly max: number
}

/** The bounds of the rows of a table of fields or parameters. */
export const boundsOf = (rows: ReadonlyArray<Row>, first: "Field" | "Parameter"): ReadonlyArray<Bound> =>
  rows.flatMap((row) => {
    const limit = row["Limit"]!
    const [low, high] = numbers(limit)
    const unit = (["characters", "items", "types"] as const).find((unit) => limit.endsWith(unit)) ?? "number"
    return codes(row["Operations"]!).flatMap((operation) =>
      codes(row[first]!).filter((code) => !code.startsWith("/")).map((code) => ({
        operation,
        field: first === "Parameter" ? `?${code}` : code,
        unit,
        min: high === undefined ? 0 : low!,
        max: high ?? low!
      })))
  })
