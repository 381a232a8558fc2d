import { describe, expect, jest, spyOn, test } from "bun:test"
import { responseOf } from "../src/ResponseInfo.ts"
import { maxResponseBytes } from "../src/Body.ts"
import * as Errors from "../src/Errors.ts"
import { groupsOf } from "../src/Methods.ts"
import { maxTimerMillis, systemTiming } from "../src/Timing.ts"
import { type Answers, exchange, json, refusal, unreachable } from "./Exchange.ts"

const created = json(201, { job: { id: "1" } })
const busy = refusal(503, "internal_error", { "retry-after": "2" })

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

const draft = { title: "Robot Librarian" }

describe("a write", () => {
  test("whose answer is lost is sent again with the same idempotency key and the same bytes", async () => {
    const { candor, sent } = over([unreachable, busy, refusal(409, "invalid_request"), created])
    expect(await candor.jobs.create(draft)).toEqual({ job: expect.objectContaining({ id: "1" }) })
    const keys = new Set(sent.map(({ headers }) => headers.get("idempotency-key")))
    expect(sent).toHaveLength(4)
    expect([...keys]).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    ])
    expect(new Set(sent.map(({ body }) => body))).toEqual(new Set([JSON.stringify(draft)]))
  })

  test("has another idempotency key than the one before, or the one that its caller gives", async () => {
    const { candor, sent } = over([created])
    await candor.jobs.create(draft)
    await candor.jobs.create(draft)
    await candor.jobs.create(draft, { idempotencyKey: "mine" })
    const keys = sent.map(({ headers }) => headers.get("idempotency-key"))
    expect(new Set(keys).size).toBe(3)
    expect(keys[2]).toBe("mine")
  })

  test.each([["unreachable", unreachable], ["503", busy]] as const)(
    "without an idempotency key is sent once: %s",
    async (_, answer) => {
      const { candor, sent } = over([answer], { idempotencyKeys: false })
      await failure(candor.jobs.create(draft))
      expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual([null])
    }
  )

  test("without an idempotency key is sent again after 429, which has carried out nothing", async () => {
    const { candor, sent } = over([refusal(429, "rate_limit_exceeded", { "retry-after": "1" }), created])
    await candor.jobs.create(draft, { idempotencyKey: false })
    expect(sent).toHaveLength(2)
  })

  test("says its condition and its dry run", async () => {
    const { candor, sent } = over([json(200, { job: {} })])
    await candor.jobs.update("a b", { title: "Librarian" }, { ifMatch: "\"tag\"", dryRun: true })
    expect(sent[0]?.url).toBe("https://candor.example/api/v1/jobs/a%20b?dry_run=true")
    expect(sent[0]?.method).toBe("PATCH")
    expect(sent[0]?.headers.get("if-match")).toBe("\"tag\"")
  })
})

describe("pauses", () => {
  test("are those of Retry-After, and up to a second more", async () => {
    const { candor, pauses } = over([busy, created])
    await candor.jobs.create(draft)
    expect(pauses).toEqual([2500])
  })

  test("of Retry-After with a date end then", async () => {
    const at = new Date(Date.UTC(2026, 0, 1) + 7000).toUTCString()
    const { candor, pauses } = over([refusal(503, "internal_error", { "retry-after": at }), created])
    await candor.jobs.create(draft)
    expect(pauses).toEqual([7500])
  })

  test("without Retry-After double, by chance, up to 8 seconds", async () => {
    const { candor, pauses } = over([unreachable], { maxRetries: 7 })
    await failure(candor.me.get())
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 4000, 4000])
  })

  test("and attempts are bounded: the error of the last one is that of the request", async () => {
    const { candor, sent } = over([busy])
    expect(await failure(candor.me.get())).toBeInstanceOf(Errors.ServiceUnavailable)
    expect(sent).toHaveLength(4)
  })

  test.each([
    ["half an hour", "1800"],
    ["more seconds than a number can be", "9".repeat(400)]
  ])("that would end after 60 seconds do not begin: the error says how long they would be: %s", async (_, text) => {
    const { candor, pauses, sent } = over([refusal(429, "rate_limit_exceeded", { "retry-after": text })])
    const error = await failure(candor.me.get())
    expect(error).toBeInstanceOf(Errors.RateLimitExceeded)
    expect(error).toMatchObject({ retryAfterSeconds: Number(text), code: "rate_limit_exceeded" })
    expect({ sent: sent.length, pauses }).toEqual({ sent: 1, pauses: [] })
  })
})

