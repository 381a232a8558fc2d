import { administration, databases, runOn } from "@candor/sql/testing/Databases"
import { isAbandoned, nameAt, open, sweep } from "@candor/sql/testing/ServerDatabases"
import { PgClient } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import * as EmptyDatabases from "./EmptyDatabases.ts"
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
    const rows = yield* Effect.forEach(tables, ({ name }) => sql`SELECT ${name}::text AS name, t::text AS row FROM ${sql(name)} t`)
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
   * The columns of every table and index, what the planner knows of their rows, large files of the one that is filled here, and
   * whether foreign keys and triggers act.
   */
  const known = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`SELECT relname, GREATEST(reltuples, 0) AS rows, relname LIKE 'queue_migrations%' AND pg_table_size(oid) > 131072 AS large, (SELECT count(*) FROM pg_statistic WHERE starelid = oid) AS described, relnatts, (SELECT json_agg(tgenabled) FROM pg_trigger WHERE tgrelid = c.oid) AS triggers
      FROM pg_class c WHERE relnamespace = 'public'::regnamespace ORDER BY relname`)

  const longValue = "INSERT INTO queue_migrations (migration_id, name) SELECT 1001, string_agg(md5(n::text), '') FROM generate_series(1, 12000) n"
  const rows = (count: number) => `INSERT INTO queue_migrations (migration_id, name) SELECT n, 'planted' FROM generate_series(1001, ${1000 + count}) n`
  test.each<readonly [string, ...ReadonlyArray<string>]>([
    ["a new column", "ALTER TABLE notes ADD COLUMN leftover integer"],
    ["ANALYZE", "ANALYZE users"],
    ["ANALYZE of rows that VACUUM took", rows(10), "ANALYZE queue_migrations", "DELETE FROM queue_migrations", "VACUUM queue_migrations"],
    ["a long value, which is gone", longValue, "DELETE FROM queue_migrations WHERE migration_id = 1001"],
    ["VACUUM, which leaves an index as large as it was", rows(15_000), "DELETE FROM queue_migrations", "VACUUM queue_migrations"]
  ])(`on ${database.name} nobody finds what another test did by %s`, async (_, ...statements) => {
    const fresh = await run(known)
    const changed = await run(Effect.andThen(World.organization({ name: "Acme" }), Effect.andThen(
      Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
      known
    )))
    expect(changed).not.toEqual(fresh)
    expect(await run(known)).toEqual(fresh)
  })

  test(`on ${database.name} a database of which a test changed more than rows is not used again, and any other is`, () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const promise = Effect.runPromiseWith(yield* Effect.context<never>())
      const query = (statement: string) => promise(sql.unsafe<EmptyDatabases.Row>(statement))
      let opened = 0
      const pool = EmptyDatabases.make(async () => ({ value: opened++, query, close: async () => {} }))
      /** Which of the databases that were opened is used. */
      const using = (statement: string) => Effect.scoped(Effect.tap(pool.use, () => Effect.promise(() => query(statement))))
      const [{ database, tags }] = (yield* sql`
        SELECT current_database() AS database, pg_get_functiondef('tag_keys'::regproc) AS tags`) as [{ database: string; tags: string }]
      const leaveAsTheyAre = ["SELECT 1", "INSERT INTO queue_migrations (migration_id, name) VALUES (0, 'planted')", "ANALYZE users", "SELECT 1"]
      const changes = [
        ["CREATE TABLE leftover ()", "DROP TABLE leftover"],
        ["ALTER TABLE notes ALTER body DROP NOT NULL", "ALTER TABLE notes ALTER body SET NOT NULL"],
        ["DROP INDEX jobs_newest", "CREATE INDEX jobs_newest ON jobs (organization_id)"],
        ["ALTER TABLE notes ADD CONSTRAINT leftover CHECK (true)", "ALTER TABLE notes DROP CONSTRAINT leftover"],
        ["ALTER TABLE notes DISABLE TRIGGER ALL", "ALTER TABLE notes ENABLE TRIGGER ALL"],
        [tags.replace("' '", "'-'"), tags],
        [`ALTER DATABASE ${database} SET work_mem = '1MB'`, `ALTER DATABASE ${database} RESET work_mem`]
      ] as const
      for (const statement of leaveAsTheyAre) expect([statement, yield* using(statement)]).toEqual([statement, 0])
      for (const [index, [statement, undone]] of changes.entries()) {
        expect([statement, yield* using(statement)]).toEqual([statement, index])
        yield* sql.unsafe(undone)
      }
      expect(opened).toBe(changes.length)
      expect(yield* using("SELECT 1")).toBe(changes.length)
    })))
}

const hour = 3_600_000

test("only the database of a test that began more than an hour ago is abandoned", () => {
  const now = Date.UTC(2026, 10, 20, 12)
  expect(isAbandoned(nameAt(now - hour - 1), now)).toBe(true)
  expect(isAbandoned(nameAt(now - hour), now)).toBe(false)
  expect(isAbandoned(nameAt(now), now)).toBe(false)
  for (const name of ["candor", "candor_test", "candor_test_1", `${nameAt(0)}`, `x${nameAt(now - 2 * hour)}`]) {
    expect(isAbandoned(name, now)).toBe(false)
  }
})

for (const server of administration === undefined ? [] : [administration]) {
  test("a run drops what a killed one left behind, and nothing that is new or in use", async () => {
    const connected = (url: string) => Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))
    const run = (statement: string) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ name: string }>(statement)).pipe(connected(server))
    const made = (millis: number) => {
      const name = nameAt(millis)
      return Effect.acquireRelease(
        Effect.as(run(`CREATE DATABASE ${name}`), name),
        () => Effect.orDie(run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
      )
    }
    await Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const old = Date.now() - 2 * hour
      const left = yield* made(old)
      const used = yield* made(old)
      const fresh = yield* made(Date.now())
      const url = new URL(server)
      url.pathname = `/${used}`
      const using = Effect.andThen(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`),
        sweep(server)
      )
      yield* using.pipe(connected(url.href))
      const there = yield* run(`SELECT datname AS name FROM pg_database WHERE datname IN ('${left}', '${used}', '${fresh}')`)
      expect(there.map(({ name }) => name).toSorted()).toEqual([used, fresh].toSorted())
    })))
  })

  test("a database that is empty again is kept, one that is not is dropped, and none is used by two", async () => {
    const oid = ({ url }: { readonly url: string }) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ oid: number }>`SELECT oid FROM pg_database WHERE datname = current_database()`).pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })),
        Effect.map(([row]) => row!.oid),
        Effect.runPromise
      )
    const there = (oid: number) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT FROM pg_database WHERE oid = ${oid}`).pipe(
        Effect.provide(PgClient.layer({ url: Redacted.make(server), maxConnections: 1 })),
        Effect.map((rows) => rows.length === 1),
        Effect.runPromise
      )
    const first = await open(server)
    const kept = await oid(first)
    await first.close(true)
    expect(await there(kept)).toBe(true)
    const taken = await Promise.all([open(server), open(server), open(server)])
    const oids = await Promise.all(taken.map(oid))
    expect(new Set(oids).size).toBe(3)
    await Promise.all(taken.map(({ close }) => close(false)))
    expect(await Promise.all(oids.map(there))).toEqual([false, false, false])
  })
}
