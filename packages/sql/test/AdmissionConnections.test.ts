/** Connections that only admission has, and how long a statement of theirs or of the others waits for one and for its answer. */
import { proxy } from "@candor/process/testing/Proxy"
import { administration } from "@candor/sql/testing/Databases"
import { expect, jest, test } from "bun:test"
import { Deferred, Effect, Fiber, Metric, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"
import { AdmissionClient, type Clients } from "../src/database/Clients.ts"
import * as Database from "../src/database/Database.ts"
import { isUnavailable } from "../src/database/SqlFailures.ts"
import { atOnce } from "./AtOnce.ts"

/** A transaction that returns its session's process. When `count` have begun, `held` runs, and then all of them go on. */
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

/** The connections of admission: how many there may be, and are in use, and how many statements wait for one. */
const use = Effect.map(PrometheusMetrics.format(), (text) =>
  ["connections_limit", "connections_used", "statements_waiting"].map((name) =>
    Number(new RegExp(`^candor_database_${name}{pool="admission"} (.*)$`, "m").exec(text)?.[1])))

/** Turns of microtasks, which no timer has a part in. */
const turns = Effect.promise(async () => {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve()
})

for (const administrator of administration === undefined ? [] : [administration]) {
  test("two connections are for admission alone: it goes on beside a main pool in use, and a third statement waits", () =>
    Effect.runPromise(Effect.gen(function*() {
      const [main, admission] = [yield* SqlClient.SqlClient, yield* AdmissionClient]
      let during: ReadonlyArray<number> = []
      const one = yield* transactions(admission, 2, Effect.map(use, (found) => during = found))
      const pids = yield* main.withTransaction(Effect.andThen(main`SELECT 1`, atOnce(3, one)))
      expect([during, new Set(pids).size]).toEqual([[2, 2, 1], 2])
    }).pipe(
      Effect.provide(Database.server({ url: Redacted.make(administrator), maxConnections: 1 })),
      Effect.provideService(Metric.MetricRegistry, new Map())
    )))

  /** Two connections go silent: of three statements, one of which has no connection, all end after so many milliseconds, and none sooner. */
  const endsAfter = (limit: number, client: Effect.Effect<SqlClient.SqlClient, never, Clients>) => async () => {
    const between = await proxy(new URL(administrator))
    const url = new URL(administrator)
    url.hostname = "127.0.0.1"
    url.port = String(between.port)
    const outcome = Effect.gen(function*() {
      const sql = yield* client
      const sessions = new Set(yield* Effect.flatMap(transactions(sql, 2), (one) => atOnce(2, one)))
      between.silence()
      jest.useFakeTimers()
      // Two have a session, and one waits for it.
      const start = Effect.forkChild(Effect.flip(sql`SELECT 1`), { startImmediately: true })
      const statements = yield* Effect.replicateEffect(start, 3)
      jest.advanceTimersByTime(limit - 1)
      yield* turns
      const before = statements.map((fiber) => fiber.pollUnsafe())
      jest.advanceTimersByTime(1)
      yield* turns
      const after = statements.map((fiber) => fiber.pollUnsafe())
      // The driver takes five more to leave a silent session.
      jest.advanceTimersByTime(5000)
      yield* turns
      jest.useRealTimers()
      expect([before, after.map((exit) => exit !== undefined)]).toEqual([[undefined, undefined, undefined], [true, true, true]])
      const failures = yield* Effect.forEach(statements, Fiber.join)
      expect(failures.map(isUnavailable)).toEqual([true, true, true])
      const next = yield* Effect.flatMap(transactions(sql, 2), (one) => atOnce(2, one))
      expect(next.filter((pid) => sessions.has(pid))).toEqual([])
    })
    try {
      await Effect.runPromise(Effect.provide(outcome, Database.server({ url: Redacted.make(url.href), maxConnections: 2 })))
    } finally {
      jest.useRealTimers()
      await between.cut()
    }
  }

  test(
    "a statement of admission has five seconds with its wait for a connection, and the next one a session that answers",
    endsAfter(5000, AdmissionClient)
  )

  test(
    "any other statement has two seconds more than the server gives it, with its wait for a connection, and the next one a session that answers",
    endsAfter(12_000, SqlClient.SqlClient)
  )
}
