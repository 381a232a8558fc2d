import { consume } from "@candor/background/queue/Consumer"
import * as QueueMetrics from "@candor/background/queue/QueueMetrics"
import * as Queue from "@candor/sql/queue/Queue"
import { type TestDatabase, databases } from "@candor/sql/testing/Databases"
import { describe, expect, test } from "bun:test"
import { Clock, Deferred, Effect, Exit, Latch, Layer, References, Schedule, Schema, Scope } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const Element = Schema.Struct({ n: Schema.Int })

/** Puts elements 0 to `count` - 1 into the queue. */
const fill = (count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
      SELECT gen_random_uuid()::text, 'numbers', json_build_object('n', n)::text, 'pending', 0, now(), now(), now()
      FROM generate_series(0, ${count - 1}::int) n
    `)

const states = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql<{ state: string; attempts: number; count: number }>`
    SELECT state, attempts, count(*)::int AS count FROM queue GROUP BY state, attempts ORDER BY state, attempts
  `)

/** A worker of its own, as another process has it: its own store, with its own locks. */
const worker = (
  concurrency: number,
  handle: (n: number, worker: number) => Effect.Effect<void, unknown>,
  number = 0,
  maxAttempts = 3
) =>
  Layer.effectDiscard(
    consume({ queue: "numbers", element: Element, concurrency, maxAttempts, handle: ({ n }) => handle(n, number) })
  ).pipe(Layer.provide(Layer.fresh(Queue.layer)))

const on = (database: TestDatabase) => <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient | Scope.Scope>) =>
  Effect.runPromise(
    Effect.scoped(effect).pipe(
      Effect.provide(database.layer),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  )

test("work that fails is tried again after a second, then each time after twice as long, up to ten minutes", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const times: Array<number> = []
      const attempt = Effect.flatMap(Clock.currentTimeMillis, (now) => {
        times.push(now)
        return Effect.fail(new Error("It does not work."))
      })
      yield* (yield* PersistedQueue.make({ name: "numbers", schema: Element })).offer({ n: 0 })
      yield* consume({ queue: "numbers", element: Element, concurrency: 1, maxAttempts: 13, handle: () => attempt })
      yield* TestClock.adjust("1 day")
      const pauses = times.slice(1).map((time, n) => (time - times[n]!) / 1000)
      expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600])
    }).pipe(
      Effect.scoped,
      Effect.provide(PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreMemory))),
      Effect.provide(TestClock.layer()),
      Effect.provideService(References.MinimumLogLevel, "None")
    )
  ))

for (const database of databases) {
  // Ten for each of the handlers, so that both workers claim often, and at the same time.
  const count = 500

  describe(`The queue on ${database.name}`, () => {
    test(`two workers share ${count} jobs, and no job is done twice`, () =>
      on(database)(Effect.gen(function*() {
        yield* fill(count)
        const times = Array.from({ length: count }, () => 0)
        const by = [0, 0]
        let left = count
        const done = yield* Deferred.make<void>()
        const handle = (n: number, number: number) =>
          Effect.suspend(() => {
            times[n]!++
            by[number]!++
            return --left === 0 ? Effect.asVoid(Deferred.succeed(done, undefined)) : Effect.void
          })
        yield* Layer.build(Layer.mergeAll(worker(25, handle, 0), worker(25, handle, 1)))
        yield* Deferred.await(done)
        expect(times.every((each) => each === 1)).toBe(true)
        expect(Math.min(...by)).toBeGreaterThan(0)
      })))

    test("a worker that stops releases its work at once, and the attempt does not count", () =>
      on(database)(Effect.gen(function*() {
        yield* fill(3)
        const begun = yield* Latch.make()
        const scope = yield* Scope.make()
        yield* Scope.provide(Layer.build(worker(3, () => Effect.andThen(begun.open, Effect.never))), scope)
        yield* begun.await
        yield* Scope.close(scope, Exit.void)
        expect(yield* states).toEqual([{ state: "pending", attempts: 0, count: 3 }])
        const seen = new Set<number>()
        const all = yield* Deferred.make<void>()
        const handle = (n: number) =>
          Effect.suspend(() => {
            seen.add(n)
            return seen.size === 3 ? Effect.asVoid(Deferred.succeed(all, undefined)) : Effect.void
          })
        yield* Layer.build(worker(3, handle))
        yield* Deferred.await(all)
      })))

    test("work that always fails becomes a dead letter after its attempts, and the metrics count it", () =>
      on(database)(Effect.gen(function*() {
        yield* fill(2)
        yield* Layer.build(worker(2, () => Effect.fail(new Error("It does not work.")), 0, 1))
        const both = yield* Effect.repeat(states, {
          until: (rows) => rows.every(({ state }) => state === "failed"),
          schedule: Schedule.spaced("20 millis")
        })
        expect(both).toEqual([{ state: "failed", attempts: 1, count: 2 }])
        yield* QueueMetrics.refresh(new Set())
        const shown = yield* PrometheusMetrics.format()
        expect(shown).toContain("candor_queue_dead_letters{queue=\"numbers\"} 2")
        expect(shown).toContain("candor_queue_depth{queue=\"numbers\"} 0")
        expect(shown).toMatch(/^candor_queue_attempts_total\{.*outcome="failed".*\} \d/m)
        expect(shown).toMatch(/^candor_queue_attempt_duration_seconds_count\{.*queue="numbers".*\} \d/m)
      })))
  })
}
