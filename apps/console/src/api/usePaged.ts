/** Loads a list page by page: the first at once, the others when a person wants more. */
import { type Loaded, useLoaded } from "./useLoaded.ts"

export interface Paged<A> {
  readonly items: ReadonlyArray<A>
  readonly has_more: boolean
}

interface PagedList<A> extends Loaded<Paged<A>> {
  /** Adds the next page. */
  readonly more: () => Promise<void>
}

export const pageSize = 50

export const usePaged = <A>(key: string, load: (offset: number, signal?: AbortSignal) => Promise<Paged<A>>): PagedList<A> => {
  const loaded = useLoaded(key, (signal) => load(0, signal))
  const more = async () => {
    const next = await load(loaded.value?.items.length ?? 0)
    loaded.replace(({ items }) => ({ items: [...items, ...next.items], has_more: next.has_more }))
  }
  return { ...loaded, more }
}
