/** The cache of loaded answers by key: a page that is opened again shows its last answer at once, and reloads it. */
import { QueryClient } from "@tanstack/react-query"

/** Milliseconds for which an answer that no page shows is kept. */
const keptMillis = 30 * 60_000

/** Milliseconds of absence from the tab after which visible answers are reloaded. */
const awayMillis = 30_000

/** Milliseconds for which an answer is fresh while the feed reports all its changes, and while it does not. */
const [withFeedMillis, withoutFeedMillis] = [5 * 60_000, 5000]

let isFeedComplete = false

/** Notes whether the feed is live and reports all changes that the person may see. */
export const setFeedIsComplete = (isComplete: boolean): void => {
  isFeedComplete = isComplete
}

/** `staleTime` of an answer that events of the feed mark stale earlier. */
export const feedStaleTime = (): number => isFeedComplete ? withFeedMillis : withoutFeedMillis

/**
 * `staleTime` of a part that arrives within another answer. It never expires by time: the enclosing answer renews it,
 * and a change marks it stale.
 */
export const partStaleTime = Infinity

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: keptMillis,
      // The feed tells what changes; what it does not tell is loaded anew for a person who was away.
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > awayMillis,
      // Whether the server can be reached is seen by asking it; the client asks again by itself.
      networkMode: "always",
      retry: false
    }
  }
})
