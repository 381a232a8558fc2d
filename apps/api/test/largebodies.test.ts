/** Requests with large bodies: an organization has one handled at a time, and so many under way. */
import { OrganizationId } from "@candor/domain/Id"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Exit, Fiber, Latch, Layer, type Scope } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { sendingGrace } from "../src/request/Pace.ts"
import { LargeBodies } from "../src/request/LargeBodies.ts"
import type { ErrorBody } from "./harness/Client.ts"
import { head, open } from "./harness/Raw.ts"
import { type World, world } from "./harness/World.ts"

const [acme, globex] = [OrganizationId.make(crypto.randomUUID()), OrganizationId.make(crypto.randomUUID())]

const post = (body: BodyInit, headers: Record<string, string>) =>
  HttpServerRequest.fromWeb(new Request("http://candor.test/api/v1/jobs", { method: "POST", body, headers }))

const text = "a".repeat(64 * 1024)
const large = () => post(`${text}a`, { "content-length": String(text.length + 1) })
/** A request whose body does not end. */
const endless = () => post(new ReadableStream({ pull: () => new Promise(() => {}) }), { "content-length": "1000000" })

/** Handlings that wait at a gate, in the order in which they began. */
const handlings = () => {
  const gate = Latch.makeUnsafe(false)
  const began: Array<string> = []
  const handle = (name: string) => Effect.andThen(Effect.sync(() => began.push(name)), gate.await)
  return { gate, began, handle }
}

/** Handles a request in its turn, in the background. */
const send = (
  request: HttpServerRequest.HttpServerRequest,
  organization: OrganizationId,
  handle: Effect.Effect<unknown, unknown>
) => Effect.forkScoped(inTurn(request, organization, handle))

const inTurn = <A, E>(
  request: HttpServerRequest.HttpServerRequest,
  organization: OrganizationId,
  handle: Effect.Effect<A, E>
) => Effect.scoped(Effect.flatMap(LargeBodies, (bodies) => bodies.inTurn(request, organization, request.text, handle)))

const run = (effect: Effect.Effect<unknown, unknown, LargeBodies | Scope.Scope>) =>
  Effect.runPromise(
    effect.pipe(Effect.scoped, Effect.provide(LargeBodies.layer.pipe(Layer.provideMerge(TestClock.layer()))))
  )

/** Lets bodies arrive and fibers run as far as they can. */
const untilIdle = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
})

test("of an organization one request with a large body is handled at a time, in the order in which they came", () => {
  const { began, gate, handle } = handlings()
  return run(Effect.gen(function*() {
    const fibers = []
    for (const name of ["first", "second", "third"]) fibers.push(yield* send(large(), acme, handle(name)))
    yield* untilIdle
    expect(began).toEqual(["first"])
    yield* gate.open
    yield* Fiber.joinAll(fibers)
    expect(began).toEqual(["first", "second", "third"])
  }))
})

test("an organization's large bodies are handled at 2 MiB a second, after 4 MiB at once, and another's are not held up", () => {
  const { began, gate, handle } = handlings()
  const mebibyte = "a".repeat(2 ** 20)
  const next = (organization: OrganizationId, name: string) =>
    Effect.andThen(send(post(mebibyte, { "content-length": String(2 ** 20) }), organization, handle(name)), untilIdle)
  return run(Effect.gen(function*() {
    yield* gate.open
    for (let n = 1; n <= 7; n++) yield* next(acme, String(n))
    expect(began).toEqual(["1", "2", "3", "4", "5"])
    yield* next(globex, "another")
    expect(began.at(-1)).toBe("another")
    yield* TestClock.adjust("499 millis")
    expect(began).toHaveLength(6)
    yield* TestClock.adjust("1 millis")
    expect(began.at(-1)).toBe("6")
    yield* TestClock.adjust("500 millis")
    expect(began.at(-1)).toBe("7")
    // The rate has made up for all of them after four seconds.
    yield* TestClock.adjust("4 seconds")
    for (const name of ["8", "9", "10", "11"]) yield* next(acme, name)
    expect(began.at(-1)).toBe("11")
  }))
})

