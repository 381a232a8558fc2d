import { HostRefused, resolve } from "@candor/connections/guarded/GuardedHost"
import { send } from "@candor/background/webhook/Sending"
import { headers } from "@candor/background/webhook/Signature"
import { isPublic, Resolver } from "@candor/connections/guarded/PublicAddress"
import { describe, expect, test } from "bun:test"
import { Clock, Duration, Effect, Logger, type Scope } from "effect"
import { Webhook as Verifier } from "standardwebhooks"
import { endlessServer } from "@candor/files/testing/EndlessServer"
import { receiver } from "./Receiver.ts"

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))

const request = (url: string) => ({ url, headers: { "content-type": "application/json" }, body: "{\"type\":\"test\"}" })

const timeout = Duration.seconds(10)
const inPublic = { development: false, timeout }
const atHome = { development: true, timeout }

describe("An address is public", () => {
  test.each(["1.1.1.1", "8.8.8.8", "172.15.255.255", "100.63.255.255", "2606:4700::1111", "::ffff:8.8.8.8"])(
    "where it is the Internet's: %s",
    (address) => expect(isPublic(address)).toBe(true)
  )

  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.0.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "100::1",
    "4000::1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "localhost",
    ""
  ])("and not %s", (address) => expect(isPublic(address)).toBe(false))
})

describe("A host is refused", () => {
  const reason = (host: string) => run(Effect.flip(resolve(host, inPublic)))

  test.each(["localhost", "127.0.0.1", "[::1]", "10.1.2.3", "[::ffff:192.168.1.1]"])(
    "by name and by literal: %s",
    async (host) => {
      expect(await reason(host)).toBeInstanceOf(HostRefused)
    }
  )

  test.each(["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://127.1/"])(
    "however its number is written: %s",
    async (url) => {
      expect((await reason(new URL(url).hostname)).message).toBe("127.0.0.1 has no public address")
    }
  )

  test("in the same words where one of its addresses is not public and where it has none; the operator's log tells which", async () => {
    const lines: Array<string> = []
    const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
    const refusalOf = (addresses: ReadonlyArray<string>) =>
      run(
        Effect.flip(resolve("inside.test", inPublic)).pipe(
          Effect.provideService(Resolver, () => Effect.succeed(addresses)),
          Effect.provideService(Logger.CurrentLoggers, new Set([logger]))
        )
      )
    const [mixed, nowhere] = [await refusalOf(["93.184.216.34", "10.0.0.7"]), await refusalOf([])]
    expect(mixed.message).toBe("inside.test has no public address")
    expect(nowhere).toEqual(mixed)
    expect(lines).toEqual([expect.stringContaining("10.0.0.7"), expect.stringContaining("does not know the name")])
  })

  test("in the same words where the machine's resolver does not know it", async () => {
    expect((await reason("nowhere.invalid")).message).toBe("nowhere.invalid has no public address")
  })
})

