/** How often background work asks the database. */
import { consume } from "@candor/background/queue/Consumer"
import * as QueueMetrics from "@candor/background/queue/QueueMetrics"
import { expect, test } from "bun:test"
import { Effect, Layer, References, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"

const run = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

const failureOf = (code: string) =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause: { code }, message: code, operation: "query" }) })

test.each([["25006", 1], ["XX000", 10]])(
  "a consumer that can take nothing, because of SQLSTATE %s, tries again %d times a second",
  (code, timesASecond) => {
    let times = 0
    const take = () => Effect.suspend(() => {
      times++
      return Effect.die(failureOf(code))
    })
    const store = Layer.succeed(PersistedQueue.PersistedQueueStore, { offer: () => Effect.void, take, cleanup: () => Effect.void })
    return run(Effect.gen(function*() {
      yield* consume({ queue: "numbers", element: Schema.Struct({}), concurrency: 1, maxAttempts: 1, handle: () => Effect.void })
      yield* TestClock.adjust(0)
      const before = times
      yield* TestClock.adjust("10 seconds")
      expect(times - before).toBe(10 * timesASecond)
    }).pipe(Effect.scoped, Effect.provide(PersistedQueue.layer.pipe(Layer.provide(store))), Effect.provide(TestClock.layer())))
  }
)

test("the metrics of the queues are read from the database every 10 seconds", () => {
  let times = 0
  const database = Layer.succeed(SqlClient.SqlClient, (() => Effect.sync(() => {
    times++
    return []
  })) as never)
  return run(Effect.gen(function*() {
    yield* Layer.build(QueueMetrics.layer)
    yield* TestClock.adjust("9999 millis")
    expect(times).toBe(1)
    yield* TestClock.adjust("1 millis")
    expect(times).toBe(2)
  }).pipe(Effect.scoped, Effect.provide([database, TestClock.layer()])))
})
