import { administration, isAbandoned, nameAt, sweep } from "@candor/sql/testing/Databases"
import { PgClient } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"

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
  }, 60_000)
}
