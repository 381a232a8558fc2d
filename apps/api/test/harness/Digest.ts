/** A fingerprint of everything that is stored, to show that an error changed nothing. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Returns each table with its number of rows and the sum of the ids of the transactions that wrote them. A later
 * transaction has a greater id, so that adding, removing or rewriting a row, even with the same values, changes one of
 * them. It takes an eighth of the time of hashing the rows. Leaves out what errors may change: the count of a key's
 * requests, and when calendars are read again.
 */
export const digest = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT relname AS name FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND relname NOT IN ('api_key_usage', 'busy_calendars', 'member_usage', 'migrations')
    ORDER BY 1
  `
  const each = tables.map(({ name }) =>
    `SELECT '${name}' AS name, concat(count(*), ' ', sum(xmin::text::bigint)) AS digest FROM ${name}`
  )
  const rows = yield* sql.unsafe<{ name: string; digest: string }>(each.join(" UNION ALL "))
  return Object.fromEntries(rows.map((row) => [row.name, row.digest]))
})
