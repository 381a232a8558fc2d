/** A start whose server does not answer. */
import { freePort } from "@candor/process/testing/FreePort"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { expect, test } from "bun:test"
import { ConfigProvider, Deferred, Effect, Fiber, Layer, Logger, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import * as Database from "../src/database/Database.ts"
import * as Migrations from "../src/migrations/Migrations.ts"

test("a start waits for a server that is away as long as it is told, says so, and gives up", async () => {
  const DATABASE_URL = `postgres://candor@127.0.0.1:${await freePort()}/candor`
  const outcome = async (layer: typeof Migrations.awaited | typeof Database.connection) => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    const env = { DATABASE_URL, CANDOR_DATABASE_WAIT: "1 second" }
    const failure = await Effect.runPromise(
      Effect.scoped(Effect.flip(Layer.build(layer))).pipe(
        Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
        Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
      )
    )
    return { failure: failure._tag, waits: lines.filter((line) => line.includes("does not answer yet")).length }
  }
  // It asks every two seconds, so twice: at the start, and when the second is over.
  expect(await Promise.all([outcome(Migrations.awaited), outcome(Database.connection)])).toEqual([
    { failure: "DatabaseUnreachable", waits: 2 },
    { failure: "DatabaseUnreachable", waits: 0 }
  ])
})

for (const administrator of administration === undefined ? [] : [administration]) {
  test("a start that loses its server while it migrates begins that again", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const DATABASE_URL = yield* serverUrl(administrator)
      const lost = yield* Deferred.make<void>()
      const logger = Logger.make(({ message }) => {
        if (String(message).startsWith("The database does not answer yet")) Deferred.doneUnsafe(lost, Effect.void)
      })
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const locked = yield* Deferred.make<void>()
        const holder = yield* sql`LOCK TABLE migrations`.pipe(
          Effect.andThen(Deferred.succeed(locked, undefined)),
          Effect.andThen(Deferred.await(lost)),
          sql.withTransaction,
          Effect.forkScoped
        )
        yield* Deferred.await(locked)
        const start = yield* Effect.scoped(Layer.build(Layer.fresh(Migrations.awaited))).pipe(
          Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { DATABASE_URL } })),
          Effect.provideService(Logger.CurrentLoggers, new Set([logger])),
          Effect.forkScoped
        )
        // The session of the migrations waits for the lock, and is ended meanwhile.
        yield* Effect.repeat(
          sql`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'migrations'::regclass AND NOT granted`,
          { until: (ended) => ended.length > 0, schedule: Schedule.spaced("20 millis") }
        )
        yield* Effect.all([Fiber.join(holder), Fiber.join(start)], { concurrency: "unbounded" })
      }).pipe(Effect.scoped, Effect.provide(Database.server({ url: Redacted.make(DATABASE_URL) })))
    }))))
}
