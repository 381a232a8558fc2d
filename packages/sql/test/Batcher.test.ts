/** The batcher: every waiting submitter gets one result, from a batch with its own key. */
import { describe, expect, test } from "bun:test"
import { type Context, Deferred, Duration, Effect, Exit, Fiber, Queue, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Batcher from "../src/statements/Batcher.ts"

type Entries = ReadonlyArray<Batcher.Entry<string, string, string>>

/** Submits items to batches that stay in flight until a test says how they end; an item that begins with "t" throws. */
const submitting = (maxBatchSize = 64, inFlight = Batcher.inFlight({ max: 4, maxWait: Duration.millis(10) })) =>
  Effect.gen(function*() {
    const started = yield* Queue.unbounded<
      { readonly entries: Entries; readonly done: Deferred.Deferred<void, string> }
    >()
    const submit = Batcher.make<string, string, string>({
      name: "read",
      batchKey: (item) => item.charAt(0),
      maxBatchSize,
      inFlight,
      run: (entries) => {
        if (entries[0]?.item.startsWith("t")) throw new Error("Cannot even start")
        return Effect.gen(function*() {
          const done = yield* Deferred.make<void, string>()
          yield* Queue.offer(started, { entries, done })
          yield* Deferred.await(done)
          for (const { complete, item } of entries) complete(Exit.succeed(item))
        })
      }
    })
    const start = (item: string) =>
      Effect.forkScoped(Effect.contextWith((context: Context.Context<never>) => submit(item, context)), {
        startImmediately: true
      })
    /** How many batches have started after so many milliseconds, and were not taken. */
    const startedAfter = (millis: number) => Effect.andThen(TestClock.adjust(millis), Queue.size(started))
    /** How many have, right after these items were submitted. */
    const startedWith = (...items: ReadonlyArray<string>) =>
      Effect.andThen(Effect.forEach(items, start, { discard: true }), startedAfter(0))
    return { started, start, startedAfter, startedWith }
  })

const items = (entries: Entries) => entries.map(({ item }) => item)

const run = <A, E>(test: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(test))

describe("a batch", () => {
  test("has items of one key, at most maxBatchSize", () =>
    run(Effect.gen(function*() {
      const { started, start } = yield* submitting(2)
      for (const item of ["a1", "b1", "a2", "a3", "b2"]) yield* start(item)
      const batches = [yield* Queue.take(started), yield* Queue.take(started), yield* Queue.take(started)]
      expect(batches.map(({ entries }) => items(entries)).toSorted()).toEqual([["a1", "a2"], ["a3"], ["b1", "b2"]])
    })))

  test("completes with its own end every entry that has no result", () =>
    run(Effect.gen(function*() {
      const { started, start } = yield* submitting()
      const [one, two] = [yield* start("a1"), yield* start("a2")]
      const { entries, done } = yield* Queue.take(started)
      entries[0]!.complete(Exit.succeed("first"))
      entries[0]!.complete(Exit.succeed("second"))
      yield* Deferred.fail(done, "broken")
      expect([yield* Fiber.await(one), yield* Fiber.await(two)]).toEqual([Exit.succeed("first"), Exit.fail("broken")])
    })))

  test("runs on while one submitter waits, and others have left or have their result", () =>
    run(Effect.gen(function*() {
      const { started, start } = yield* submitting()
      const [one, two, three] = [yield* start("a1"), yield* start("a2"), yield* start("a3")]
      const { entries, done } = yield* Queue.take(started)
      yield* Fiber.interrupt(one)
      entries[0]!.complete(Exit.succeed("too late"))
      yield* Fiber.interrupt(two)
      expect(entries.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true])
      yield* Deferred.succeed(done, undefined)
      expect(yield* Fiber.await(three)).toEqual(Exit.succeed("a3"))
    })))

  test("that has run for 10 ms counts no more: until then the next waits, and later ones start at once", () =>
    run(
      Effect.gen(function*() {
        const { startedAfter, startedWith } = yield* submitting()
        yield* startedWith("a", "b", "c", "d", "e")
        expect([yield* startedAfter(9), yield* startedAfter(1)]).toEqual([4, 5])
        expect(yield* startedWith("f")).toBe(6)
      }).pipe(Effect.provide(TestClock.layer()))
    ))

  test("waits for 10 ms at most, however many wait before it", () =>
    run(
      Effect.gen(function*() {
        const { startedAfter, startedWith } = yield* submitting()
        yield* startedWith("a", "b", "c", "d")
        yield* startedAfter(5)
        yield* startedWith(...Array.from({ length: 26 }, (_, n) => String.fromCodePoint(65 + n)))
        expect([yield* startedAfter(4), yield* startedAfter(1), yield* startedAfter(4), yield* startedAfter(1)])
          .toEqual([4, 8, 8, 30])
      }).pipe(Effect.provide(TestClock.layer()))
    ))

  test("makes room for the next however it ends", () =>
    run(Effect.gen(function*() {
      const { started, start } = yield* submitting(1)
      for (let n = 0; n < 4; n++) {
        const failing = yield* start("failing")
        yield* Deferred.fail((yield* Queue.take(started)).done, "broken")
        expect(yield* Fiber.await(failing)).toEqual(Exit.fail("broken"))
        const leaving = yield* start("leaving")
        yield* Queue.take(started)
        yield* Fiber.interrupt(leaving)
        expect(Exit.isFailure(yield* Fiber.await(yield* start("throwing")))).toBe(true)
      }
      yield* start("next")
      // A batch without room would start later, by a timer.
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      expect(yield* Queue.size(started)).toBe(1)
    })))
})
