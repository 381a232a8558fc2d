/** Pagination: the conditions, order and limit of a page, and pages whose JSON the database writes. */
import type { OrganizationId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import type { ChangePosition, EncodedPage, PageRequest, Position, StartPosition } from "@candor/domain/Pagination"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { smallBatch } from "./Batching.ts"
import { batchedRead } from "./Reads.ts"
import type { ColumnTypes } from "./Rows.ts"
import { iso } from "../database/Types.ts"

/** An order of a list: by a time, then by `id`. */
export interface Order<Column extends string> {
  readonly column: Column
  readonly direction: "DESC" | "ASC"
}

/** Newest first. */
export const byCreation: Order<"created_at"> = { column: "created_at", direction: "DESC" }

/** Oldest change first, so that a row that changes during paging appears again at the end. */
export const byChange: Order<"updated_at"> = { column: "updated_at", direction: "ASC" }

/** Earliest start first. */
export const byStart: Order<"starts_at"> = { column: "starts_at", direction: "ASC" }

const isBehind = ({ direction }: Order<string>): "<" | ">" => direction === "DESC" ? "<" : ">"

/** The condition that rows come after the request's cursor in an order. `table` is the alias of the listed table. */
export const after = (
  sql: SqlClient.SqlClient,
  table: string,
  { after }: PageRequest<Position | ChangePosition | StartPosition>,
  order: Order<string> = byCreation
): Statement.Fragment =>
  after === undefined
    ? sql`true`
    : sql`(${sql(table)}.${sql.literal(order.column)}, ${sql(table)}.id) ${sql.literal(isBehind(order))}
        (${
      "created_at" in after ? after.created_at : "updated_at" in after ? after.updated_at : after.starts_at
    }::timestamptz, ${after.id}::uuid)`

/** The same condition for the optional cursor in the columns of `request`. */
export const afterRequested = (
  sql: SqlClient.SqlClient,
  table: string,
  order: Order<string>,
  continued: boolean
): Statement.Fragment =>
  continued
    ? sql`(${sql(table)}.${sql.literal(order.column)}, ${sql(table)}.id) ${sql.literal(isBehind(order))}
        (request.after_time, request.after_id)`
    : sql`true`

/**
 * The limit of a page: one row more than requested, which shows whether there are more. LIMIT is inlined (100 possible
 * values), so that PostgreSQL caches one plan per page size. OFFSET is in a subselect, whose value the planner does not
 * use. As parameters they made PostgreSQL plan every small page anew, which costs more than the page.
 */
export const limited = (
  sql: SqlClient.SqlClient,
  { limit, offset }: Pick<PageRequest, "limit" | "offset">
): Statement.Fragment =>
  sql`LIMIT ${sql.literal(String(limit + 1))} OFFSET ${offset === 0 ? sql`0` : sql`(SELECT ${offset}::bigint)`}`

/** ORDER BY and LIMIT of a page. */
export const ordered = (
  sql: SqlClient.SqlClient,
  table: string,
  { column, direction }: Order<string>,
  page: Pick<PageRequest, "limit" | "offset">
): Statement.Fragment =>
  sql`
    ORDER BY ${sql(table)}.${sql.literal(`${column} ${direction}`)}, ${sql(table)}.id ${sql.literal(direction)} ${
    limited(sql, page)
  }
  `

/** ORDER BY and LIMIT of a page, newest first. */
export const newestFirst = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  ordered(sql, table, byCreation, page)

/** The position of a row in a list of this order. */
type PositionIn<Column extends string> = Column extends "created_at" ? Position : ChangePosition

/** A requested page, with the values of its filters. */
interface RequestedPage<Filter, At> extends PageRequest<At> {
  readonly organization_id: OrganizationId
  readonly filter: Filter
}

interface PageRow {
  readonly items: Uint8Array
  readonly has_more: boolean
  readonly last: { readonly time: string; readonly id: string } | null
}

/** The values that all pages of one statement share. */
interface Common<Filter> extends Pick<PageRequest, "limit" | "offset"> {
  /** The filters in use. */
  readonly filters: ReadonlyArray<keyof Filter>
  /** Whether the pages begin after a cursor. */
  readonly continued: boolean
}

const commonOf = <Filter extends object>(
  { after, filter, limit, offset }: Pick<RequestedPage<Filter, unknown>, "after" | "filter" | "limit" | "offset">
): Common<Filter> => ({
  limit,
  offset,
  filters: Object.keys(filter) as Array<keyof Filter>,
  continued: after !== undefined
})

/**
 * Makes a function that returns pages in an order, with JSON that the database writes. `found` selects the time of the
 * order as `time`, and the `id`, of the rows of the page `request` and of one row more; `item` selects the JSON text of
 * the row `found`.
 *
 * Pages of one statement have the same limit, offset and set of filters. The columns of `request` have the rest: its
 * `organization_id`, `after_time` and `after_id` of the cursor, and the filters' values, with these types. Each page is
 * queried separately, even if two are the same.
 */
export const jsonPages = <Filter extends object, Item, Column extends "created_at" | "updated_at">(
  sql: SqlClient.SqlClient,
  { found, item, order, types }: {
    readonly order: Order<Column>
    readonly types: { readonly [Name in keyof Required<Filter>]: string }
    readonly found: (common: Common<Filter>) => Statement.Fragment
    readonly item: Statement.Fragment
  }
) => {
  type At = PositionIn<Column>
  const columns: ColumnTypes = { organization_id: "uuid", after_time: "timestamptz", after_id: "uuid", ...types }
  /** The filters that have a value, in the order of the types. */
  const inUse = (filter: Filter) =>
    Object.fromEntries(
      Object.keys(types).flatMap((name) => {
        const value = filter[name as keyof Filter]
        return value === undefined ? [] : [[name, value]]
      })
    ) as Filter
  const select = (page: RequestedPage<Filter, At>) => {
    const common = commonOf(page)
    const { limit } = common
    return sql`
      WITH found AS MATERIALIZED (${found(common)}), page AS MATERIALIZED (
        SELECT time, id, row_number() OVER (
          ORDER BY time ${sql.literal(order.direction)}, id ${sql.literal(order.direction)}
        ) AS nth FROM found
      )
      SELECT convert_to('[' || coalesce(string_agg((${item}), ',' ORDER BY found.nth), '') || ']', 'UTF8') AS items,
        EXISTS (SELECT FROM page WHERE nth > ${limit}) AS has_more, (
          SELECT json_build_object('time', ${sql.literal(iso("time"))}, 'id', id) FROM page WHERE nth = ${limit}
        ) AS last
      FROM page found WHERE found.nth <= ${limit}
    `
  }
  const pages = batchedRead<RequestedPage<Filter, At>, PageRow>(sql, columns, select, {
    columns: ({ after, filter, organization_id }) => ({
      organization_id,
      ...filter,
      ...(after === undefined ? {} : { after_time: after[order.column as unknown as keyof At], after_id: after.id })
    }),
    batchKey: (page) => JSON.stringify(commonOf(page)),
    maxBatchSize: smallBatch
  })
  return (
    organization_id: OrganizationId,
    filter: Filter,
    { after, limit, offset }: PageRequest<At>
  ): Effect.Effect<EncodedPage<Item, At>> =>
    pages({ organization_id, filter: inUse(filter), after, limit, offset }).pipe(
      Effect.orDie,
      Effect.map(([row]) => {
        const { has_more, items, last } = row!
        return {
          items: new Encoded(items),
          pagination: { limit, offset, has_more },
          next: has_more && last !== null ? { [order.column]: last.time, id: last.id } as unknown as At : undefined
        }
      })
    )
}
