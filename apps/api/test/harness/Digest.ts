/** A fingerprint of everything that is stored, for showing that an error left it as it was. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Each table with a digest of its rows. The count of a key's requests is left out: errors count too. */
export const digest = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_name NOT IN ('api_key_usage', 'migrations') ORDER BY 1
  `
  const each = tables.map(({ name }) =>
    `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS digest FROM ${name} t`
  )
  const rows = yield* sql.unsafe<{ name: string; digest: string }>(each.join(" UNION ALL "))
  return Object.fromEntries(rows.map((row) => [row.name, row.digest]))
})
