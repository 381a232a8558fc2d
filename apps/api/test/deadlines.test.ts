/** What takes longer than it may is interrupted, and nothing else is. */
import { Applications } from "@candor/domain/application/Applications"
import { pglite } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Context, Duration, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRequest, make } from "../src/CurrentRequest.ts"
import { Deadlines } from "../src/Deadlines.ts"
import { client, having } from "./harness/Client.ts"
import { world } from "./harness/World.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Deadlines>) =>
  Effect.runPromise(effect.pipe(Effect.provide(Deadlines.layer), Effect.provide(TestClock.layer())))

const request = () => make({ id: "a", address: () => "b", started: 0 })

/** A request that is never answered by itself, which may take so many seconds. */
const pending = Effect.fnUntraced(function*(seconds: number) {
  const deadlines = yield* Deadlines
  const record = request()
  deadlines.set(record, Duration.seconds(seconds))
  const fiber = yield* Effect.forkChild(deadlines.watch(record, Effect.never), { startImmediately: true })
  return { fiber, record }
})

test("a request is interrupted within 250 ms after its deadline, and not before; others go on", () =>
  run(Effect.gen(function*() {
    const short = yield* pending(15)
    const long = yield* pending(45)
    yield* TestClock.adjust("14900 millis")
    expect(short.record.overdue).toBe(false)
    yield* TestClock.adjust("350 millis")
    expect(Exit.isFailure(yield* Fiber.await(short.fiber))).toBe(true)
    expect(short.record.overdue).toBe(true)
    expect(long.record.overdue).toBe(false)
    yield* TestClock.adjust("30 seconds")
    yield* Fiber.await(long.fiber)
    expect(long.record.overdue).toBe(true)
  })))

test("what sets no deadline takes as long as it likes", () =>
  run(Effect.gen(function*() {
    const record = request()
    const fiber = yield* Effect.forkChild((yield* Deadlines).watch(record, Effect.sleep("1 hour")))
    yield* TestClock.adjust("1 hour")
    expect(Exit.isSuccess(yield* Fiber.await(fiber))).toBe(true)
    expect(record.overdue).toBe(false)
  })))

test("the client of a request whose deadline passes is told 503, and when to ask again", async () => {
  const here = await world(pglite)
  const late = Effect.flatMap(CurrentRequest, (current) => {
    current.deadline = 0n
    return Effect.never
  })
  const server = await here.backend.serve({
    replacePorts: (ports) => Context.add(ports, Applications, { ...Context.get(ports, Applications), list: () => late })
  })
  const { body, headers } = having(503)(await client(server.base_url)("GET", "/applications", { key: here.own.keys.read }))
  expect(body).toMatchObject({ error: { code: "internal_error" } })
  expect(headers.get("retry-after")).toMatch(/^\d+$/)
  await here.backend.close()
}, 60_000)
