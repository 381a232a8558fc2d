/** Loads a list page by page: the first at once, the others when a person wants more. */
import { type Loaded, useLoaded } from "./useLoaded.ts"

interface Pages<Item> {
  readonly items: ReadonlyArray<Item>
  readonly has_more: boolean
}

export interface PagedList<Item> extends Loaded<Pages<Item>> {
  /** Adds the next page. */
  readonly more: () => Promise<void>
}

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

const pageSize = 50

/** Loads the list of a key by `load`, whose answers have their entries where `itemsOf` says. */
export const usePaged = <Answer extends { readonly pagination: { readonly has_more: boolean } }, Item>(
  key: string,
  load: (page: PageQuery, signal?: AbortSignal) => Promise<Answer>,
  itemsOf: (answer: Answer) => ReadonlyArray<Item>
): PagedList<Item> => {
  const loadPage = async (offset: number, signal?: AbortSignal): Promise<Pages<Item>> => {
    const answer = await load({ limit: pageSize, offset }, signal)
    return { items: itemsOf(answer), has_more: answer.pagination.has_more }
  }
  const loaded = useLoaded(key, (signal) => loadPage(0, signal))
  const more = async () => {
    const next = await loadPage(loaded.value?.items.length ?? 0)
    loaded.replace(({ items }) => ({ items: [...items, ...next.items], has_more: next.has_more }))
  }
  return { ...loaded, more }
}