const abortedPause = () => {
  const leaving = new AbortController()
  const pause = failure(systemTiming.sleep(Number.POSITIVE_INFINITY, leaving.signal))
  leaving.abort("no more")
  return pause
}

test.each(
  [
    ["time limit", () => over([created], { timeoutMillis: Number.POSITIVE_INFINITY }).candor.jobs.create(draft)],
    ["pause", abortedPause]
  ] as const
)("a %s beyond that of a timer is as long as a timer can be, and not over at once", async (_, act) => {
  const timers = spyOn(globalThis, "setTimeout")
  try {
    await act()
    expect(timers.mock.calls.map(([, millis]) => millis)).toEqual([maxTimerMillis])
  } finally {
    timers.mockRestore()
  }
})

describe("errors", () => {
  test.each(
    [
      [400, "invalid_request", Errors.InvalidRequest],
      [401, "unauthorized", Errors.Unauthorized],
      [403, "forbidden", Errors.Forbidden],
      [404, "not_found", Errors.NotFound],
      [412, "invalid_request", Errors.PreconditionFailed],
      [413, "invalid_request", Errors.PayloadTooLarge],
      [500, "internal_error", Errors.ApiError]
    ] as const
  )("of status %d have its class, its code and its details, and are not tried again", async (status, code, kind) => {
    const { candor, sent } = over([refusal(status, code, { "x-request-id": "from-the-server" })])
    const error = await failure(candor.jobs.get("1"))
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ status, code, details: { status }, requestId: "from-the-server" })
    expect(String(error)).toContain("from-the-server")
    expect(sent).toHaveLength(1)
  })

  test("without an answer have the id that every attempt was sent with", async () => {
    const { candor, sent } = over([unreachable])
    const error = await failure(candor.jobs.get("1"))
    expect(error).toBeInstanceOf(Errors.ConnectionError)
    expect(new Set(sent.map(({ headers }) => headers.get("x-request-id")))).toEqual(
      new Set([(error as Errors.CandorError).requestId])
    )
  })

  test.each(["<html>", `{"error":{"code":502,"message":"No backend"}}`, "null"])(
    "of a proxy's own answer are told apart: %s",
    async (text) => {
      const { candor } = over([() => new Response(text, { status: 502 })], { maxRetries: 0 })
      expect(await failure(candor.me.get())).toMatchObject({ status: 502, code: "unexpected_answer" })
    }
  )

  test("of a success that is no JSON are errors", async () => {
    const { candor } = over([() => new Response("<html>")])
    expect(await failure(candor.me.get())).toMatchObject({ status: 200, code: "unexpected_answer" })
  })

  test.each([200, 500])(
    "of an answer with %d that does not end: it is read up to 8 MiB, and its connection is closed",
    async (status) => {
      let bytes = 0
      let isClosed = false
      const chunk = new Uint8Array(64 * 1024).fill(32)
      const { candor } = over([({ signal }) => {
        signal!.addEventListener("abort", () => isClosed = true)
        return new Response(
          new ReadableStream({
            pull: (controller) => {
              bytes += chunk.length
              controller.enqueue(chunk)
            }
          }, { highWaterMark: 0 }),
          { status }
        )
      }])
      expect(await failure(candor.me.get())).toMatchObject({ status, code: "unexpected_answer" })
      expect(bytes).toBe(maxResponseBytes)
      expect(isClosed).toBe(true)
    }
  )

  test("never show the key", async () => {
    const { candor } = over([unreachable])
    const error = await failure(candor.jobs.get("1"))
    expect(Bun.inspect(error)).not.toContain("candor_key")
  })
})

/** Never answers: fails once its signal is aborted. */
const hanging = ({ signal }: RequestInit) =>
  new Promise<Response>((_, reject) => signal!.addEventListener("abort", () => reject(signal!.reason), { once: true }))

