/** Follows the change feed while the tab is seen: a browser has few connections to a server, for all of its tabs. */
import { ConnectionError, type Event, InvalidRequest, RateLimitExceeded, ServiceUnavailable } from "@candor/client"
import { candor } from "./Client.ts"

/** The sequence of the newest event: what is loaded from now on has all until then. */
export const newestSequence = async (signal?: AbortSignal): Promise<number> =>
  (await candor.events.page({ limit: 1 }, signal === undefined ? {} : { signal })).latest

interface Follower {
  readonly onEvent: (event: Event) => void
  /** Tells whether the stream is open. */
  readonly onLive: (isLive: boolean) => void
  /** Is called where events were missed. */
  readonly onGap: () => void
}

/** Waits until the tab is seen. */
const seen = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const waiting = new AbortController()
    const look = () => {
      if (document.hidden && !signal.aborted) return
      waiting.abort()
      resolve()
    }
    document.addEventListener("visibilitychange", look, { signal: waiting.signal })
    signal.addEventListener("abort", look, { signal: waiting.signal })
    look()
  })

/** Milliseconds after which a server that was away is asked again where its feed is. */
const awayMillis = 10_000

/** How long to wait after a failure that ends by itself, in milliseconds; undefined after any other. */
const pauseAfter = (error: unknown): number | undefined => {
  if (error instanceof RateLimitExceeded) return (error.retryAfterSeconds ?? 60) * 1000
  return error instanceof ConnectionError || error instanceof ServiceUnavailable ? awayMillis : undefined
}

const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener("abort", end)
  })

/**
 * Calls a function with each event after the sequence `begin`, until the signal aborts; undefined is where the feed is
 * once it can be reached. Fails where the feed refuses, not while it is away.
 */
export const followFeed = async (
  begin: number | undefined,
  { onEvent, onGap, onLive }: Follower,
  signal: AbortSignal
): Promise<void> => {
  let after = begin
  let cursor: string | undefined
  while (!signal.aborted) {
    await seen(signal)
    const connection = new AbortController()
    const ended = AbortSignal.any([signal, connection.signal])
    document.addEventListener("visibilitychange", () => document.hidden && connection.abort(), { signal: ended })
    try {
      if (after === undefined) {
        after = await newestSequence(ended)
        onGap()
      }
      const feed = candor.events.follow({
        ...(cursor === undefined ? { after } : { cursor }),
        signal: ended,
        onConnection: onLive,
        maxOutageMillis: Infinity
      })
      try {
        for await (const event of feed) onEvent(event)
      } finally {
        cursor = feed.cursor ?? cursor
      }
    } catch (error) {
      if (ended.aborted) continue
      const millis = pauseAfter(error)
      if (millis !== undefined) await pause(millis, signal)
      // The feed keeps events for some weeks, and begins anew where it was restored from a backup.
      else if (error instanceof InvalidRequest) [after, cursor] = [undefined, undefined]
      else throw error
    } finally {
      connection.abort()
    }
  }
}
