/** Sessions that went silent without an end, as after a lost NAT entry. */
import { proxy } from "@candor/process/testing/Proxy"
import * as Database from "@candor/sql/database/Database"
import { administration } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Fiber, Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"

for (const administrator of administration === undefined ? [] : [administration]) {
  test.concurrent.each<readonly [string, (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>]>([
    ["statements", (sql) => sql`SELECT pg_sleep(0.2)`],
    ["transactions alone", (sql) => sql.withTransaction(sql`SELECT pg_sleep(0.2)`)]
  ])("once a statement had no answer, nothing uses a session that went silent with it after %s", async (_, use) => {
    const between = await proxy(new URL(administrator))
    const url = new URL(administrator)
    url.hostname = "127.0.0.1"
    url.port = String(between.port)
    const database = Database.server({
      url: Redacted.make(url.href),
      maxConnections: 4,
      statementTimeout: Duration.seconds(1)
    })
    try {
      const outcomes = await Effect.runPromise(Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          // Four at a time, so that each session has answered.
          yield* Effect.all(Array.from({ length: 4 }, () => use(sql)), { concurrency: 4 })
          between.silence()
          const asking = yield* Effect.forkDetach(sql`SELECT 1`)
          const late = Effect.as(Effect.sleep(Duration.minutes(1)), "no answer, and no failure")
          // It fails after 3 s. A statement on a silent session is not waited for when it is interrupted.
          expect(yield* Effect.raceFirst(Effect.map(Fiber.await(asking), Exit.isSuccess), late)).toBe(false)
          const transaction = yield* Effect.exit(sql.withTransaction(sql`SELECT 1`))
          const statement = yield* Effect.exit(sql`SELECT 1`)
          return [transaction, statement].map(Exit.isSuccess)
        }),
        database
      ))
      expect(outcomes).toEqual([true, true])
    } finally {
      await between.cut()
    }
  })
}
