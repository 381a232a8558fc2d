/** How often a write is tried again before it is given up. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Decision from "@candor/domain/Decision"
import { ApiKeyId, OrganizationId, UserId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Cause, Effect, Exit, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { isUnavailable } from "../src/database/SqlFailures.ts"
import { write } from "../src/statements/Writing.ts"

const id = "00000000-0000-7000-8000-000000000901"

const actor: Actor = {
  organization_id: OrganizationId.make(id),
  user_id: UserId.make(id),
  api_key_id: ApiKeyId.make(id),
  request_id: "test"
}

/** A write that every time ends like this when it saves, and how often that was. */
const writing = (outcome: Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>) => {
  const saved = { times: 0 }
  const saving = Effect.suspend(() => {
    saved.times++
    return outcome
  })
  const written = write({ actor, load: Effect.succeed("before"), decide: () => Decision.withoutEvents("after"), save: () => saving })
  return { saved, written }
}

test("a write whose row stays locked is tried ten times, 200 ms apart, and then the database is unavailable", () =>
  Effect.runPromise(Effect.gen(function*() {
    const locked = new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause: new Error("Locked") }) })
    const { saved, written } = writing(Effect.fail(locked))
    const fiber = yield* Effect.forkChild(written)
    yield* TestClock.adjust(`${9 * 200 - 1} millis`)
    expect([saved.times, fiber.pollUnsafe()]).toEqual([9, undefined])
    yield* TestClock.adjust("1 millis")
    const exit = yield* Fiber.await(fiber)
    expect([saved.times, Exit.isFailure(exit) && Cause.squash(exit.cause)]).toEqual([10, locked])
    expect(isUnavailable(locked)).toBe(true)
  }).pipe(Effect.provide(TestClock.layer()))))

test("a write that others are faster with a thousand times is given up as a defect", async () => {
  const { saved, written } = writing(Effect.succeed([]))
  const exit = await Effect.runPromiseExit(written)
  expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toEqual(new Error("1000 races were lost in a row"))
  expect(saved.times).toBe(1000)
})
