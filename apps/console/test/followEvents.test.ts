/** The change feed as the console reads it, from a server that breaks off and comes back. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { followEvents } from "../src/api/followEvents.ts"

const present = { fetch: globalThis.fetch, sessionStorage: globalThis.sessionStorage, setTimeout: globalThis.setTimeout }

/** The pauses between two streams, in milliseconds, which the tests do not wait for. */
const pauses: Array<number> = []

beforeAll(() => {
  Object.assign(globalThis, {
    sessionStorage: { getItem: () => null },
    setTimeout: (run: () => void, millis: number) => {
      pauses.push(millis)
      queueMicrotask(run)
    }
  })
})

afterAll(() => {
  Object.assign(globalThis, present)
})

const eventOf = (sequence: number) => `id: 7-${sequence}\nevent: job.created\ndata: ${JSON.stringify({ sequence })}\n\n`

/** A stream of these events, which breaks off in the middle of the next one. */
const breaking = (...sequences: ReadonlyArray<number>) =>
  new ReadableStream({
    pull: (controller) => {
      const sequence = sequences[0]
      if (sequence === undefined) return controller.error(new TypeError("network error"))
      controller.enqueue(new TextEncoder().encode(`${sequences.map(eventOf).join("")}id: 7-99\nda`))
      sequences = []
    }
  })

/** Follows the feed by these answers, one for each request, and returns what came of it. */
const follow = async (...answers: ReadonlyArray<() => Response>) => {
  pauses.length = 0
  const requested: Array<string> = []
  const sequences: Array<number> = []
  Object.assign(globalThis, {
    fetch: (url: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
      requested.push(headers["Last-Event-ID"] ?? url)
      return Promise.resolve().then(answers[requested.length - 1]!)
    }
  })
  const failure = Promise.withResolvers<unknown>()
  await followEvents(50, {
    isAdmin: true,
    onEvent: ({ sequence }) => sequences.push(sequence),
    onLive: () => {},
    onFailure: failure.resolve
  }, new AbortController().signal)
  return { requested, sequences, pauses: [...pauses], failure: await failure.promise }
}

const audit = () => Response.json({ entries: [{ sequence: 51 }] })
const refusal = () => Response.json({ error: { code: "rate_limit_exceeded", message: "Enough." } }, { status: 429 })

test("a stream that breaks off is continued after its last whole event, and shows none twice", async () => {
  const { requested, failure, sequences } = await follow(audit, () => new Response(breaking(2, 3)), () => new Response(breaking(4)), refusal)
  expect(requested).toEqual(["/api/v1/audit-log?limit=1", "/api/v1/events?after=1", "7-3", "7-4"])
  expect(sequences).toEqual([2, 3, 4])
  expect(failure).toMatchObject({ message: "Enough." })
})

test("a server that is away is asked again, in pauses that double up to a minute, until it refuses", async () => {
  const away = () => {
    throw new TypeError("Failed to fetch")
  }
  const restarting = () => new Response("<h1>Bad gateway</h1>", { status: 502 })
  const { requested, failure, pauses } = await follow(audit, away, restarting, away, away, away, away, refusal)
  expect(requested).toHaveLength(8)
  expect(pauses).toEqual([4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(failure).toMatchObject({ code: "rate_limit_exceeded" })
})