describe("Sending", () => {
  test("connects to the checked address, under the name: a second look-up does not happen", () =>
    run(Effect.gen(function*() {
      const { received, url } = yield* receiver()
      const { port } = new URL(url)
      let lookups = 0
      const outcome = yield* Effect.provideService(
        send(request(`http://hooks.example.invalid:${port}/hooks?a=1`), atHome),
        Resolver,
        () => Effect.sync(() => ++lookups === 1 ? ["127.0.0.1"] : ["203.0.113.1"])
      )
      expect(outcome).toEqual({ status: 200, error: null, response: "ok", timedOut: false })
      expect(lookups).toBe(1)
      expect(received[0]!.headers["host"]).toBe(`hooks.example.invalid:${port}`)
    })))

  test("sends nothing to a private address, by name and by literal", () =>
    run(Effect.gen(function*() {
      const { received, url } = yield* receiver()
      const { port } = new URL(url)
      const outcomes = yield* Effect.forEach(["localhost", "127.0.0.1", "[::1]"], (host) =>
        send(request(`https://${host}:${port}/`), inPublic))
      expect(outcomes.map(({ error }) =>
        error
      )).toEqual([
        "localhost has no public address",
        "127.0.0.1 has no public address",
        "::1 has no public address"
      ])
      expect(received).toEqual([])
    })))

  test("sends nothing over plain http but in development", () =>
    run(Effect.gen(function*() {
      const outcome = yield* send(request("http://1.1.1.1/"), inPublic)
      expect(outcome).toEqual({
        status: null,
        error: "Messages are sent to https addresses only",
        response: null,
        timedOut: false
      })
    })))

  test.each([301, 302, 303, 307, 308])(
    "does not follow a redirect with %d, which is a failure",
    (status) =>
      run(Effect.gen(function*() {
        const hidden = yield* receiver()
        const open = yield* receiver(() => new Response(null, { status, headers: { location: hidden.url } }))
        const outcome = yield* send(request(open.url), atHome)
        expect(outcome).toMatchObject({ status, error: `Answered ${status}; redirects are not followed` })
        expect(hidden.received).toEqual([])
      }))
  )

  test("reads at most 64 KiB of a response without an end, and keeps 1000 characters", () =>
    run(Effect.gen(function*() {
      const endless = () =>
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(97))
        })
      const { url } = yield* receiver(() => new Response(endless(), { status: 500 }))
      const outcome = yield* send(request(url), atHome)
      expect(outcome).toEqual({ status: 500, error: "Answered 500", response: "a".repeat(1000), timedOut: false })
    })))

  test.each(
    [
      ["pieces", { status: 200, response: "a".repeat(1000), timedOut: false }],
      ["interim", { status: null, error: "Answered more than 20 times without a final response", timedOut: false }],
      ["hints", { status: null, error: "Answered more than 20 times without a final response", timedOut: false }],
      ["headers", { status: null, error: expect.stringContaining("Header"), timedOut: false }]
    ] as const
  )("closes the connection to a receiver whose %s have no end", (kind, expected) =>
    run(Effect.gen(function*() {
      const { closed, origin } = yield* endlessServer(kind)
      expect(yield* send(request(origin), atHome)).toMatchObject(expected)
      expect(yield* Effect.promise(() => closed)).toBeLessThan(16 * 2 ** 20)
    })))

  test("ends at the time limit if the receiver does not answer", () =>
    run(Effect.gen(function*() {
      const { url } = yield* receiver(() => Promise.withResolvers<Response>().promise)
      const clock = yield* Clock.Clock
      // Ten seconds pass at once.
      const hasty: Clock.Clock = { ...clock, sleep: () => Effect.yieldNow }
      const outcome = yield* Effect.provideService(send(request(url), atHome), Clock.Clock, hasty)
      expect(outcome).toEqual({ status: null, error: "No answer within 10 seconds", response: null, timedOut: true })
    })))

  test("returns the reason of a failed connection", () =>
    run(Effect.gen(function*() {
      const outcome = yield* send(request("http://127.0.0.1:1/"), atHome)
      expect(outcome).toMatchObject({ status: null, error: expect.stringContaining("ECONNREFUSED") })
    })))

  test("keeps the storable characters of a response", () =>
    run(Effect.gen(function*() {
      const { url } = yield* receiver(() => new Response(`${"x".repeat(998)}\u0000💩💩`))
      const outcome = yield* send(request(url), atHome)
      expect(outcome.response).toBe(`${"x".repeat(998)}\ufffd`)
    })))
})

describe("Signatures", () => {
  // From the tests of the reference libraries (standard-webhooks/standard-webhooks).
  const vector = {
    secret: "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1614265330, body: "{\"test\": 2432232314}" },
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  }

  test("are those of the published vector", () => {
    expect(headers(vector.message, [vector.secret])).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": vector.signature
    })
    expect(headers(vector.message, [`whsec_${vector.secret}`])["webhook-signature"]).toBe(vector.signature)
  })

  test("verify with each of the secrets, and with no other", () => {
    const secrets = ["first", "second"].map((name) => `whsec_${btoa(name.repeat(5))}`)
    const message = { id: "1", timestamp: Math.floor(Date.now() / 1000), body: "{\"name\":\"Łukasz 💩\"}" }
    const signed = headers(message, secrets)
    for (const secret of secrets)
      expect(new Verifier(secret).verify(message.body, signed)).toEqual(JSON.parse(message.body))
    expect(() => new Verifier(`whsec_${btoa("third")}`).verify(message.body, signed)).toThrow()
  })
})
