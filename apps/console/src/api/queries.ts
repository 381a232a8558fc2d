/** What was loaded, kept by keys: a page that is opened again shows at once what it had, and loads it anew. */
import { QueryClient, type QueryKey } from "@tanstack/react-query"

/** Milliseconds for which an answer is kept that no page shows. */
const keptMillis = 30 * 60_000

/** Milliseconds after which a person who comes back to the tab gets what is shown loaded anew. */
const awayMillis = 30_000

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

/**
 * Changes a kept answer, as after a change that the server has confirmed. What was asked for before that may not have it yet: a load
 * that is under way begins anew, and a first one gets the change when it ends.
 */
export const changeKept = <A>(queryKey: QueryKey, change: (value: A) => A): void => {
  const query = queries.getQueryCache().find<A>({ queryKey, exact: true })
  if (query === undefined) return
  const isLoading = query.state.fetchStatus === "fetching"
  if (query.state.data === undefined) {
    if (isLoading) query.promise?.then(() => changeKept(queryKey, change), () => {})
    return
  }
  queries.setQueryData<A>(queryKey, change(query.state.data))
  if (isLoading) void queries.refetchQueries({ queryKey, exact: true })
}