test("a body that does not come to its end has no turn", () => {
  const { began, handle } = handlings()
  return run(Effect.gen(function*() {
    yield* send(endless(), acme, handle("endless"))
    yield* send(large(), acme, handle("large"))
    yield* untilIdle
    expect(began).toEqual(["large"])
  }))
})

test("a request that is interrupted or fails gives its turn to the next one", () => {
  const { began, handle } = handlings()
  return run(Effect.gen(function*() {
    const first = yield* send(large(), acme, handle("interrupted"))
    yield* send(large(), acme, Effect.andThen(Effect.sync(() => began.push("failed")), Effect.fail("no")))
    yield* send(large(), acme, handle("last"))
    yield* untilIdle
    yield* Fiber.interrupt(first)
    yield* untilIdle
    expect(began).toEqual(["interrupted", "failed", "last"])
  }))
})

test("an organization has so many requests with large bodies under way, and others have their share where all slots are taken", () => {
  const several = (count: number, organization: OrganizationId) =>
    Effect.forEach(Array.from({ length: count }), () => send(endless(), organization, Effect.void))
  const refused = (organization: OrganizationId) =>
    Effect.map(Effect.flip(inTurn(large(), organization, Effect.void)), ({ error }) => error.details?.["limit"])
  return run(Effect.gen(function*() {
    yield* several(16, acme)
    yield* untilIdle
    expect(yield* refused(acme)).toBe(16)
    for (let n = 0; n < 3; n++) yield* several(16, OrganizationId.make(crypto.randomUUID()))
    yield* untilIdle
    yield* inTurn(large(), globex, Effect.void)
  }))
})

test("of an organization's large bodies one that does not come gives way to the next, and one that comes does not", () => {
  const { promise: opened, resolve } = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const coming = post(new ReadableStream({ start: resolve }), { "content-length": "1000000" })
  return run(Effect.gen(function*() {
    const fibers = []
    for (const request of [coming, ...Array.from({ length: 15 }, endless)])
      fibers.push(yield* send(request, acme, Effect.void))
    yield* TestClock.adjust(sendingGrace)
    const controller = yield* Effect.promise(() => opened)
    controller.enqueue(new Uint8Array(100_000))
    yield* untilIdle
    yield* inTurn(large(), acme, Effect.void)
    expect(Exit.isFailure(yield* Fiber.await(fibers[1]!))).toBe(true)
    controller.close()
    yield* Fiber.join(fibers[0]!)
  }))
})

for (const database of databases) {
  describe(`large bodies, on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    test("a client whose large bodies do not arrive is told its limit, and others go on", async () => {
      const { foreign, own, server } = here
      const port = Number(new URL(server.base_url).port)
      const started = ["POST /api/v1/jobs", "POST /mcp"].flatMap((line) => Array.from({ length: 8 }, () => line))
      const connections = await Promise.all(started.map(async (line) => {
        const connection = await open(port)
        connection.send(
          head(
            line,
            `Authorization: Bearer ${own.keys.write}`,
            "Content-Type: application/json",
            "Content-Length: 900000"
          )
        )
        return connection
      }))
      const create = (key: string) =>
        here.call<ErrorBody>("POST", "/jobs", { key, body: { title: "Engineer", location: "x".repeat(70_000) } })
      let answer = await create(own.keys.write)
      for (let tries = 0; tries < 500 && answer.status !== 429; tries++) answer = await create(own.keys.write)
      expect(answer.status).toBe(429)
      expect(answer.body.error.details?.["limit"]).toBe(16)
      expect(answer.headers.get("retry-after")).toMatch(/^\d+$/)
      // Refused for its text, and not for its size.
      expect((await create(foreign.keys.write)).status).toBe(400)
      expect((await here.call("GET", "/jobs", { key: own.keys.read })).status).toBe(200)
      for (const { socket } of connections) socket.destroy()
    })
  })
}
