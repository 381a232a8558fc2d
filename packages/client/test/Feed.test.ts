import { describe, expect, jest, test } from "bun:test"
import { ConnectionError, InvalidRequest, RateLimitExceeded, Unauthorized } from "../src/Errors.ts"
import { type Feed, follow } from "../src/Feed.ts"
import { type Answers, exchange, refusal, unreachable } from "./Exchange.ts"

const encoder = new TextEncoder()

const message = (sequence: number): string =>
  `id: 9f86d081-${sequence}\nevent: job.created\ndata: ${JSON.stringify({ sequence })}\n\n`

interface Source {
  /** The pieces that were taken of it. */
  readonly taken: () => number
  readonly isCancelled: () => boolean
  readonly answer: (init: RequestInit) => Response
}

/** A stream of these pieces, which then ends, breaks, or stays open. After each piece time may pass. */
const source = (pieces: ReadonlyArray<string>, ending: "ends" | "breaks" | "stays", pass = () => {}): Source => {
  let taken = 0
  let isCancelled = false
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const piece = pieces[taken]
    if (taken > 0) pass()
    if (piece !== undefined) controller.enqueue(encoder.encode(piece))
    else if (ending === "ends") controller.close()
    else if (ending === "breaks") controller.error(new Error("The socket was closed"))
    taken++
  }
  return {
    taken: () => taken,
    isCancelled: () => isCancelled,
    answer: ({ signal }) => {
      // As fetch does, an abort makes the body fail.
      const body = new ReadableStream({
        pull,
        start: (controller) =>
          signal?.addEventListener("abort", () => {
            isCancelled = true
            controller.error(signal.reason)
          })
      }, { highWaterMark: 0 })
      return new Response(body, { headers: { "content-type": "text/event-stream" } })
    }
  }
}

const over = (answers: Answers, options: Parameters<typeof follow>[1] = {}) => {
  const one = exchange(answers)
  return { ...one, feed: follow(one.settings, options) }
}

/** Takes so many events of a feed, with the cursor after each. */
const take = async (feed: Feed, count: number) => {
  const found: Array<readonly [sequence: number, cursor: string | undefined]> = []
  for await (const { sequence } of feed) {
    found.push([sequence, feed.cursor])
    if (found.length === count) break
  }
  return found
}

const failure = async (feed: Feed): Promise<unknown> => {
  try {
    for await (const _ of feed);
  } catch (error) {
    return error
  }
  throw new Error("The feed ended")
}

