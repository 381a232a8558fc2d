/** Clients that read an answer too slowly. */
import { expect, test } from "bun:test"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import * as ReadingPace from "../src/files/ReadingPace.ts"

test("a client that takes too little in an interval is hung up on, and one that takes enough is not", () =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    let taken = 0
    let hungUp = 0
    yield* Effect.forkScoped(ReadingPace.required(() => taken, () => hungUp++), { startImmediately: true })
    const pass = (bytes: number) =>
      Effect.suspend(() => {
        taken += bytes
        return TestClock.adjust(ReadingPace.interval)
      })
    yield* pass(ReadingPace.minBytes)
    yield* pass(2 * ReadingPace.minBytes)
    expect(hungUp).toBe(0)
    yield* pass(ReadingPace.minBytes - 1)
    expect(hungUp).toBe(1)
    yield* TestClock.adjust(Duration.divideUnsafe(ReadingPace.interval, 2))
    expect(hungUp).toBe(1)
  }).pipe(Effect.provide(TestClock.layer())))))
