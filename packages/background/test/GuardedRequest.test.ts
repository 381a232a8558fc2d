/** What servers of calendars answer costs a bounded time and memory, and leads nowhere else with a password. */
import { ask, type GuardedAnswer, type RequestFailed } from "@candor/connections/guarded/GuardedRequest"
import { endlessServer } from "@candor/files/testing/EndlessServer"
import { Resolver } from "@candor/connections/guarded/PublicAddress"
import { describe, expect, test } from "bun:test"
import { Clock, Effect, type Scope } from "effect"
import { gzipSync } from "node:zlib"
import { receiver } from "./Receiver.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))

const open = { username: null, password: null }
const outcome = (asked: Effect.Effect<GuardedAnswer, RequestFailed>) =>
  Effect.match(asked, {
    onFailure: ({ problem }) => problem,
    onSuccess: ({ body, status }) => `${status} ${new TextDecoder().decode(body)}`
  })
const get = (url: string) => outcome(ask({ url, ...open }, true))

describe("A server of calendars", () => {
  test.each<readonly [what: string, answer: () => Response, outcome: string]>([
    ["answers", () => new Response("BEGIN:VCALENDAR"), "200 BEGIN:VCALENDAR"],
    ["has nothing new", () => new Response(null, { status: 304 }), "304 "],
    [
      "compresses, which nobody asked for",
      () => new Response(gzipSync(Buffer.alloc(2 ** 20)), { headers: { "content-encoding": "gzip" } }),
      "failed"
    ],
    ["has a byte more than is read", () => new Response(new Uint8Array(10 * 2 ** 20 + 1)), "too_large"],
    [
      "leads round in circles",
      () => new Response(null, { status: 302, headers: { location: "?again" } }),
      "redirected"
    ],
    [
      "leads to a file of this machine",
      () => new Response(null, { status: 302, headers: { location: "file:///etc/passwd" } }),
      "redirected"
    ],
    ["leads nowhere", () => new Response(null, { status: 302 }), "redirected"],
    [
      "leads to a host without a public address",
      () => new Response(null, { status: 302, headers: { location: "https://nowhere.invalid/" } }),
      "no_address"
    ]
  ])("%s", (_, answer, expected) =>
    run(Effect.gen(function*() {
      const { url } = yield* receiver(answer)
      expect(yield* get(url)).toBe(expected)
    })))

  test.each(
    [["text", "too_large"], ["gzip", "failed"], ["interim", "failed"], ["hints", "failed"], [
      "headers",
      "failed"
    ]] as const
  )(
    "whose %s have no end is left",
    (kind, expected) =>
      run(Effect.gen(function*() {
        const { closed, origin } = yield* endlessServer(kind)
        expect(yield* get(origin)).toBe(expected)
        expect(yield* Effect.promise(() => closed)).toBeLessThan(32 * 2 ** 20)
      }))
  )

  test("that drips is left after ten seconds", () =>
    run(Effect.gen(function*() {
      const drip = () =>
        new Response(
          new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("BEGIN:")) })
        )
      const { url } = yield* receiver(drip)
      const clock = yield* Clock.Clock
      const hasty: Clock.Clock = { ...clock, sleep: () => Effect.yieldNow }
      expect(yield* Effect.provideService(get(url), Clock.Clock, hasty)).toBe("no_answer")
    })))

  test("is given the password, and no other is to which it leads", () =>
    run(Effect.gen(function*() {
      const other = yield* receiver()
      const first = yield* receiver((n) =>
        new Response(null, { status: 302, headers: { location: n === 0 ? "/there" : other.url } })
      )
      expect(yield* outcome(ask({ url: first.url, username: "ada", password: "secret" }, true))).toBe("200 ok")
      const basic = `Basic ${btoa("ada:secret")}`
      expect([...first.received, ...other.received].map(({ headers, path }) => [path, headers["authorization"]]))
        .toEqual([["/hooks", basic], ["/there", basic], ["/hooks", undefined]])
      expect(yield* outcome(ask({ url: first.url, method: "REPORT", body: "<query/>", ...open }, true))).toBe(
        "redirected"
      )
      expect(other.received).toHaveLength(1)
    })))

  test.each(["https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.7/"])(
    "at a private address is not reached: %s",
    (url) =>
      run(Effect.gen(function*() {
        expect(yield* outcome(ask({ url, ...open }, false))).toBe("no_address")
      }))
  )

  test("is reached at the address that was checked: a second look-up does not happen", () =>
    run(Effect.gen(function*() {
      const { received, url } = yield* receiver()
      let lookups = 0
      const resolver = () => Effect.sync(() => ++lookups === 1 ? ["127.0.0.1"] : ["203.0.113.1"])
      expect(yield* Effect.provideService(get(`http://calendar.invalid:${new URL(url).port}/`), Resolver, resolver))
        .toBe("200 ok")
      expect([lookups, received.length]).toEqual([1, 1])
    })))
})