describe("a feed", () => {
  test("goes on after its last event when its connection ends or breaks: every event is handed out once", async () => {
    const answers = [
      source([": open\n\n", message(1) + message(2)], "ends").answer,
      source([message(3), message(4).slice(0, 20)], "breaks").answer,
      unreachable,
      refusal(503, "internal_error", { "retry-after": "2" }),
      source([message(4)], "stays").answer
    ] as const
    const { feed, sent } = over(answers, { after: 0, types: ["job.*", "note.created"] })
    expect(await take(feed, 4)).toEqual([[1, "9f86d081-1"], [2, "9f86d081-2"], [3, "9f86d081-3"], [4, "9f86d081-4"]])
    expect(sent.map(({ headers }) => headers.get("last-event-id"))).toEqual([
      null,
      ...[2, 3, 3, 3].map((n) => `9f86d081-${n}`)
    ])
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(
      ["?after=0&types=job.*%2Cnote.created", ...Array.from({ length: 4 }, () => "?types=job.*%2Cnote.created")]
    )
    expect(sent.every(({ headers }) => headers.get("accept") === "text/event-stream")).toBe(true)
  })

  test("continues from a cursor that was kept", async () => {
    const { feed, sent } = over([source([message(8)], "stays").answer], { cursor: "9f86d081-7" })
    expect(await take(feed, 1)).toEqual([[8, "9f86d081-8"]])
    expect(sent[0]?.headers.get("last-event-id")).toBe("9f86d081-7")
  })

  test("goes on after the position that a quiet connection had, also where that brought no event", async () => {
    const quiet = source([message(1), ": still here\nid: 9f86d081-70\n\n"], "ends")
    const { feed, sent } = over([quiet.answer, source([message(71)], "stays").answer])
    expect(await take(feed, 2)).toEqual([[1, "9f86d081-1"], [71, "9f86d081-71"]])
    expect(sent.map(({ headers }) => headers.get("last-event-id"))).toEqual([null, "9f86d081-70"])
  })

  test("reads no further than its reader, and closes its connection when its reader leaves", async () => {
    const endless = source(Array.from({ length: 1000 }, (_, n) => message(n + 1)), "stays")
    const { feed } = over([endless.answer])
    await take(feed, 3)
    expect(endless.taken()).toBe(3)
    expect(endless.isCancelled()).toBe(true)
  })

  test("gives up a connection that is silent for 45 seconds, and goes on with another one", async () => {
    const silent = source([message(1)], "stays")
    const { feed, sent } = over([silent.answer, source([message(2)], "stays").answer])
    jest.useFakeTimers()
    try {
      const taken = take(feed, 2)
      while (silent.taken() < 2) await Promise.resolve()
      jest.advanceTimersByTime(44_999)
      expect(silent.isCancelled()).toBe(false)
      jest.advanceTimersByTime(1)
      expect(await taken).toEqual([[1, "9f86d081-1"], [2, "9f86d081-2"]])
    } finally {
      jest.useRealTimers()
    }
    expect(silent.isCancelled()).toBe(true)
    expect(sent[1]?.headers.get("last-event-id")).toBe("9f86d081-1")
  })

  test("ends with the reason of its signal, and closes its connection", async () => {
    const open = source([message(1)], "stays")
    const leaving = new AbortController()
    const { feed } = over([open.answer], { signal: leaving.signal })
    const ended = failure(feed)
    leaving.abort("no more")
    expect(await ended).toBe("no more")
    expect(open.isCancelled()).toBe(true)
  })

  test.each(
    [
      [401, "unauthorized", Unauthorized],
      [400, "invalid_request", InvalidRequest]
    ] as const
  )("is over at %d: a key that ended, or a cursor that is lost", async (status, code, kind) => {
    const { feed, sent } = over([source([message(1)], "ends").answer, refusal(status, code)])
    expect(await failure(feed)).toBeInstanceOf(kind)
    expect(sent).toHaveLength(2)
  })

  test("is over at a page that is no stream of events, whose connection is closed", async () => {
    let isClosed = false
    const html = ({ signal }: RequestInit) => {
      signal!.addEventListener("abort", () => isClosed = true)
      return new Response("data: <html>", { headers: { "content-type": "text/html" } })
    }
    const { feed, sent } = over([html])
    expect(await failure(feed)).toMatchObject({ status: 200, code: "unexpected_answer" })
    expect(sent).toHaveLength(1)
    expect(isClosed).toBe(true)
  })

  test("tells when a connection opens, and when it has ended", async () => {
    const states: Array<boolean> = []
    const onConnection = (isOpen: boolean) => void states.push(isOpen)
    const { feed } = over([source([message(1)], "breaks").answer, unreachable, source([message(2)], "stays").answer], {
      onConnection
    })
    await take(feed, 2)
    expect(states).toEqual([true, false, true, false])
  })

  test("is over when the service is away for 15 minutes, with pauses of 8 seconds at most", async () => {
    const { feed, pauses, sent } = over([unreachable])
    expect(await failure(feed)).toBeInstanceOf(ConnectionError)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeWithin(890_000, 900_001)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(8000)
    expect(sent.length).toBeLessThan(300)
  })

  test("is over where a refusal asks for a longer pause than that, and says how long", async () => {
    const { feed, pauses } = over([refusal(429, "rate_limit_exceeded", { "retry-after": "1800" })], {
      maxOutageMillis: 60_000
    })
    const error = await failure(feed)
    expect(error).toBeInstanceOf(RateLimitExceeded)
    expect(error).toMatchObject({ retryAfterSeconds: 1800 })
    expect(pauses).toEqual([])
  })

  test("is over where connections end as soon as they begin, for 15 minutes", async () => {
    const { feed, pauses } = over([({ signal }) => source([": open\n\n"], "ends").answer({ signal: signal! })])
    expect(await failure(feed)).toBeInstanceOf(ConnectionError)
    expect(Math.max(...pauses)).toBeGreaterThan(3000)
  })

  test("is over where every connection brings its head and then nothing for a long time", async () => {
    const silent = (init: RequestInit) => source([": open\n\n"], "ends", () => one.pass(45_000)).answer(init)
    const answers: Answers = [silent, ...Array.from({ length: 50 }, () => silent), refusal(401, "unauthorized")]
    const one = exchange(answers)
    expect(await failure(follow(one.settings))).toBeInstanceOf(ConnectionError)
    expect(one.sent.length).toBeWithin(15, 25)
  })

  /** A feed whose first 201 connections last so long, and have nothing but comments. */
  const lasting = (millis: number) => {
    const comments = (init: RequestInit) =>
      source([": open\n\n", ": still here\n\n"], "ends", () => one.pass(millis)).answer(init)
    const one = exchange([
      comments,
      ...Array.from({ length: 200 }, () => comments),
      source([message(1)], "stays").answer
    ])
    return one
  }

  test("of which each connection lasts for ten seconds goes on for good, and one whose connections end sooner is over", async () => {
    const one = lasting(10_000)
    expect(await take(follow(one.settings), 1)).toEqual([[1, "9f86d081-1"]])
    expect(one.sent).toHaveLength(202)
    expect(await failure(follow(lasting(9_999).settings))).toBeInstanceOf(ConnectionError)
  })
})
