import { databases, runOn } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { forFile } from "./FileDatabase.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

for (const database of databases) {
  const run = runOn(forFile(database))
  /** The rows of every table, and where its sequences stand. */
  const stored = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tables = yield* sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%migrations' ORDER BY 1`
    const rows = yield* Effect.forEach(
      tables,
      ({ name }) => sql`SELECT ${name}::text AS name, t::text AS row FROM ${sql(name)} t`
    )
    return [rows, yield* sql`SELECT sequencename, last_value FROM pg_sequences ORDER BY 1`]
  })

  test(`on ${database.name} the database that a test used is for the next as a new one`, async () => {
    const fresh = await run(stored)
    const used = await run(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      yield* newJob(actor, "Engineer")
      yield* (yield* SqlClient.SqlClient)`UPDATE sequencing SET epoch = 'other'`
      return yield* stored
    }))
    expect(used).not.toEqual(fresh)
    expect(await run(stored)).toEqual(fresh)
  })

  /**
   * The columns of every table and index, what the planner knows of their rows, large files of the one that is filled
   * here, and whether foreign keys and triggers act.
   */
  const known = Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`SELECT relname, GREATEST(reltuples, 0) AS rows, relname LIKE 'queue_migrations%' AND pg_table_size(oid) > 131072 AS large, (SELECT count(*) FROM pg_statistic WHERE starelid = oid) AS described, relnatts, (SELECT json_agg(tgenabled) FROM pg_trigger WHERE tgrelid = c.oid) AS triggers
      FROM pg_class c WHERE relnamespace = 'public'::regnamespace ORDER BY relname`
  )

  const longValue =
    "INSERT INTO queue_migrations (migration_id, name) SELECT 1001, string_agg(md5(n::text), '') FROM generate_series(1, 12000) n"
  const rows = (count: number) =>
    `INSERT INTO queue_migrations (migration_id, name) SELECT n, 'planted' FROM generate_series(1001, ${
      1000 + count
    }) n`
  test.each<readonly [string, ...ReadonlyArray<string>]>([
    ["a new column", "ALTER TABLE notes ADD COLUMN leftover integer"],
    ["ANALYZE", "ANALYZE users"],
    [
      "ANALYZE of rows that VACUUM took",
      rows(10),
      "ANALYZE queue_migrations",
      "DELETE FROM queue_migrations",
      "VACUUM queue_migrations"
    ],
    ["a long value, which is gone", longValue, "DELETE FROM queue_migrations WHERE migration_id = 1001"],
    [
      "VACUUM, which leaves an index as large as it was",
      rows(15_000),
      "DELETE FROM queue_migrations",
      "VACUUM queue_migrations"
    ]
  ])(`on ${database.name} nobody finds what another test did by %s`, async (_, ...statements) => {
    const fresh = await run(known)
    const changed = await run(Effect.andThen(
      World.organization({ name: "Acme" }),
      Effect.andThen(
        Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
        known
      )
    ))
    expect(changed).not.toEqual(fresh)
    expect(await run(known)).toEqual(fresh)
  })
}
