/** Follows the change feed while the tab is seen: a browser has few connections to a server, for all of its tabs. */
import { type Event, InvalidRequest } from "@candor/client"
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
    const look = () => {
      if (document.hidden && !signal.aborted) return
      document.removeEventListener("visibilitychange", look)
      resolve()
    }
    document.addEventListener("visibilitychange", look)
    signal.addEventListener("abort", look, { once: true })
    look()
  })

/** A signal that aborts with another one, or when the tab is hidden. */
const whileSeen = (signal: AbortSignal): AbortSignal => {
  const hidden = new AbortController()
  const look = () => {
    if (!document.hidden) return
    document.removeEventListener("visibilitychange", look)
    hidden.abort()
  }
  document.addEventListener("visibilitychange", look)
  return AbortSignal.any([signal, hidden.signal])
}

/** Calls a function with each event after the sequence `begin`, until the signal aborts. Fails where the feed refuses, not while it is away. */
export const followFeed = async (begin: number, { onEvent, onGap, onLive }: Follower, signal: AbortSignal): Promise<void> => {
  let after = begin
  let cursor: string | undefined
  while (!signal.aborted) {
    await seen(signal)
    const ended = whileSeen(signal)
    const feed = candor.events.follow({ ...(cursor === undefined ? { after } : { cursor }), signal: ended, onConnection: onLive, maxOutageMillis: Infinity })
    try {
      for await (const event of feed) onEvent(event)
    } catch (error) {
      if (error instanceof InvalidRequest) {
        // The feed keeps events for some weeks, and begins anew where it was restored from a backup.
        after = await newestSequence(signal)
        cursor = undefined
        onGap()
        continue
      }
      if (!ended.aborted) throw error
    }
    cursor = feed.cursor ?? cursor
  }
}
