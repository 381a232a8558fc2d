/**
 * Follows the change feed while the tab is visible: a browser allows few connections to a server, shared by all tabs.
 */
import { ConnectionError, type Event, InvalidRequest, RateLimitExceeded, ServiceUnavailable } from "@candor/client"
import { candor } from "./Client.ts"

/** Returns the sequence number of the newest event: what is loaded after this includes all events up to it. */
export const newestSequence = async (signal?: AbortSignal): Promise<number> =>
  (await candor.events.page({ limit: 1 }, signal === undefined ? {} : { signal })).latest

interface Follower {
  readonly onEvent: (event: Event) => void
  /** Is called with whether the stream is open. */
  readonly onLive: (isLive: boolean) => void
  /** Is called if events were missed. */
  readonly onGap: () => void
}

/** Waits until the tab is visible. */
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

/** Milliseconds after which an unreachable server is asked again for the feed's position. */
const awayMillis = 10_000

/** Returns how long to wait after a temporary failure, in milliseconds; undefined after any other. */
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
 * Calls a function with each event after the sequence number `begin`, until the signal aborts. If it is undefined,
 * starts at the feed's position as soon as the server can be reached. Fails if the feed refuses, not while the server
 * is away.
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
      // The feed keeps events for some weeks, and starts over after a restore from a backup.
      else if (error instanceof InvalidRequest) [after, cursor] = [undefined, undefined]
      else throw error
    } finally {
      connection.abort()
    }
  }
}
