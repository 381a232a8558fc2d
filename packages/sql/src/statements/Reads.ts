/** Reads, batched across the requests of all organizations. */
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { batched, ofOne, type Options, type Owned, type Result, runAlone } from "./Batching.ts"
import { columnsOf, type ColumnTypes, fixedTexts, plannerHint, rowsOf } from "./Rows.ts"

/** Bytes of large texts that a shared statement returns. Items beyond that have statements of their own. */
export const maxSharedBytes = 262_144

interface ReadOptions<Item> extends Omit<Options<Item>, "isRead"> {
  /** The columns of an item in `request`; by default all of its fields. */
  readonly columns?: (item: Item) => object
  /** Selects the `bytes` of large texts that the read of a `request` returns; no row if there is nothing to read. */
  readonly bytes?: Statement.Fragment
}

interface ReadRow {
  readonly ordinality: number
  readonly left_out?: boolean
  /** Only in the rows of `bounded`: null if nothing was found for the request, or if it was left out. */
  readonly is_found?: true | null
}

/** Groups the rows by the `count` requests. */
const byRequest = <Row>(rows: ReadonlyArray<Row & ReadRow>, count: number): ReadonlyArray<Result<Row>> => {
  const results = Array.from({ length: count }, (): Array<Row> | typeof runAlone => [])
  for (const { is_found, left_out, ordinality, ...row } of rows) {
    const result = results[ordinality - 1]!
    if (left_out) results[ordinality - 1] = runAlone
    else if (result !== runAlone && is_found !== null) result.push(row as Row)
  }
  return results
}

/**
 * Makes a function that returns the rows of an item. `select` is the SELECT of one item. It finds the item's columns in
 * `request`, which is a row of a table's type or of these columns, and must return nothing if `request.organization_id`
 * is null. If it depends on the item, all items of one `batchKey` must have the same SELECT with the same parameters.
 * Its `$organization` is the request's.
 */
export const batchedRead = <Item extends Owned, Row extends object>(
  sql: SqlClient.SqlClient,
  source: string | ColumnTypes,
  select: Statement.Fragment | ((item: Item) => Statement.Fragment),
  { bytes, columns = (item) => item, ...options }: ReadOptions<Item> = {}
) => {
  /**
   * Reads requests until the sum of their texts exceeds `maxSharedBytes`. Later requests are left out: their
   * organization is set to null, so that nothing is read for them. `columns` are the request's, without its
   * organization.
   */
  const bounded = (requests: Statement.Fragment, one: Statement.Fragment, size: Statement.Fragment, columns: string) =>
    sql<Row & ReadRow>`
      SELECT request.ordinality, request.left_out, found.* FROM (
        SELECT sized.ordinality, sized.left_out, ${sql.literal(columns)},
          CASE WHEN NOT sized.left_out THEN sized.organization_id END AS organization_id
        FROM (
          SELECT request.*, sum(size.bytes) OVER (ORDER BY request.ordinality) > ${maxSharedBytes} AS left_out
          FROM ${requests} CROSS JOIN LATERAL (${size}) size WHERE ${plannerHint("request")}
        ) sized
      ) request
      LEFT JOIN LATERAL (SELECT true AS is_found, one.* FROM (${one}) one) found ON true
    `
  const plain = (requests: Statement.Fragment, one: Statement.Fragment) =>
    sql<Row & ReadRow>`
      SELECT request.ordinality, found.* FROM ${requests} CROSS JOIN LATERAL (${one}) found WHERE ${
      plannerHint("request")
    }
    `
  const run = fixedTexts<Row & ReadRow>(sql, "request")
  return batched(sql, (items: ReadonlyArray<Item>) => {
    const [first] = items
    const requests = items.map(columns)
    const size = items.length === 1 ? undefined : bytes
    const name = `${size === undefined ? "plain" : "bounded"} ${options.batchKey?.(first!) ?? ""}`
    const rows = run(name, ofOne(items), [requests], ([rows]) => {
      const one = typeof select === "function" ? select(first!) : select
      const from = rowsOf(sql, source, "request", rows!)
      if (size === undefined) return plain(from, one)
      return bounded(
        from,
        one,
        size,
        columnsOf("sized", Object.keys(requests[0]!).filter((column) => column !== "organization_id"))
      )
    })
    return Effect.map(rows, (rows) => byRequest<Row>(rows, items.length))
  }, { ...options, isRead: true })
}
