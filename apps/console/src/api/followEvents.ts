/** Follows the change feed from its latest events on. */
import { type Event, InvalidRequest } from "@candor/client"
import { candor } from "./Client.ts"

/**
 * The number of the newest event. Administrators have it from the audit log. The feed tells it to a reader that is ahead of
 * it, by a refusal, which a browser writes to its console.
 */
const latestSequence = async (isAdmin: boolean, signal: AbortSignal): Promise<number> => {
  if (isAdmin) return (await candor.events.audit({ limit: 1 }, { signal })).entries[0]?.sequence ?? 0
  try {
    await candor.events.page({ after: Number.MAX_SAFE_INTEGER }, { signal })
    return 0
  } catch (error) {
    const latest = error instanceof InvalidRequest ? error.details["latest"] : undefined
    if (typeof latest === "number") return latest
    throw error
  }
}

interface Follower {
  readonly isAdmin: boolean
  readonly onEvent: (event: Event) => void
  /** Tells whether the stream is open. */
  readonly onLive: (isLive: boolean) => void
}

/** Shows the last `recent` events, then each new one, until the signal aborts. Fails where the feed refuses, not while it is away. */
export const followEvents = async (recent: number, { isAdmin, onEvent, onLive }: Follower, signal: AbortSignal): Promise<void> => {
  const after = Math.max(0, await latestSequence(isAdmin, signal) - recent)
  const feed = candor.events.follow({ after, signal, onConnection: onLive, maxOutageMillis: Infinity })
  for await (const event of feed) onEvent(event)
}
