/** The cache of loaded answers by key: a page that is opened again shows the last answer at once, and reloads it. */
import { QueryClient } from "@tanstack/react-query"

/** Milliseconds for which an answer is cached after the last page that shows it closes. */
const keptMillis = 30 * 60_000

/** Milliseconds of absence from the tab after which visible answers are reloaded. */
const awayMillis = 30_000

/** Milliseconds for which an answer is fresh: while the feed reports all its changes, and without that. */
const [withFeedMillis, withoutFeedMillis] = [5 * 60_000, 5000]

let isFeedComplete = false

/** Sets whether the feed is live and reports all changes that the person may see. */
export const setFeedIsComplete = (isComplete: boolean): void => {
  isFeedComplete = isComplete
}

/** Returns the `staleTime` of an answer that events of the feed mark stale earlier. */
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
      // The feed reports most changes; the others are loaded when the person returns to the tab.
      refetchOnWindowFocus: ({ state }) => Date.now() - state.dataUpdatedAt > awayMillis,
      // The browser's offline state is ignored: requests are sent anyway, and the client retries them.
      networkMode: "always",
      retry: false
    }
  }
})
