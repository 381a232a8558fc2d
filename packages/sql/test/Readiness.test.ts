/** Whether a database answers, which every program that serves is asked for. */
import { expect, test } from "bun:test"
import { Effect, Fiber, Option, References } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as Readiness from "../src/database/Readiness.ts"

/** Asks what a database is able to do that answers a statement after so many milliseconds. */
const requested = (millis: number) =>
  Effect.gen(function*() {
    const answer = Effect.delay(Effect.succeed([{ able: "reads" }]), `${millis} millis`)
    const ability = yield* Effect.provideService(Readiness.make, SqlClient.SqlClient, (() => answer) as never)
    return yield* Effect.forkChild(ability)
  })

const run = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runPromise(effect.pipe(Effect.provideService(References.MinimumLogLevel, "None"), Effect.provide(TestClock.layer())))

test("a database that has not answered after a second is away, and not before", () =>
  run(Effect.gen(function*() {
    const late = yield* requested(1001)
    yield* TestClock.adjust("999 millis")
    expect(late.pollUnsafe()).toBeUndefined()
    yield* TestClock.adjust("1 millis")
    expect(yield* Fiber.join(late)).toEqual(Option.none())
  })))

test("a database that answers within a second says what it is able to do", () =>
  run(Effect.gen(function*() {
    const inTime = yield* requested(999)
    yield* TestClock.adjust("999 millis")
    expect(yield* Fiber.join(inTime)).toEqual(Option.some("reads"))
  })))
