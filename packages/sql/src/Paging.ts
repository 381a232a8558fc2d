/** The part of a list's statement that makes it a page. */
import type { OrganizationId } from "@candor/domain/Id"
import { Json } from "@candor/domain/Json"
import type { JsonPage, PageRequest, Position } from "@candor/domain/Pagination"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { batched, few, type Placed } from "./Batching.ts"
import { iso } from "./Types.ts"

/** The condition that rows come after the request's cursor; `table` is the alias of the listed table. */
export const after = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  page.after === undefined
    ? sql`true`
    : sql`(${sql(table)}.created_at, ${sql(table)}.id) < (${page.after.created_at}::timestamptz, ${page.after.id}::uuid)`

/** Newest first, and one row more than asked, which tells whether there are more. */
export const newestFirst = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  sql`ORDER BY ${sql(table)}.created_at DESC, ${sql(table)}.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`

/** A page that is asked for, with the values that its list is filtered by. */
interface PageAsked<Filter> extends Placed, PageRequest {
  readonly organization_id: OrganizationId
  readonly filter: Filter
}

interface PageRow extends Placed {
  readonly items: Uint8Array
  readonly has_more: boolean
  readonly last: Position | null
}

/** A page is a lot of work: a statement is for this many. */
const pagesAtOnce = 8

/**
 * Pages whose JSON the database writes. `found` selects `created_at` and `id` of the rows of the page `asked`, and of the
 * one after them; `item` selects the JSON text of the row `found`. Pages of a statement have the same limit and offset, and
 * the same filters in use; what differs, `asked` has in its columns: those of the filter, and `created_at` and `id` of
 * the cursor.
 */
export const jsonPages = <Filter extends object, Item>(
  sql: SqlClient.SqlClient,
  parts: {
    /** The columns of the filter, with their types. */
    readonly columns: string
    readonly found: (first: PageAsked<Filter>) => Statement.Fragment
    readonly item: (organization: OrganizationId) => Statement.Fragment
  }
) => {
  const pages = batched(
    sql,
    (asked: ReadonlyArray<PageAsked<Filter>>) => {
      const first = asked[0]!
      const rows = asked.map(({ after, filter, place }) => ({ place, ...filter, ...after }))
      return sql<PageRow>`
        SELECT asked.place, page.items, page.has_more, page.last
        FROM jsonb_to_recordset(${PgTypes.jsonb(rows)})
          AS asked (place integer, created_at timestamptz, id uuid, ${sql.literal(parts.columns)})
        CROSS JOIN LATERAL (
          WITH found AS MATERIALIZED (${parts.found(first)}), page AS MATERIALIZED (
            SELECT created_at, id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS nth FROM found
          )
          SELECT convert_to('[' || coalesce(string_agg((${parts.item(first.organization_id)}), ',' ORDER BY found.nth), '') || ']',
              'UTF8') AS items,
            EXISTS (SELECT FROM page WHERE nth > ${first.limit}) AS has_more, (
              SELECT json_build_object('created_at', ${sql.literal(iso("created_at"))}, 'id', id)
              FROM page WHERE nth = ${first.limit}
            ) AS last
          FROM page found WHERE found.nth <= ${first.limit}
        ) page
        WHERE ${few}
      `
    },
    {
      most: pagesAtOnce,
      kind: ({ after, filter, limit, offset }) => `${limit} ${offset} ${after === undefined} ${Object.keys(filter)}`
    }
  )
  return (organization_id: OrganizationId, filter: Filter, { after, limit, offset }: PageRequest): Effect.Effect<JsonPage<Item>> =>
    pages({ organization_id, filter, after, limit, offset }).pipe(
      Effect.orDie,
      Effect.map(([row]) => {
        const { has_more, items, last } = row!
        return {
          items: new Json(items),
          pagination: { limit, offset, has_more },
          next: has_more ? last ?? undefined : undefined
        }
      })
    )
}
