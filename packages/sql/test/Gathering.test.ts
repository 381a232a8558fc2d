/** Gathering: whoever waits is answered, once, and by a group of its own key. */
import { describe, expect, test } from "bun:test"
import { Context, Deferred, Effect, Exit, Fiber, Queue, type Scope } from "effect"
import { type Asked, gathered } from "../src/Gathering.ts"

type Waiting = ReadonlyArray<Asked<string, string, string>>

/** Asks; each group that has begun is in `begun`, and stays under way until it is told how it ends. One for "t" throws. */
const asking = (most = 64) =>
  Effect.gen(function*() {
    const begun = yield* Queue.unbounded<{ readonly asked: Waiting; readonly done: Deferred.Deferred<void, string> }>()
    const ask = gathered<string, string, string>({
      keyOf: (item) => item.charAt(0),
      most,
      together: (asked) => {
        if (asked[0]!.item.startsWith("t")) throw new Error("Cannot even begin")
        return Effect.gen(function*() {
          const done = yield* Deferred.make<void, string>()
          yield* Queue.offer(begun, { asked, done })
          yield* Deferred.await(done)
          for (const { answer, item } of asked) answer(Exit.succeed(item))
        })
      }
    })
    const start = (item: string) => Effect.forkScoped(ask(item, Context.empty()), { startImmediately: true })
    return { begun, start }
  })

const items = (asked: Waiting) => asked.map(({ item }) => item)

const run = <A, E>(test: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(test))

describe("what is gathered", () => {
  test("has one key, and is so many at most", () =>
    run(Effect.gen(function*() {
      const { begun, start } = yield* asking(2)
      for (const item of ["a1", "b1", "a2", "a3", "b2"]) yield* start(item)
      const groups = [yield* Queue.take(begun), yield* Queue.take(begun), yield* Queue.take(begun)]
      expect(groups.map(({ asked }) => items(asked)).toSorted()).toEqual([["a1", "a2"], ["a3"], ["b1", "b2"]])
    })))

  test("is answered by what becomes of it, whoever has not been", () =>
    run(Effect.gen(function*() {
      const { begun, start } = yield* asking()
      const [one, two] = [yield* start("a1"), yield* start("a2")]
      const { asked, done } = yield* Queue.take(begun)
      asked[0]!.answer(Exit.succeed("first"))
      asked[0]!.answer(Exit.succeed("second"))
      yield* Deferred.fail(done, "broken")
      expect([yield* Fiber.await(one), yield* Fiber.await(two)]).toEqual([Exit.succeed("first"), Exit.fail("broken")])
    })))

  test("is not given up while anybody waits, whoever has left and been answered", () =>
    run(Effect.gen(function*() {
      const { begun, start } = yield* asking()
      const [one, two, three] = [yield* start("a1"), yield* start("a2"), yield* start("a3")]
      const { asked, done } = yield* Queue.take(begun)
      yield* Fiber.interrupt(one)
      asked[0]!.answer(Exit.succeed("too late"))
      yield* Fiber.interrupt(two)
      expect(asked.map(({ waits }) => waits)).toEqual([false, false, true])
      yield* Deferred.succeed(done, undefined)
      expect(yield* Fiber.await(three)).toEqual(Exit.succeed("a3"))
    })))

  test("is asked anew where everybody has left before it began", () =>
    run(Effect.gen(function*() {
      const { begun, start } = yield* asking()
      yield* Fiber.interrupt(yield* start("a1"))
      yield* start("a2")
      expect(items((yield* Queue.take(begun)).asked)).toEqual(["a2"])
    })))

  test("makes room however it ends", () =>
    run(Effect.gen(function*() {
      const { begun, start } = yield* asking(1)
      for (let n = 0; n < 4; n++) {
        const failing = yield* start("failing")
        yield* Deferred.fail((yield* Queue.take(begun)).done, "broken")
        expect(yield* Fiber.await(failing)).toEqual(Exit.fail("broken"))
        const leaving = yield* start("leaving")
        yield* Queue.take(begun)
        yield* Fiber.interrupt(leaving)
        expect(Exit.isFailure(yield* Fiber.await(yield* start("throwing")))).toBe(true)
      }
      yield* start("next")
      // What finds no room begins later, by a timer.
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      expect(yield* Queue.size(begun)).toBe(1)
    })))
})
