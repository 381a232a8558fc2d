/** What was loaded, kept by keys: a page that is opened again shows at once what it had, and loads it anew. */
import { QueryClient, type QueryKey } from "@tanstack/react-query"

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
 * How long a part is fresh that comes with another answer: that one brings it anew. A change makes it stale by itself.
 */
export const brought = Infinity

/** What events have changed in the last minute, by the beginnings of keys. */
let changes: ReadonlyArray<{ readonly at: number; readonly key: QueryKey }> = []

/** Notes that an event has changed what is kept by keys that begin so, or is being loaded. */
export const noteChange = (key: QueryKey): void => {
  const at = Date.now()
  changes = [...changes.filter((change) => change.at > at - 60_000), { at, key }]
}

/** Whether an event has changed since a time what is kept by a key. */
export const isChangedSince = (queryKey: QueryKey, since: number): boolean =>
  changes.some(({ at, key }) => at >= since && key.every((part, index) => part === queryKey[index]))

/**
 * Keeps a part of an answer that was asked for at a time, in the place of its own. What is being loaded, or was changed
 * since, is newer; a list of which more is loaded, and what an event has changed since, is loaded anew.
 */
export const keepPart = (queryKey: QueryKey, value: unknown, since: number): void => {
  const state = queries.getQueryState<{ readonly pages?: ReadonlyArray<unknown> }>(queryKey)
  if (state !== undefined && (state.fetchStatus !== "idle" || state.dataUpdatedAt > since)) return
  if ((state?.data?.pages?.length ?? 0) > 1) void queries.invalidateQueries({ queryKey, exact: true })
  else queries.setQueryData(queryKey, value)
  if (isChangedSince(queryKey, since)) void queries.invalidateQueries({ queryKey, exact: true })
}

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
 * Has what is kept by keys that begin so loaded anew after a change of this tab, and what is being loaded: it may not
 * have the change.
 */
export const reloadChanged = (queryKey: QueryKey): Promise<void> => {
  noteChange(queryKey)
  return queries.invalidateQueries({ queryKey })
}

/**
 * Changes a kept answer, as after a change that the server has confirmed. What was asked for before that may not have
 * it yet: a load that is under way begins anew, and a first one gets the change when it ends.
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
