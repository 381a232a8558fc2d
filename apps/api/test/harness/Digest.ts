/** A fingerprint of everything that is stored, for showing that an error left it as it was. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Each table with its number of rows and the sum of the ids of the transactions that wrote them. A later transaction
 * has a greater id, so that a row that is added, removed or written again, even with what it had, changes one of both.
 * It takes an eighth of the time of hashing the rows. What errors may change, too, is left out: the count of a key's
 * requests, and that calendars are read again.
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
