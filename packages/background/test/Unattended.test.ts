/** Work that nobody does is told: in the log, in the metrics, and in what readiness answers. */
import { BackgroundStatus, make as makeStatus, stallMillis } from "@candor/background/BackgroundStatus"
import { consume } from "@candor/background/queue/Consumer"
import * as Unattended from "@candor/background/queue/Unattended"
import * as Queue from "@candor/sql/queue/Queue"
import * as QueueStatus from "@candor/sql/queue/QueueStatus"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { describe, expect, test } from "bun:test"
import { Clock, Deferred, Effect, Layer, Logger, Schema } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"

/** How a queue stands whose oldest element has been due for so many seconds. */
const queue = (oldest_due_seconds: number, taken = 0, name = "orphans"): QueueStatus.QueueStatus => ({
  queue: name,
  waiting: 3,
  due: 2,
  taken,
  oldest_due_seconds,
  dead_letters: 0
})

/** A clock that shows this time, in milliseconds. */
const at = (now: number) => (real: Clock.Clock): Clock.Clock => ({
  ...real,
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.succeed(now)
})

/** A process that looks at how the queues stand: what it reports, and what it logged. */
const process = () => {
  const status = makeStatus()
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))
  const watch = Unattended.make()
  const look = (now: number, ...statuses: ReadonlyArray<QueueStatus.QueueStatus>) =>
    Effect.runPromise(
      Effect.andThen(watch(statuses), status.report).pipe(
        Effect.map(({ unattended }) => unattended),
        Effect.provideService(BackgroundStatus, status),
        Effect.updateService(Clock.Clock, at(now)),
        Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
      )
    )
  return { status, lines, look }
}

describe("Work that has been due for over a minute, and that no process has taken,", () => {
  test("is reported after two checks, again every ten minutes, and when it is done again", async () => {
    const { lines, look } = process()
    const shown = async () =>
      /^candor_queue_unattended\{queue="orphans"\} (\d)$/m.exec(await Effect.runPromise(PrometheusMetrics.format()))
        ?.[1]
    expect(await look(1_000_000, queue(61))).toEqual([])
    expect(lines).toEqual([])
    expect(await look(1_010_000, queue(71))).toEqual(["orphans"])
    expect(lines).toEqual([
      expect.stringMatching(/Background work is due and no process does it.*CANDOR_WORKER.*orphans/)
    ])
    expect(lines[0]).toContain("oldest_due_seconds=71")
    expect(await shown()).toBe("1")
    await look(1_020_000, queue(81))
    expect(lines).toHaveLength(1)
    await look(1_700_000, queue(761))
    expect(lines).toHaveLength(2)
    expect(await look(1_710_000, queue(0))).toEqual([])
    expect(lines.at(-1)).toContain("done again")
    expect(await shown()).toBe("0")
  })

  test("is reported for each further queue, and not for queues that others work on or that have waited for less", async () => {
    const { lines, look } = process()
    const statuses = [queue(90, 0, "first"), queue(90, 1, "busy"), queue(59, 0, "young")]
    await look(1_000_000, ...statuses)
    expect(await look(1_010_000, ...statuses)).toEqual(["first"])
    await look(1_020_000, ...statuses, queue(90, 0, "second"))
    expect(await look(1_030_000, ...statuses, queue(90, 0, "second"))).toEqual(["first", "second"])
    expect(lines).toHaveLength(2)
  })

  test("is not reported while deliveries are paused", async () => {
    const { look, status } = process()
    await Effect.runPromise(status.setDeliveries("paused"))
    const statuses = [queue(90, 0, "receivers"), queue(90, 0, "mails"), queue(90, 0, "profiles")]
    await look(1_000_000, ...statuses)
    expect(await look(1_010_000, ...statuses)).toEqual(["profiles"])
  })
})

test("waiting consumers stall after 15 seconds without a poll; busy ones do not", async () => {
  const status = makeStatus()
  const run = <A>(now: number, effect: Effect.Effect<A>) =>
    Effect.runPromise(Effect.updateService(effect, Clock.Clock, at(now)))
  const stalled = async (now: number) => (await run(now, status.report)).stalled
  await run(0, status.waiting("profiles", 2))
  expect(await stalled(stallMillis)).toEqual([])
  expect(await stalled(stallMillis + 1)).toEqual(["profiles"])
  await run(20_000, status.polled("profiles"))
  expect(await stalled(20_000 + stallMillis)).toEqual([])
  await run(20_000, status.waiting("profiles", -2))
  expect(await stalled(90_000)).toEqual([])
  // Who was busy for long begins to wait anew.
  await run(100_000, status.waiting("profiles", 1))
  expect(await stalled(100_000 + stallMillis)).toEqual([])
})

for (const database of databases.map(forFile)) {
  test(`on ${database.name} waiting consumers poll, and report their queue`, () =>
    runOn(database)(Effect.scoped(Effect.gen(function*() {
      const thrice = yield* Deferred.make<void>()
      let looks = 0
      const observer = (name: string) => {
        if (name === "numbers") looks++
        return looks === 3 ? Effect.asVoid(Deferred.succeed(thrice, undefined)) : Effect.void
      }
      yield* Layer.build(
        Layer.effectDiscard(
          consume({
            queue: "numbers",
            element: Schema.Struct({}),
            concurrency: 1,
            maxAttempts: 1,
            handle: () => Effect.void
          })
        ).pipe(Layer.provide(Layer.fresh(Queue.layer)), Layer.provide(Layer.succeed(Queue.PollObserver, observer)))
      )
      yield* Deferred.await(thrice)
    }))))

  test(`on ${database.name} work is taken as long as the lock of its worker has not expired`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at, acquired_at, acquired_by)
        SELECT gen_random_uuid()::text, 'numbers', '{}', 'pending', 1, began, began, now(), now() - n * interval '20 seconds', gen_random_uuid()
        FROM generate_series(1, 2) n, (SELECT now() - interval '70 seconds' AS began) began`
      const [row] = yield* QueueStatus.all
      expect(row).toMatchObject({ queue: "numbers", waiting: 1, due: 1, taken: 1 })
      expect(row!.oldest_due_seconds).toBeWithin(69, 100)
    })))
}
