import { describe, expect, spyOn, test } from "bun:test"
import * as Errors from "../src/Errors.ts"
import { groupsOf } from "../src/Methods.ts"
import { type Answers, exchange, json, refusal } from "./Exchange.ts"

const created = json(201, { job: { id: "1" } })
const busy = refusal(503, "internal_error", { "retry-after": "2" })
const draft = { title: "Robot Librarian" }

/** A client over these answers, and what it sent. */
const over = (answers: Answers, options: Parameters<typeof exchange>[1] = {}) => {
  const one = exchange(answers, options)
  return { ...one, candor: groupsOf(one.settings) }
}

/** What a promise is rejected with. */
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`It succeeded: ${JSON.stringify(value)}`)),
    (error: unknown) => error
  )

describe("the requests of an hour that are used up", () => {
  const usedUp = (headers: Readonly<Record<string, string>>) =>
    refusal(429, "rate_limit_exceeded", { "x-ratelimit-remaining": "0", ...headers })
  const inHalfAnHour = usedUp({
    "retry-after": "1800",
    "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1000 + 1800)
  })

  test.each([
    ["Retry-After", inHalfAnHour],
    ["X-RateLimit-Reset", usedUp({ "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1000 + 1800) })]
  ])("are waited for until %s, which a function is told, and which counts for no retry", async (_, answer) => {
    const waits: Array<readonly [number, string, unknown]> = []
    const { candor, pauses, sent } = over([answer, busy, created], {
      maxRetries: 1,
      onRateLimitWait: ({ error, millis, until }) => waits.push([millis, until.toISOString(), error.code])
    })
    await candor.jobs.create(draft)
    expect(waits).toEqual([[1_802_500, "2026-01-01T00:30:02.500Z", "rate_limit_exceeded"]])
    expect([sent.length, pauses]).toEqual([3, [1_802_500, 2500]])
    expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1)
  })

  test("are waited for an hour in all, and then the refusal is told", async () => {
    const { candor, pauses } = over([inHalfAnHour], { onRateLimitWait: () => {} })
    expect(await failure(candor.me.get())).toBeInstanceOf(Errors.RateLimitExceeded)
    expect(pauses).toEqual([1_802_500, 1_802_500])
  })

  test("fail at once where no wait is wanted", async () => {
    const { candor, pauses } = over([inHalfAnHour], { maxRateLimitWaitMillis: 0 })
    expect(await failure(candor.me.get())).toBeInstanceOf(Errors.RateLimitExceeded)
    expect(pauses).toEqual([])
  })

  test("are said once on the console, unless a function is told", async () => {
    const warn = spyOn(console, "warn").mockImplementation(() => {})
    try {
      const { candor } = over([inHalfAnHour, json(200, {}), inHalfAnHour, json(200, {})])
      await candor.me.get()
      await candor.me.get()
      expect(warn.mock.calls).toEqual([[expect.stringContaining("Waiting until 2026-01-01T00:30:02.500Z")]])
    } finally {
      warn.mockRestore()
    }
  })
})
