/** Slots of a server: nobody is shut out by those who have most, and what moves least gives way. */
import { OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Effect, Exit, Fiber, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { type Slot, slots } from "../src/request/Slots.ts"

const [acme, globex, umbrella, initech] = Array.from({ length: 4 }, () => OrganizationId.make(crypto.randomUUID())) as [
  OrganizationId,
  OrganizationId,
  OrganizationId,
  OrganizationId
]

const eight = () => slots({ things: "uploads", advice: "Try again.", ofOrganization: 4, ofServer: 8 })

const run = (effect: Effect.Effect<unknown, unknown, Scope.Scope>) =>
  Effect.runPromise(effect.pipe(Effect.scoped, Effect.provide(TestClock.layer())))

const isLost = ({ lost }: Slot) => Effect.map(Effect.timeoutOption(Effect.exit(lost), 0), (exit) => exit._tag === "Some" && Exit.isFailure(exit.value))

test("an organization has so many, with the limit told; a part of it so many of these", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    const key = { id: "key", of: "This key", limit: 2 }
    yield* Effect.replicateEffect(take(acme, key), 2)
    expect((yield* Effect.flip(take(acme, key))).error).toMatchObject({ message: expect.stringContaining("This key has 2 uploads"), details: { limit: 2 } })
    yield* Effect.replicateEffect(take(acme), 2)
    expect((yield* Effect.flip(take(acme))).error).toMatchObject({ message: expect.stringContaining("This organization has 4 uploads") })
  }))
})

test("where all are taken, an organization with fewer gets one of those who have most, until all have as many", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    for (const organization of [acme, globex]) yield* Effect.replicateEffect(take(organization), 4)
    yield* Effect.replicateEffect(take(umbrella), 2)
    yield* Effect.replicateEffect(take(initech), 2)
    for (const organization of [acme, globex, umbrella, initech]) {
      expect((yield* Effect.flip(take(organization))).error.message).toContain("This server has 8 uploads")
    }
  }))
})

test("the slot that moves least is lost: not one that has just begun, and not one that is done with its client", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    const [kept, fast, dripping, slow] = yield* Effect.replicateEffect(take(acme), 4)
    kept!.keep()
    yield* TestClock.adjust("1 minute")
    for (const [slot, bytes] of [[fast, 9_000_000], [dripping, 60], [slow, 500_000]] as const) slot!.progress(bytes)
    const begun = yield* Effect.replicateEffect(take(globex), 3)
    yield* take(umbrella)
    const fiber = yield* Effect.forkChild(Effect.exit(dripping!.lost))
    const first = yield* take(initech)
    expect(Exit.isFailure(yield* Fiber.join(fiber))).toBe(true)
    expect(yield* Effect.forEach([kept!, fast!, slow!, first, ...begun], isLost)).toEqual([false, false, false, false, false, false, false])
  }))
})

test("a slot is free again when its scope closes, also after it was lost", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    yield* Effect.scoped(Effect.gen(function*() {
      for (const organization of [acme, globex]) yield* Effect.replicateEffect(take(organization), 4)
      yield* take(umbrella)
    }))
    for (const organization of [acme, globex]) yield* Effect.replicateEffect(take(organization), 4)
  }))
})
