import { scopedWithin } from "@candor/process/ScopedWithin"
import { describe, expect, test } from "bun:test"
import { Deferred, Duration, Effect, Exit, Fiber, Logger } from "effect"

describe("A scope with a limit", () => {
  test("gives everything back, in order, before the program ends", async () => {
    const said: Array<string> = []
    const hold = (name: string) =>
      Effect.addFinalizer(() => Effect.andThen(Effect.yieldNow, Effect.sync(() => said.push(name))))
    const program = Effect.andThen(hold("first"), hold("second")).pipe(
      Effect.as("done"),
      scopedWithin(Duration.minutes(1))
    )
    expect(await Effect.runPromise(program)).toBe("done")
    expect(said).toEqual(["second", "first"])
  })

  test("ends a program that was interrupted though a finalizer never does, and says so", async () => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const exit = await Effect.runPromise(
      Effect.gen(function*() {
        const begun = yield* Deferred.make<void>()
        const program = Effect.addFinalizer(() => Effect.never).pipe(
          Effect.andThen(Deferred.succeed(begun, undefined)),
          Effect.andThen(Effect.never),
          scopedWithin(Duration.millis(10))
        )
        const fiber = yield* Effect.forkDetach(program)
        yield* Deferred.await(begun)
        fiber.interruptUnsafe()
        return yield* Effect.timeout(Fiber.await(fiber), Duration.seconds(5))
      }).pipe(Effect.provideService(Logger.CurrentLoggers, new Set([logger])))
    )
    expect(Exit.hasInterrupts(exit)).toBe(true)
    expect(lines).toEqual([expect.stringContaining("Finalizers did not end")])
  })
})
