/** What other services answer is read up to a bound, however much they send, and however long they take. */
import { boundedFetch } from "@candor/files/BoundedFetch"
import { Enrichment } from "@candor/background/profile/Enrichment"
import { describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, Fiber, Layer, References } from "effect"
import { TestClock } from "effect/testing"
import { endlessServer } from "@candor/files/testing/EndlessServer"
import { budgets, extracting, run } from "./ExtractorWorld.ts"

/** What fits into the buffers of a connection on loopback beside the bound, in bytes. */
const buffered = 16 * 2 ** 20

const dataOf = (url: string) =>
  Effect.flatMap(Enrichment, (enrichment) => enrichment.dataOf("https://www.linkedin.com/in/ada")).pipe(
    Effect.provide(Enrichment.layer.pipe(
      Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ CANDOR_ENRICHMENT_URL: url })))
    )),
    Effect.provideService(References.MinimumLogLevel, "None")
  )

describe.each([["text", "longer than 262144 bytes"], ["gzip", "encoded as gzip"]] as const)(
  "A response of %s that has no end",
  (encoding, reason) => {
    test("closes the connection to a model's endpoint at the bound, and is an unavailable extractor", () =>
      run(Effect.gen(function*() {
        const { closed, origin } = yield* endlessServer(encoding)
        const budget = budgets()
        const failure = yield* Effect.flip(extracting({ base_url: `${origin}/v1`, host: "", requests: [] }, { budget }))
        expect(failure).toMatchObject({ _tag: "ExtractorUnavailable", reason: expect.stringContaining(reason) })
        expect(yield* Effect.promise(() => closed)).toBeLessThan(buffered)
        // The model may have generated all of it.
        expect(budget.total()).toBeGreaterThan(0)
      })))

    test("closes the connection to the enrichment's endpoint at the bound, and returns no data", () =>
      run(Effect.gen(function*() {
        const { closed, origin } = yield* endlessServer(encoding)
        expect(yield* dataOf(origin)).toBeNull()
        expect(yield* Effect.promise(() => closed)).toBeLessThan(buffered)
      })))
  }
)

const serving = (fetch: (request: Request) => Response | Promise<Response>) =>
  Effect.acquireRelease(
    Effect.sync(() => Bun.serve({ hostname: "127.0.0.1", port: 0, fetch })),
    (server) => Effect.promise(() => server.stop(true))
  )

test("An enrichment's endpoint that has not answered after ten seconds is hung up on, and returns no data", () =>
  run(
    Effect.gen(function*() {
      const [requested, hungUp] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const server = yield* serving((request) => {
        request.signal.addEventListener("abort", () => hungUp.resolve())
        requested.resolve()
        return new Promise<Response>(() => {})
      })
      const asking = yield* Effect.forkChild(dataOf(server.url.href))
      yield* Effect.promise(() => requested.promise)
      yield* TestClock.adjust("9999 millis")
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* Fiber.join(asking)).toBeNull()
      yield* Effect.promise(() => hungUp.promise)
    }).pipe(Effect.provide(TestClock.layer()))
  ))

describe("A bounded fetch", () => {
  test("reads a response of exactly the bound, asks for identity, and keeps status and headers", () =>
    run(Effect.gen(function*() {
      const server = yield* serving((request) =>
        new Response("x".repeat(1000), {
          status: 201,
          headers: { "x-asked": request.headers.get("accept-encoding") ?? "" }
        })
      )
      const response = yield* Effect.promise(() => boundedFetch(1000)(server.url))
      expect([response.status, response.headers.get("x-asked")]).toEqual([201, "identity"])
      expect(yield* Effect.promise(() => response.text())).toHaveLength(1000)
      const longer = yield* Effect.promise(() => boundedFetch(999)(server.url).then(() => "read", String))
      expect(longer).toContain("longer than 999 bytes")
    })))

  test("reads responses without a body", () =>
    run(Effect.gen(function*() {
      const server = yield* serving(() => new Response(null, { status: 204 }))
      expect((yield* Effect.promise(() => boundedFetch(10)(server.url))).status).toBe(204)
    })))
})
