/** When events are sequenced that nobody reads, and when a process looks again that waits for another. */
import { OrganizationId } from "@candor/domain/Id"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import * as SequencingSchedule from "@candor/sql/sequencing/SequencingSchedule"
import { expect, test } from "bun:test"
import { Context, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const organization_id = OrganizationId.make(crypto.randomUUID())

/** A database whose every statement has this row, outside of a transaction. */
const answering = (row: () => object) => {
  const transactionService = Context.Service<never>("no transaction")
  return Layer.succeed(SqlClient.SqlClient, Object.assign(() => Effect.sync(() => [row()]), { transactionService }) as never)
}

test("events that nobody reads wait a second for their numbers", () => {
  let runs = 0
  const sequencer = Layer.succeed(Sequencer, {
    sequence: () => Effect.void,
    sequenceAll: Effect.sync(() => {
      runs++
      return false
    })
  })
  const layer = SequencingSchedule.layer.pipe(
    Layer.provide([sequencer, answering(() => ({}))]),
    Layer.provideMerge(TestClock.layer())
  )
  return Effect.runPromise(Effect.provide(Effect.gen(function*() {
    yield* TestClock.adjust(0)
    expect(runs).toBe(1)
    yield* TestClock.adjust("999 millis")
    expect(runs).toBe(1)
    yield* TestClock.adjust("1 millis")
    expect(runs).toBe(2)
    yield* TestClock.adjust("10 seconds")
    expect(runs).toBe(12)
  }), layer))
})

test("a process that waits for the sequencer of another looks again every 10 ms, for all who wait", () => {
  let looks = 0
  /** What a batch is told: another process has the lease, or nothing waits any more. */
  let waiting = 1
  const batch = () => {
    looks++
    const sequenceable = waiting === 0 ? [] : [{ organization_id, transaction: 1 }]
    return { leased: waiting === 0, sequenceable, held: [], waiting, share: 100, last: null, next_transaction: 10, id: null }
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
    waiting = 0
    yield* TestClock.adjust("10 millis")
    yield* Fiber.joinAll(callers)
    expect(looks).toBe(13)
  }), layer))
})
