/** The part of a list's statement that makes it a page. */
import type { PageRequest } from "@candor/domain/Pagination"
import type { SqlClient, Statement } from "effect/sql"

/** The condition that rows come after the request's cursor; `table` is the alias of the listed table. */
export const after = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  page.after === undefined
    ? sql`true`
    : sql`(${sql(table)}.created_at, ${sql(table)}.id) < (${page.after.created_at}::timestamptz, ${page.after.id}::uuid)`

/** Newest first, and one row more than asked, which tells whether there are more. */
export const newestFirst = (sql: SqlClient.SqlClient, table: string, page: PageRequest): Statement.Fragment =>
  sql`ORDER BY ${sql(table)}.created_at DESC, ${sql(table)}.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`
