/**
 * Bodies that arrive at a careers site: they wait for each other, up to what the memory holds, and who drips gives way.
 */
import { expect, test } from "bun:test"
import { Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ReceivingSlots } from "../src/careers/ReceivingSlots.ts"
import { sendingGrace } from "../src/request/Pace.ts"

const run = (effect: Effect.Effect<unknown, unknown, Scope.Scope>) =>
  Effect.runPromise(effect.pipe(Effect.scoped, Effect.provide(TestClock.layer())))

/** Takes a slot in a scope of its own. */
const taken = ({ take }: ReceivingSlots["Service"], address = "192.0.2.1") =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    return { slot: yield* Scope.provide(take(address), scope), leave: Scope.close(scope, Exit.void) }
  })

test("a newcomer waits until a slot is left", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(2)
    const first = yield* taken(slots)
    yield* taken(slots)
    const waiting = yield* Effect.forkChild(taken(slots))
    yield* Effect.yieldNow
    expect(waiting.pollUnsafe()).toBeUndefined()
    yield* first.leave
    yield* Fiber.join(waiting)
  })))

test("those who wait have their turns in the order in which they came, and one who goes away has none", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(1)
    const holder = yield* taken(slots)
    holder.slot.progress(1024 * 1024)
    const came: Array<string> = []
    const wait = (name: string) =>
      Effect.forkChild(
        Effect.tap(taken(slots), ({ leave }) => Effect.andThen(Effect.sync(() => came.push(name)), leave))
      )
    const first = yield* wait("first")
    yield* TestClock.adjust(500)
    const gone = yield* wait("gone")
    const second = yield* wait("second")
    yield* TestClock.adjust(700)
    yield* Fiber.interrupt(gone)
    yield* holder.leave
    yield* Effect.forEach([first, second], Fiber.join)
    expect(came).toEqual(["first", "second"])
  })))

test("one who sends too slowly loses its slot to one who waits; one who goes on sending keeps it", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(2)
    const [slow, quick] = [yield* taken(slots), yield* taken(slots)]
    yield* Effect.forEach([slow, quick], ({ slot }) => Effect.forkChild(slot.waiting(Effect.never)))
    const waiting = yield* Effect.forkChild(taken(slots))
    yield* TestClock.adjust(sendingGrace - 1000)
    quick.slot.progress(1024 * 1024)
    yield* TestClock.adjust(2000)
    yield* Fiber.join(waiting)
    expect((yield* Effect.flip(slow.slot.lost)).error.message).toContain("too slowly")
    expect((yield* Effect.timeoutOption(quick.slot.lost, 0))._tag).toBe("None")
  })))

test("a slot goes to the address that has the fewest, however many of another one wait", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(2)
    const [first, second] = [yield* taken(slots, "192.0.2.66"), yield* taken(slots, "192.0.2.66")]
    const crowd = yield* Effect.forEach(Array.from({ length: 100 }), () => Effect.forkChild(taken(slots, "192.0.2.66")))
    yield* Effect.yieldNow
    const honest = yield* Effect.forkChild(taken(slots, "198.51.100.1"))
    yield* Effect.yieldNow
    yield* first.leave
    const { leave } = yield* Fiber.join(honest)
    expect(crowd.filter((one) => one.pollUnsafe() !== undefined)).toEqual([])
    yield* Effect.forEach(crowd.slice(1), Fiber.interrupt)
    yield* leave
    yield* Fiber.join(crowd[0]!)
    yield* second.leave
    yield* taken(slots)
  })))

test("where too many wait, the last of the address of which most wait is refused, and a newcomer of another one waits", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(1, 3)
    const holder = yield* taken(slots)
    const wait = (address: string) => Effect.tap(Effect.forkChild(taken(slots, address)), Effect.yieldNow)
    const crowd = yield* Effect.forEach(["192.0.2.66", "192.0.2.66", "192.0.2.66"], wait)
    const honest = yield* wait("198.51.100.1")
    expect((yield* Effect.flip(Fiber.join(crowd[2]!))).error.message).toContain("More applications wait")
    const another = yield* wait("192.0.2.66")
    expect((yield* Effect.flip(Fiber.join(another))).error.message).toContain("More applications wait")
    yield* holder.leave
    yield* Effect.forEach(
      [crowd[0]!, crowd[1]!, honest],
      (one) => Effect.flatMap(Fiber.join(one), ({ leave }) => leave)
    )
  })))

test("the time that the server takes is not the client's", () =>
  run(Effect.gen(function*() {
    const slots = yield* ReceivingSlots.make(1)
    const { slot } = yield* taken(slots)
    const waiting = yield* Effect.forkChild(taken(slots))
    yield* TestClock.adjust(10 * sendingGrace)
    yield* slot.waiting(Effect.void)
    yield* TestClock.adjust(10 * sendingGrace)
    expect(waiting.pollUnsafe()).toBeUndefined()
    yield* Effect.forkChild(slot.waiting(Effect.never))
    yield* TestClock.adjust(2 * sendingGrace)
    yield* Fiber.join(waiting)
  })))
