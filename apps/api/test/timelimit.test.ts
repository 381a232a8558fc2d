/** An operation that takes longer than its time limit is interrupted. */
import { Applications } from "@candor/domain/application/Applications"
import { databases } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Cause, Context, Effect, Exit, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { CurrentRequest, make } from "../src/request/CurrentRequest.ts"
import { within } from "../src/request/TimeLimit.ts"
import { operation } from "../src/signin/SignInRequest.ts"
import { client, having } from "./harness/Client.ts"
import { world } from "./harness/World.ts"

/** Handles a request for as long as `handle` takes, of which it may take 15 seconds. */
const handling = <A>(handle: Effect.Effect<A>) =>
  Effect.forkChild(
    within("15 seconds")(handle).pipe(
      Effect.provideService(
        HttpServerRequest.HttpServerRequest,
        HttpServerRequest.fromWeb(new Request("http://candor.test"))
      )
    )
  )

const run = <A>(effect: Effect.Effect<A>) => Effect.runPromise(Effect.provide(effect, TestClock.layer()))

test("an operation is interrupted at its time limit, and not before", () =>
  run(Effect.gen(function*() {
    let interrupted = false
    const fiber = yield* handling(Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        interrupted = true
      })))
    yield* TestClock.adjust("14999 millis")
    expect(interrupted).toBe(false)
    yield* TestClock.adjust("1 millis")
    const exit = yield* Fiber.await(fiber)
    expect(interrupted).toBe(true)
    expect(Exit.isFailure(exit) && Cause.isTimeoutError(Cause.squash(exit.cause))).toBe(true)
  })))

test("a route of signing in is interrupted after 15 seconds", () =>
  run(Effect.gen(function*() {
    const request = make({ id: "a", address: () => "b", started: 0 })
    const fiber = yield* Effect.forkChild(
      operation("SignIns.password")(Effect.never).pipe(
        Effect.provideService(CurrentRequest, request),
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          HttpServerRequest.fromWeb(new Request("http://candor.test"))
        )
      )
    )
    yield* TestClock.adjust("14999 millis")
    expect([fiber.pollUnsafe(), request.operation]).toEqual([undefined, "SignIns.password"])
    yield* TestClock.adjust("1 millis")
    expect(Exit.isFailure(yield* Fiber.await(fiber))).toBe(true)
  })))

test("the client of an operation that takes too long is answered with 503 and Retry-After, which is two seconds", async () => {
  const here = await world(databases[0]!)
  const server = await here.backend.serve({
    speed: 1000,
    replacePorts: (ports) =>
      Context.add(ports, Applications, { ...Context.get(ports, Applications), list: () => Effect.never })
  })
  const { body, headers } = having(503)(
    await client(server.base_url)("GET", "/applications", { key: here.own.keys.read })
  )
  expect(body).toMatchObject({ error: { code: "internal_error", details: { code: "too_slow" } } })
  expect(headers.get("retry-after")).toBe("2")
  await here.backend.close()
})
