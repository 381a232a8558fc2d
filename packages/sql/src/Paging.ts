/** The part of a list's statement that makes it a page. */
import { Json } from "@candor/domain/Json"
import type { JsonPage, PageRequest, Position } from "@candor/domain/Pagination"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "./Types.ts"

/** The condition that rows come after the request's cursor; `table` is the alias of the listed table. */
export const after = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  page.after === undefined
    ? sql`true`
    : sql`(${sql(table)}.created_at, ${sql(table)}.id) < (${page.after.created_at}::timestamptz, ${page.after.id}::uuid)`

/** Newest first, and one row more than asked, which tells whether there are more. */
export const newestFirst = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  sql`ORDER BY ${sql(table)}.created_at DESC, ${sql(table)}.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`

interface PageRow {
  readonly items: Uint8Array
  readonly has_more: boolean
  readonly last: Position | null
}

/**
 * A page whose JSON the database writes. `found` selects `created_at` and `id` of its rows, and of the one after them;
 * `item` selects the JSON text of the row `found`.
 */
export const jsonPage = <Item>(
  sql: SqlClient.SqlClient,
  { limit, offset }: PageRequest,
  parts: { readonly found: Statement.Fragment; readonly item: Statement.Fragment }
): Effect.Effect<JsonPage<Item>> =>
  sql<PageRow>`
    WITH found AS MATERIALIZED (${parts.found}), page AS MATERIALIZED (
      SELECT created_at, id, row_number() OVER (ORDER BY created_at DESC, id DESC) AS place FROM found
    )
    SELECT convert_to('[' || coalesce(string_agg((${parts.item}), ',' ORDER BY found.place), '') || ']', 'UTF8') AS items,
      EXISTS (SELECT FROM page WHERE place > ${limit}) AS has_more, (
        SELECT json_build_object('created_at', ${sql.literal(iso("created_at"))}, 'id', id) FROM page WHERE place = ${limit}
      ) AS last
    FROM page found WHERE found.place <= ${limit}
  `.pipe(
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
