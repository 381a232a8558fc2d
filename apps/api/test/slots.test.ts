/** Slots of a server: what drips gives way, nobody is shut out by those who have most, and what moves is kept. */
import { OrganizationId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Effect, Exit, type Scope } from "effect"
import { TestClock } from "effect/testing"
import * as Pace from "../src/request/Pace.ts"
import { slotToFree, type Slot, slots, type Taken } from "../src/request/Slots.ts"

const [acme, globex, umbrella, initech] = Array.from({ length: 4 }, () => OrganizationId.make(crypto.randomUUID())) as [
  OrganizationId,
  OrganizationId,
  OrganizationId,
  OrganizationId
]

const anybody = () => OrganizationId.make(crypto.randomUUID())

const organizations: Readonly<Record<string, OrganizationId>> = { a: acme, g: globex, u: umbrella }

/**
 * Slots by their letters, in the order in which they were taken, each with the seconds for which it is still covered;
 * none where it is kept.
 */
const taken = (letters: string, seconds: ReadonlyArray<number | undefined>): ReadonlyArray<Taken> =>
  [...letters].map((letter, at) => ({
    organization: organizations[letter]!,
    deadline: 100_000 + 1000 * (seconds[at] ?? -60),
    isKept: seconds[at] === undefined
  }))

test.each<[what: string, letters: string, seconds: ReadonlyArray<number | undefined>, newcomer: string, slot: number]>([
  ["all move, and each has as many: nobody gives way", "agui", [9, 9, 9, 9], "x", -1],
  ["one drips where each has as many: it gives way", "agui", [9, 9, -1, 9], "x", 2],
  ["of several that drip, the longest", "agui", [-1, -9, 9, -3], "x", 1],
  ["one drips, and another has more that move: it gives way all the same", "aaag", [9, 9, 9, -1], "x", 3],
  ["it gives way to an organization that has more", "aaag", [9, 9, 9, -1], "a", 3],
  ["and to one of its own organization", "aa", [9, -1], "a", 1],
  ["who has just begun does not drip", "ag", [0.001, 9], "x", -1],
  [
    "one that is done with its client stays, and another that drips gives way",
    "aaag",
    [undefined, undefined, undefined, -1],
    "x",
    3
  ],
  ["all move: the newest of those who have most", "agaug", [1, 9, 9, 9, 9], "x", 4],
  ["all move: not the newest of those who have fewer", "aaagg", [9, 9, 9, 9, 9], "x", 2],
  [
    "of those who have most, all are done with their clients: the next",
    "aaagg",
    [undefined, undefined, undefined, 9, 9],
    "x",
    4
  ],
  ["all move, and others have one more only: nobody gives way", "aaggu", [9, 9, 9, 9, 9], "u", -1],
  ["all are done with their clients", "aaaa", [undefined, undefined, undefined, undefined], "x", -1]
])("%s", (_, letters, seconds, newcomer, slot) => {
  const all = taken(letters, seconds)
  expect(all.indexOf(slotToFree(all, organizations[newcomer] ?? anybody(), true, 100_000)!)).toBe(slot)
})

const eight = () =>
  slots({ things: "uploads", advice: "Try again.", ofOrganization: 4, ofServer: 8, grace: Pace.sendingGrace })

const run = (effect: Effect.Effect<unknown, unknown, Scope.Scope>) =>
  Effect.runPromise(effect.pipe(Effect.scoped, Effect.provide(TestClock.layer())))

const isLost = ({ lost }: Slot) =>
  Effect.map(Effect.timeoutOption(Effect.exit(lost), 0), (exit) => exit._tag === "Some" && Exit.isFailure(exit.value))

test("an organization has so many, with the limit told; a part of it so many of these", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    const key = { id: "key", of: "This key", limit: 2 }
    yield* Effect.replicateEffect(take(acme, key), 2)
    expect((yield* Effect.flip(take(acme, key))).error).toMatchObject({
      message: expect.stringContaining("This key has 2 uploads"),
      details: { limit: 2 }
    })
    yield* Effect.replicateEffect(take(acme), 2)
    expect((yield* Effect.flip(take(acme))).error).toMatchObject({
      message: expect.stringContaining("This organization has 4 uploads")
    })
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

test("eight organizations with a dripping slot each shut out no ninth, also where they come again at once; what moves stays", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    for (const dripper of Array.from({ length: 8 }, anybody)) {
      const dripping = Effect.exit(Effect.scoped(Effect.flatMap(take(dripper), ({ lost }) => lost)))
      yield* Effect.forkScoped(Effect.forever(Effect.andThen(dripping, Effect.sleep("100 millis"))), {
        startImmediately: true
      })
    }
    yield* TestClock.adjust("9 seconds")
    expect((yield* Effect.flip(take(globex))).error.message).toContain("may have no more")
    yield* TestClock.adjust("1 second")
    const ninth = yield* take(globex)
    for (let second = 0; second < 30; second++) {
      ninth.progress(Pace.bytesPerSecond)
      yield* TestClock.adjust("1 second")
    }
    yield* take(umbrella)
    expect(yield* isLost(ninth)).toBe(false)
  }))
})

test("a slot is lost that moves less than the decent pace, and the bytes that it moved at once cover it for the grace alone", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    const [fast, slow, burst, ...kept] = yield* Effect.forEach(Array.from({ length: 8 }, anybody), (one) => take(one))
    for (const slot of kept) slot.keep()
    burst!.progress(20_000_000)
    for (let second = 1; second <= 11; second++) {
      yield* TestClock.adjust("1 second")
      fast!.progress(Pace.bytesPerSecond)
      slow!.progress(Pace.bytesPerSecond / 2)
    }
    yield* take(acme)
    expect(yield* Effect.forEach([fast!, slow!, burst!], isLost)).toEqual([false, false, true])
    yield* Effect.flip(take(globex))
    for (let second = 1; second <= 10; second++) {
      yield* TestClock.adjust("1 second")
      fast!.progress(Pace.bytesPerSecond)
      slow!.progress(Pace.bytesPerSecond / 2)
    }
    yield* take(globex)
    expect(yield* Effect.forEach([fast!, slow!, ...kept], isLost)).toEqual([false, true, ...kept.map(() => false)])
  }))
})

test("who opens slots and lets them drip gets none of those that move for a minute", () => {
  const take = eight()
  return run(Effect.gen(function*() {
    const moving = [...yield* Effect.replicateEffect(take(acme), 4), ...yield* Effect.replicateEffect(take(globex), 4)]
    const pass = (seconds: number) =>
      Effect.andThen(
        TestClock.adjust(seconds * 1000),
        Effect.sync(() => moving.forEach((slot) => slot.progress(1_000_000)))
      )
    // Left before it drips.
    yield* Effect.scoped(Effect.andThen(take(umbrella), pass(6)))
    moving.push(yield* take(globex))
    yield* pass(59)
    yield* Effect.flip(take(umbrella))
    yield* pass(1)
    yield* take(umbrella)
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
