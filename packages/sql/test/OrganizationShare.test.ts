/** The share of the connections that one organization's statements hold. */
import { expect, test } from "bun:test"
import { Clock, Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CurrentOrganization, make } from "../src/database/OrganizationShare.ts"

/**
 * A share of so many connections, with statements that run until `end`; `ran` are those that have begun, in their
 * order.
 */
const sharing = (connections: number) =>
  Effect.map(Clock.Clock, (clock) => {
    const share = make(connections, clock, () => 0)
    const ran: Array<string> = []
    let over = Deferred.makeUnsafe<void>()
    const run = (organization: string, name: string) =>
      share.run(() =>
        Effect.suspend(() => {
          ran.push(name)
          return Deferred.await(over)
        })
      ).pipe(Effect.provideService(CurrentOrganization, organization))
    return {
      ran,
      run,
      start: (organization: string, name: string) =>
        Effect.forkChild(run(organization, name), { startImmediately: true }),
      /** Ends all statements that have begun or begin until the next `start`. */
      end: (fibers: ReadonlyArray<Fiber.Fiber<void, unknown>>) =>
        Effect.gen(function*() {
          Deferred.doneUnsafe(over, Effect.void)
          yield* Fiber.joinAll(fibers)
          over = Deferred.makeUnsafe<void>()
        })
    }
  })

/** A share whose statements end at once, with a result of so many bytes. */
const reading = Effect.map(Clock.Clock, (clock) => {
  const share = make(4, clock, (result) => result as number)
  const ended: Array<string> = []
  return {
    ended,
    read: (organization: string, bytes: number) =>
      share.run(() => Effect.succeed(bytes)).pipe(
        Effect.tap(() => Effect.sync(() => ended.push(organization))),
        Effect.provideService(CurrentOrganization, organization),
        Effect.forkChild({ startImmediately: true })
      )
  }
})

const names = (count: number) => Array.from({ length: count }, (_, n) => `${n}`)

test("a statement that is interrupted, while it waits or while it runs, keeps no connection", () =>
  Effect.runPromise(Effect.gen(function*() {
    const { ran, start } = yield* sharing(1)
    const running = yield* start("acme", "running")
    const waiting = yield* start("acme", "waiting")
    const second = yield* start("acme", "second")
    yield* Fiber.interruptAll([waiting, running])
    expect(ran).toEqual(["running", "second"])
    yield* Fiber.interrupt(second)
    yield* start("acme", "third")
    expect(ran).toEqual(["running", "second", "third"])
  })))

test("an organization whose statements are slow has two connections while another uses the database, and else its share", () =>
  Effect.runPromise(Effect.provide(
    Effect.gen(function*() {
      const { end, ran, start } = yield* sharing(4)
      /** How many of six statements begin at once. */
      const begun = Effect.gen(function*() {
        const before = ran.length
        const fibers = yield* Effect.forEach(names(6), (name) => start("acme", name))
        const count = ran.length - before
        yield* TestClock.adjust("200 millis")
        yield* end(fibers)
        return count
      })
      expect(yield* begun).toBe(4)
      expect(yield* begun).toBe(4)
      yield* end([yield* start("globex", "other")])
      expect(yield* begun).toBe(2)
      yield* TestClock.adjust("2 seconds")
      expect(yield* begun).toBe(4)
    }),
    TestClock.layer()
  )))

test("an organization that reads large texts reads 4 MiB at once and 2 MiB per second while another uses the database", () =>
  Effect.runPromise(Effect.provide(
    Effect.gen(function*() {
      const { ended, read } = yield* reading
      const mebibyte = 2 ** 20
      yield* read("globex", 0)
      yield* Effect.forEach(names(12), () => read("acme", mebibyte))
      // The fifth is the one that is beyond 4 MiB.
      expect(ended).toEqual(["globex", ...names(5).map(() => "acme")])
      // Others do not wait for it, and keep it to its rate.
      for (const mebibytes of [7, 9]) {
        yield* read("globex", 0)
        yield* TestClock.adjust("500 millis")
        yield* read("globex", 0)
        yield* TestClock.adjust("500 millis")
        expect(ended.filter((name) => name === "acme")).toHaveLength(mebibytes)
      }
      expect(ended.filter((name) => name === "globex")).toHaveLength(5)
      // Alone it has no such bound.
      yield* Effect.forEach(names(20), () => read("acme", mebibyte))
      yield* TestClock.adjust("1 second")
      expect(ended.filter((name) => name === "acme")).toHaveLength(32)
    }),
    TestClock.layer()
  )))
