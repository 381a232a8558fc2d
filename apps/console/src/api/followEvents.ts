/** Follows the change feed as server-sent events. `EventSource` would send no header, so the stream is read by hand. */
import { ApiFailure } from "./ApiFailure.ts"
import type { AnswerOf, RouteOf } from "./Contract.ts"
import { send } from "./Transport.ts"

const route: RouteOf<"Events.follow"> = "GET /api/v1/events"
const address = route.slice(route.indexOf(" ") + 1)

export type FeedEvent = Extract<AnswerOf<"Events.follow">, { readonly events: unknown }>["events"][number]

/** Milliseconds before a stream that ended or broke is opened again. Each failure in a row doubles them, up to a minute. */
const pauseMillis = 2000
const maxPauseMillis = 60_000

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

type From = Readonly<Record<string, string>>

/** Reads one stream to its end. An event is told with its cursor, from which the next stream goes on. */
const readStream = async (
  { after, ...headers }: From,
  onOpen: () => void,
  onEvent: (event: FeedEvent, cursor: string) => void,
  signal: AbortSignal
): Promise<void> => {
  const response = await send("GET", after === undefined ? address : `${address}?after=${after}`, {
    signal,
    headers: { Accept: "text/event-stream", ...headers }
  })
  onOpen()
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  let cursor = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split("\n")
    rest = lines.pop() ?? ""
    if (rest.length > maxLine) throw new Error("The feed sent a line that is too long.")
    for (const line of lines) {
      if (line.startsWith("id:")) cursor = line.slice(3).trim()
      if (line.startsWith("data:")) onEvent(JSON.parse(line.slice(5)) as FeedEvent, cursor)
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

/** Whether the server answers differently when it is asked again, as after it restarts. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiFailure) || error.code === "unreachable" || error.code === "internal_error"

/** Shows the last `recent` events, then each new one, until the signal aborts or the feed refuses. */
export const followEvents = async (recent: number, { isAdmin, onEvent, onFailure, onLive }: Follower, signal: AbortSignal): Promise<void> => {
  let from: From | undefined
  let failures = 0
  const next = (event: FeedEvent, cursor: string) => {
    from = { "Last-Event-ID": cursor }
    failures = 0
    onEvent(event)
  }
  while (!signal.aborted) {
    try {
      from ??= { after: String(Math.max(0, await latestSequence(isAdmin, signal) - recent)) }
      await readStream(from, () => onLive(true), next, signal)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      if (!passes(error)) return onFailure(error)
      failures += 1
    }
    onLive(false)
    await new Promise((resolve) => setTimeout(resolve, Math.min(maxPauseMillis, pauseMillis * 2 ** failures)))
  }
}
