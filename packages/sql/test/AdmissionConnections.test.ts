/** Connections that only authentication has. */
import { administration } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Deferred, Effect, Metric, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"
import { AuthenticationClient } from "../src/database/Clients.ts"
import * as Database from "../src/database/Database.ts"
import { atOnce } from "./AtOnce.ts"

/**
 * A transaction that returns its session's process. When `count` have begun, `held` runs, and then all of them go on.
 */
const transactions = (sql: SqlClient.SqlClient, count: number, held: Effect.Effect<unknown> = Effect.void) =>
  Effect.gen(function*() {
    const goOn = yield* Deferred.make<void>()
    let begun = 0
    return sql.withTransaction(Effect.gen(function*() {
      const [row] = yield* sql<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
      if (++begun === count) yield* Effect.andThen(held, Deferred.succeed(goOn, undefined))
      yield* Deferred.await(goOn)
      return row!.pid
    }))
  })

/** The connections of authentication: how many there may be, and are in use, and how many statements wait for one. */
const use = Effect.map(
  PrometheusMetrics.format(),
  (text) =>
    ["connections_limit", "connections_used", "statements_waiting"].map((name) =>
      Number(new RegExp(`^candor_database_${name}{pool="admission"} (.*)$`, "m").exec(text)?.[1])
    )
)

for (const administrator of administration === undefined ? [] : [administration]) {
  test("two connections are for admission alone: it goes on beside a main pool in use, and a third statement waits", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const [main, authentication] = [yield* SqlClient.SqlClient, yield* AuthenticationClient]
        let during: ReadonlyArray<number> = []
        const one = yield* transactions(authentication, 2, Effect.map(use, (found) => during = found))
        const pids = yield* main.withTransaction(Effect.andThen(main`SELECT 1`, atOnce(3, one)))
        expect([during, new Set(pids).size]).toEqual([[2, 2, 1], 2])
      }).pipe(
        Effect.provide(Database.server({ url: Redacted.make(administrator), maxConnections: 1 })),
        Effect.provideService(Metric.MetricRegistry, new Map())
      )
    ))
}
