/** Pages: the part of a list's statement that makes it one, and pages whose JSON the database writes. */
import type { OrganizationId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import type { EncodedPage, PageRequest, Position } from "@candor/domain/Pagination"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { smallBatch } from "./Batching.ts"
import { batchedRead } from "./Reads.ts"
import { iso } from "../database/Types.ts"

/** The condition that rows come after the request's cursor; `table` is the alias of the listed table. */
export const after = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  page.after === undefined
    ? sql`true`
    : sql`(${sql(table)}.created_at, ${sql(table)}.id) < (${page.after.created_at}::timestamptz, ${page.after.id}::uuid)`

/** The same, of the cursor that the page `request` may have. */
export const afterRequested = (sql: SqlClient.SqlClient, table: string, continued: boolean): Statement.Fragment =>
  continued ? sql`(${sql(table)}.created_at, ${sql(table)}.id) < (request.created_at, request.id)` : sql`true`

/**
 * Newest first, with one row more than the limit, which shows whether there are more. LIMIT is inlined (100 possible
 * values), so that PostgreSQL caches one plan per page size, and OFFSET is in a subselect, whose value the planner does not
 * use. As parameters they made it plan every small page anew, which costs more than the page.
 */
export const newestFirst = (sql: SqlClient.SqlClient, table: string, { limit, offset }: PageRequest): Statement.Fragment =>
  sql`
    ORDER BY ${sql(table)}.created_at DESC, ${sql(table)}.id DESC
    LIMIT ${sql.literal(String(limit + 1))} OFFSET ${offset === 0 ? sql`0` : sql`(SELECT ${offset}::bigint)`}
  `

/** A requested page, with the values of its filters. */
interface RequestedPage<Filter> extends PageRequest {
  readonly organization_id: OrganizationId
  readonly filter: Filter
}

interface PageRow {
  readonly items: Uint8Array
  readonly has_more: boolean
  readonly last: Position | null
}

/** The values that all pages of a statement have in common. */
interface Common<Filter> extends Pick<PageRequest, "limit" | "offset"> {
  /** The filters in use. */
  readonly filters: ReadonlyArray<keyof Filter>
  /** Whether they begin after a cursor. */
  readonly continued: boolean
}

const commonOf = <Filter extends object>(
  { after, filter, limit, offset }: Pick<RequestedPage<Filter>, "after" | "filter" | "limit" | "offset">
): Common<Filter> => ({
  limit,
  offset,
  filters: Object.keys(filter) as Array<keyof Filter>,
  continued: after !== undefined
})

/**
 * Pages whose JSON the database writes. `found` selects `created_at` and `id` of the rows of the page `request`, and of the
 * one after them; `item` selects the JSON text of the row `found`. Pages of one statement have the same limit, offset and
 * filters in use; the columns of `request` have the rest: its `organization_id`, `created_at` and `id` of the cursor, and the
 * values of the filters. Each page is found by itself, also where another one is the same.
 */
export const jsonPages = <Filter extends object, Item>(
  sql: SqlClient.SqlClient,
  parts: {
    /** The listed table, which has the columns of the filters. */
    readonly table: string
    readonly found: (common: Common<Filter>) => Statement.Fragment
    readonly item: Statement.Fragment
  }
) => {
  const select = (page: RequestedPage<Filter>) => {
    const common = commonOf(page)
    const { limit } = common
    return sql`
      WITH found AS MATERIALIZED (${parts.found(common)}), page AS MATERIALIZED (
        SELECT created_at, id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS nth FROM found
      )
      SELECT convert_to('[' || coalesce(string_agg((${parts.item}), ',' ORDER BY found.nth), '') || ']', 'UTF8') AS items,
        EXISTS (SELECT FROM page WHERE nth > ${limit}) AS has_more, (
          SELECT json_build_object('created_at', ${sql.literal(iso("created_at"))}, 'id', id) FROM page WHERE nth = ${limit}
        ) AS last
      FROM page found WHERE found.nth <= ${limit}
    `
  }
  const pages = batchedRead<RequestedPage<Filter>, PageRow>(sql, parts.table, select, {
    columns: ({ after, filter, organization_id }) => ({ organization_id, ...filter, ...after }),
    batchKey: (page) => JSON.stringify(commonOf(page)),
    maxBatchSize: smallBatch
  })
  return (organization_id: OrganizationId, filter: Filter, { after, limit, offset }: PageRequest): Effect.Effect<EncodedPage<Item>> =>
    pages({ organization_id, filter, after, limit, offset }).pipe(
      Effect.orDie,
      Effect.map(([row]) => {
        const { has_more, items, last } = row!
        return {
          items: new Encoded(items),
          pagination: { limit, offset, has_more },
          next: has_more ? last ?? undefined : undefined
        }
      })
    )
}
