/** When events are sequenced that nobody reads, when a process looks again that waits for another, and for how many at a time. */
import { OrganizationId } from "@candor/domain/Id"
import * as Wakeups from "@candor/sql/database/Wakeups"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import * as SequencingSchedule from "@candor/sql/sequencing/SequencingSchedule"
import { expect, test } from "bun:test"
import { Context, type Duration, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const organization_id = OrganizationId.make(crypto.randomUUID())

/** A database that answers every statement with a row, after a moment and outside of a transaction. */
const answering = (row: (values: ReadonlyArray<unknown>) => object) => {
  const statement = (_: TemplateStringsArray, ...values: ReadonlyArray<unknown>) => Effect.map(Effect.yieldNow, () => [row(values)])
  const transactionService = Context.Service<never>("no transaction")
  return Layer.succeed(SqlClient.SqlClient, Object.assign(statement, { transactionService }) as never)
}

/** The status of a batch where nothing waits. */
const nothing = { leased: true, sequenceable: [], held: [], waiting: 0, share: 100, last: null, next_transaction: 10 }

/** The row of a batch without events. */
const empty = (status: object) => ({ status, id: null })

test("events that nobody reads get their numbers at once, a second after those before, and are looked for while some wait", () => {
  let runs = 0
  let eventsWait = false
  const wakeups = Wakeups.make()
  const write = () => wakeups.wake(Wakeups.bitsOf("INSERT INTO events"))
  const sequencer = Layer.succeed(Sequencer, {
    sequence: () => Effect.void,
    sequenceAll: Effect.sync(() => {
      runs++
      return eventsWait
    })
  })
  const layer = SequencingSchedule.layer.pipe(
    Layer.provide([sequencer, answering(() => ({ seconds: 0 })), Layer.succeed(Wakeups.Wakeups, wakeups.service)]),
    Layer.provideMerge(TestClock.layer())
  )
  const runsAfter = (duration: Duration.Input) => Effect.map(TestClock.adjust(duration), () => runs)
  return Effect.runPromise(Effect.provide(Effect.gen(function*() {
    expect([yield* runsAfter(0), yield* runsAfter("2 seconds")]).toEqual([1, 1])
    write()
    expect(yield* runsAfter(0)).toBe(2)
    write()
    expect([yield* runsAfter("999 millis"), yield* runsAfter("1 millis")]).toEqual([2, 3])
    expect(yield* runsAfter("6 seconds")).toBe(4)
    eventsWait = true
    write()
    expect(yield* runsAfter("10 seconds")).toBe(14)
  }), layer))
})

test("a process that waits for the sequencer of another looks again every 10 ms, for all who wait", () => {
  let looks = 0
  let isLeased = true
  const batch = () => {
    looks++
    return empty(
      isLeased ? { ...nothing, leased: false, sequenceable: [{ organization_id, transaction: 1 }], waiting: 1 } : nothing
    )
  }
  const layer = Sequencer.layer.pipe(Layer.provide(answering(batch)), Layer.provideMerge(TestClock.layer()))
  return Effect.runPromise(Effect.provide(Effect.gen(function*() {
    const { sequence } = yield* Sequencer
    const callers = yield* Effect.forEach(Array.from({ length: 50 }), () =>
      Effect.forkChild(sequence(organization_id), { startImmediately: true }))
    yield* TestClock.adjust(0)
    expect(looks).toBe(1)
    yield* TestClock.adjust("9 millis")
    expect(looks).toBe(1)
    yield* TestClock.adjust("1 millis")
    expect(looks).toBe(2)
    yield* TestClock.adjust("100 millis")
    expect(looks).toBe(12)
    expect(callers.every((caller) => caller.pollUnsafe() === undefined)).toBe(true)
    isLeased = false
    yield* TestClock.adjust("10 millis")
    yield* Fiber.joinAll(callers)
    expect(looks).toBe(13)
  }), layer))
})

test("a batch is for 100 of the organizations that somebody waits for, and the next one for the others", () => {
  const requested: Array<number> = []
  const batch = (values: ReadonlyArray<unknown>) => {
    requested.push(Math.max(...values.map((value) => Array.isArray(value) ? value.length : 0)))
    return empty(nothing)
  }
  const layer = Sequencer.layer.pipe(Layer.provide(answering(batch)))
  return Effect.runPromise(Effect.provide(Effect.gen(function*() {
    const { sequence } = yield* Sequencer
    const organizations = Array.from({ length: 101 }, () => OrganizationId.make(crypto.randomUUID()))
    yield* Effect.forEach(organizations, sequence, { concurrency: "unbounded" })
    expect(requested).toEqual([100, 1])
  }), layer))
})
