/** Large documents are given to their connections one after the other, with pauses in which others are answered. */
import { expect, test } from "bun:test"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import * as DocumentPace from "../src/open/DocumentPace.ts"

const mebibyte = 1024 * 1024

test("large documents are given to connections at 256 MiB a second, and who has left takes no turn", () =>
  Effect.runPromise(Effect.gen(function*() {
    const inPace = DocumentPace.make()
    const given: Array<string> = []
    const ask = (name: string, bytes: number) =>
      Effect.forkChild(Effect.andThen(inPace(bytes), Effect.sync(() => given.push(name))), { startImmediately: true })
    yield* ask("first", 4 * mebibyte)
    yield* ask("second", 4 * mebibyte)
    yield* Fiber.interrupt(yield* ask("left", 4 * mebibyte))
    yield* ask("third", mebibyte)
    yield* ask("small", mebibyte / 4 - 1)
    const givenAfter = (millis: number) => Effect.map(TestClock.adjust(millis), () => [...given])
    expect(yield* givenAfter(15)).toEqual(["first", "small"])
    expect(yield* givenAfter(1)).toEqual(["first", "small", "second"])
    expect(yield* givenAfter(15)).toHaveLength(3)
    expect(yield* givenAfter(1)).toEqual(["first", "small", "second", "third"])
  }).pipe(Effect.provide(TestClock.layer()))))
