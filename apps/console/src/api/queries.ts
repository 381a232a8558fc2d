/** What was loaded, kept by keys: a page that is opened again shows at once what it had, and loads it anew. */
import { QueryClient } from "@tanstack/react-query"

/** Milliseconds for which an answer is kept that no page shows. */
const keptMillis = 30 * 60_000

/** Milliseconds after which a person who comes back to the tab gets what is shown loaded anew. */
const awayMillis = 30_000

/** Milliseconds for which an answer is fresh, of whose changes the feed tells: while it does, and while it is away. */
const [toldMillis, untoldMillis] = [5 * 60_000, 5000]

let isTold = false

/** Notes whether the feed tells of changes. */
export const setTold = (isLive: boolean): void => {
  isTold = isLive
}

/** How long an answer is fresh of whose changes the feed tells: a change makes it stale before. */
export const told = (): number => isTold ? toldMillis : untoldMillis

/**
 * `staleTime` of a part that arrives within another answer. It never expires by time: the enclosing answer renews it,
 * and a change marks it stale.
 */
export const brought = Infinity

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
