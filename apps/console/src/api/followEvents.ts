/** Follows the change feed as server-sent events. `EventSource` would send no header, so the stream is read by hand. */
import { ApiFailure } from "./ApiFailure.ts"
import type { AnswerOf, RouteOf } from "./Contract.ts"
import { send } from "./Transport.ts"

const route: RouteOf<"Events.follow"> = "GET /api/v1/events"
const address = route.slice(route.indexOf(" ") + 1)

export type FeedEvent = Extract<AnswerOf<"Events.follow">, { readonly events: unknown }>["events"][number]

/** Milliseconds before a stream that ended or broke is opened again. */
const pauseMillis = 2000

/** Bounds the bytes of a line: an event with all its data has fewer. */
const maxLine = 4 * 1024 * 1024

const audit: RouteOf<"Events.audit"> = "GET /api/v1/audit-log"

/**
 * The number of the newest event. Administrators have it from the audit log. The feed tells it to a reader that is ahead of
 * it, by a refusal, which a browser writes to its console.
 */
const latestSequence = async (isAdmin: boolean, signal: AbortSignal): Promise<number> => {
  if (isAdmin) {
    const response = await send("GET", `${audit.slice(audit.indexOf(" ") + 1)}?limit=1`, { signal })
    const { entries } = await response.json() as AnswerOf<"Events.audit">
    return entries[0]?.sequence ?? 0
  }
  try {
    await send("GET", `${address}?after=${Number.MAX_SAFE_INTEGER}`, { signal })
    return 0
  } catch (error) {
    const latest = error instanceof ApiFailure ? error.details["latest"] : undefined
    if (typeof latest === "number") return latest
    throw error
  }
}

/** Reads one stream to its end, and returns the cursor of its last event. */
const readStream = async (
  from: Readonly<Record<string, string>>,
  onEvent: (event: FeedEvent) => void,
  onOpen: () => void,
  signal: AbortSignal
): Promise<string | undefined> => {
  const { after, ...headers } = from
  const response = await send("GET", after === undefined ? address : `${address}?after=${after}`, {
    signal,
    headers: { Accept: "text/event-stream", ...headers }
  })
  onOpen()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  let cursor: string | undefined
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return cursor
    const lines = (rest + value).split("\n")
    rest = lines.pop() ?? ""
    if (rest.length > maxLine) throw new Error("The feed sent a line that is too long.")
    for (const line of lines) {
      if (line.startsWith("id:")) cursor = line.slice(3).trim()
      if (line.startsWith("data:")) onEvent(JSON.parse(line.slice(5)) as FeedEvent)
    }
  }
}

interface Follower {
  readonly isAdmin: boolean
  readonly onEvent: (event: FeedEvent) => void
  /** Tells whether the stream is open. */
  readonly onLive: (isLive: boolean) => void
  readonly onFailure: (error: unknown) => void
}

/** Shows the last `recent` events, then each new one, until the signal aborts or the feed refuses. */
export const followEvents = async (recent: number, { isAdmin, onEvent, onFailure, onLive }: Follower, signal: AbortSignal): Promise<void> => {
  try {
    let from: Readonly<Record<string, string>> = { after: String(Math.max(0, await latestSequence(isAdmin, signal) - recent)) }
    while (!signal.aborted) {
      try {
        const cursor = await readStream(from, onEvent, () => onLive(true), signal)
        if (cursor !== undefined) from = { "Last-Event-ID": cursor }
      } catch (error) {
        if (signal.aborted || (error instanceof ApiFailure && error.code !== "unreachable")) throw error
      }
      onLive(false)
      await new Promise((resolve) => setTimeout(resolve, pauseMillis))
    }
  } catch (error) {
    onLive(false)
    if (!signal.aborted) onFailure(error)
  }
}
