/** Loads what a page shows, and keeps it: a page that is opened again shows at once what it had, and loads it anew. */
import { useCallback, useEffect, useState, useSyncExternalStore } from "react"

interface Entry {
  readonly value: unknown
  readonly error: unknown
}

/** What is shown is loaded anew for a person who comes back to the tab after so many milliseconds. */
const awayMillis = 30_000

/** Bounds the answers that are kept: the one that was loaded least recently is forgotten. */
const maxEntries = 100

const entries = new Map<string, Entry>()
const listeners = new Set<() => void>()

/** Keeps the answer of a key, in place of the one before. */
export const keep = (key: string, entry: Entry): void => {
  entries.delete(key)
  entries.set(key, entry)
  for (const oldest of entries.keys()) {
    if (entries.size <= maxEntries) break
    entries.delete(oldest)
  }
  for (const listener of listeners) listener()
}

/** The answer that is kept of a key. */
export const kept = (key: string): Entry | undefined => entries.get(key)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Forgets everything, as when another person signs in. */
export const forgetAll = (): void => entries.clear()

export interface Loaded<A> {
  readonly value: A | undefined
  /** The failure of the latest load; a value from before stays. */
  readonly error: unknown
  readonly reload: () => void
  /** Replaces the value, as after a change that the server has confirmed. */
  readonly replace: (change: (value: A) => A) => void
}

/** Loads the value of a key, now and whenever the key changes. */
export const useLoaded = <A>(key: string, load: (signal: AbortSignal) => Promise<A>): Loaded<A> => {
  const entry = useSyncExternalStore(subscribe, () => kept(key))
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) keep(key, { value, error: undefined })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) keep(key, { value: kept(key)?.value, error })
      }
    )
    return () => abort.abort()
    // `load` is new at each rendering; the key says what it loads.
  }, [key, turn])
  const reload = useCallback(() => setTurn((turn) => turn + 1), [])
  useEffect(() => {
    let hiddenAt = Infinity
    const change = () => {
      if (document.hidden) hiddenAt = Date.now()
      else if (Date.now() - hiddenAt > awayMillis) reload()
    }
    document.addEventListener("visibilitychange", change)
    return () => document.removeEventListener("visibilitychange", change)
  }, [reload])
  const replace = useCallback((change: (value: A) => A) => {
    const present = kept(key)
    if (present?.value !== undefined) keep(key, { value: change(present.value as A), error: undefined })
  }, [key])
  return { value: entry?.value as A | undefined, error: entry?.error, reload, replace }
}