describe("a request ends", () => {
  test("with the reason of its signal, and is not tried again", async () => {
    const { candor, sent } = over([hanging])
    const leaving = new AbortController()
    const error = failure(candor.jobs.list({}, { signal: leaving.signal }))
    leaving.abort("the page was left")
    expect(await error).toBe("the page was left")
    expect(sent).toHaveLength(1)
  })

  test("before it is sent, where its signal is aborted already", async () => {
    const { candor, sent } = over([created])
    expect(await failure(candor.jobs.create(draft, { signal: AbortSignal.abort("no") }))).toBe("no")
    expect(sent).toHaveLength(0)
  })

  test("in a pause, where its signal is aborted then", async () => {
    const leaving = new AbortController()
    const pause = failure(systemTiming.sleep(2 ** 30, leaving.signal))
    leaving.abort("no more")
    expect(await pause).toBe("no more")
  })

  test("with a TimeoutError where every attempt had no answer within its time limit", async () => {
    const { candor, sent } = over([hanging], { timeoutMillis: 1 })
    expect(await failure(candor.jobs.get("1"))).toBeInstanceOf(Errors.TimeoutError)
    expect(sent).toHaveLength(4)
  })
})

test("the time limit of a page of the feed begins after its wait", async () => {
  const { candor } = over([hanging], { timeoutMillis: 1000, maxRetries: 0 })
  jest.useFakeTimers()
  try {
    let isOver = false
    const page = failure(candor.events.page({ wait: 30 })).finally(() => {
      isOver = true
    })
    // The request is sent, and its timer set, by what has been queued by now.
    await Promise.resolve().then(() => {})
    jest.advanceTimersByTime(30_999)
    await Promise.resolve().then(() => {})
    expect(isOver).toBe(false)
    jest.advanceTimersByTime(1)
    expect(await page).toBeInstanceOf(Errors.TimeoutError)
  } finally {
    jest.useRealTimers()
  }
})

test("an answer that redirects is an error, and is not followed", async () => {
  const { candor, sent } = over([
    () => new Response(null, { status: 302, headers: { location: "https://other.example/" } })
  ])
  expect(await failure(candor.me.get())).toMatchObject({ status: 302, code: "unexpected_answer" })
  expect(sent).toHaveLength(1)
})

test("responseOf returns what came with an answer, and refuses other objects", async () => {
  const headers = {
    etag: "\"tag\"",
    "x-request-id": "r",
    "x-ratelimit-limit": "1000",
    "x-ratelimit-remaining": "9",
    "x-ratelimit-reset": "5"
  }
  const { candor } = over([json(200, { job: {} }, headers)])
  expect(responseOf(await candor.jobs.get("1"))).toMatchObject({
    status: 200,
    etag: "\"tag\"",
    requestId: "r",
    isReplayed: false,
    rateLimit: { limit: 1000, remaining: 9, reset: 5 }
  })
  expect(() => responseOf({})).toThrow(TypeError)
})

test.each(["", ".", ".."])("an id that would lead to another path is refused: %p", async (id) => {
  const { candor, sent } = over([created])
  expect(await failure(candor.jobs.delete(id))).toBeInstanceOf(TypeError)
  expect(sent).toEqual([])
})

test("a list is read page by page, as far as its items are needed", async () => {
  const link = (cursor: string) => ({ link: `</api/v1/jobs?limit=2&cursor=${cursor}>; rel="next"` })
  const page = (...ids: ReadonlyArray<number>) => ({ jobs: ids.map((id) => ({ id })), pagination: {} })
  const { candor, sent } = over([
    json(200, { ...page(1, 2), next_cursor: "a+b" }),
    json(200, page(3, 4), link("c")),
    json(200, { ...page(5), next_cursor: null }, link("of-a-proxy"))
  ])
  const ids = []
  for await (const { id } of candor.jobs.all({ limit: 2, offset: 1, status: "draft" })) ids.push(id)
  expect(ids).toEqual([1, 2, 3, 4, 5] as ReadonlyArray<unknown> as typeof ids)
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    "?limit=2&offset=1&status=draft",
    "?limit=2&status=draft&cursor=a%2Bb",
    "?limit=2&status=draft&cursor=c"
  ])

  const early = over([json(200, page(1, 2), link("a"))])
  for await (const _ of early.candor.jobs.all()) break
  expect(early.sent).toHaveLength(1)
})

test("a list whose page leads to itself does not go on for ever", async () => {
  const { candor, sent } = over([
    json(200, { jobs: [], pagination: {} }, { link: `</api/v1/jobs?cursor=a>; rel="next"` })
  ])
  const listing = async () => {
    for await (const _ of candor.jobs.all());
  }
  expect(await failure(listing())).toMatchObject({ code: "unexpected_answer" })
  expect(sent).toHaveLength(2)
})
