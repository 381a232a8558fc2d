/** When new events are looked for, and how many of those who wait for them are woken at a time. */
import * as Wakeups from "@candor/sql/database/Wakeups"
import { OrganizationId } from "@candor/domain/Id"
import { EventWatch } from "@candor/sql/repositories/event/EventWatch"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import { expect, test } from "bun:test"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const acme = OrganizationId.make(crypto.randomUUID())
const globex = OrganizationId.make(crypto.randomUUID())

/**
 * A watch over heads that a test moves; `looks` is how often it has looked, and `woken` names readers that have been
 * woken. `write` tells it of events. It hears of all changes, or of none.
 */
const watching = ({ hears = true } = {}) => {
  const wakeups = Wakeups.make()
  if (!hears) wakeups.connect({ tell: () => {}, listen: Effect.void, areHeard: () => false })
  const write = () => wakeups.wake(Wakeups.bitsOf("INSERT INTO events"))
  const heads = new Map<OrganizationId, number>()
  const seen = { looks: 0, woken: new Array<OrganizationId>() }
  /** A database whose only statement selects the heads. */
  const database = Layer.succeed(
    SqlClient.SqlClient,
    (() =>
      Effect.sync(() => {
        seen.looks++
        return [...heads].map(([organization_id, sequence]) => ({ organization_id, sequence }))
      })) as never
  )
  const sequencer = Layer.succeed(Sequencer, { sequence: () => Effect.void, sequenceAll: Effect.succeed(false) })
  const layer = EventWatch.layer.pipe(
    Layer.provide([database, sequencer, Layer.succeed(Wakeups.Wakeups, wakeups.service)]),
    Layer.provideMerge(TestClock.layer())
  )
  const wait = (organization: OrganizationId, readers: number) =>
    Effect.gen(function*() {
      const { changed } = yield* EventWatch
      const woken = Effect.map(changed(organization, 0), () => seen.woken.push(organization))
      yield* Effect.forEach(Array.from({ length: readers }), () => Effect.forkChild(woken, { startImmediately: true }))
    })
  return { heads, layer, seen, wait, write }
}

test("who waits for events is looked for at once, and all of them after a change with one look, every 200 ms at most", () => {
  const { layer, seen, wait, write } = watching()
  return Effect.runPromise(Effect.provide(
    Effect.gen(function*() {
      yield* TestClock.adjust("1 minute")
      expect(seen.looks).toBe(0)
      yield* wait(acme, 50)
      yield* TestClock.adjust(0)
      expect(seen.looks).toBe(1)
      yield* wait(globex, 50)
      yield* TestClock.adjust(0)
      expect(seen.looks).toBe(2)
      yield* TestClock.adjust("1 second")
      expect(seen.looks).toBe(2)
      write()
      yield* TestClock.adjust(0)
      expect(seen.looks).toBe(3)
      write()
      yield* TestClock.adjust("199 millis")
      expect(seen.looks).toBe(3)
      yield* TestClock.adjust("1 millis")
      expect(seen.looks).toBe(4)
      yield* TestClock.adjust("5200 millis")
      expect(seen.looks).toBe(5)
    }),
    layer
  ))
})
