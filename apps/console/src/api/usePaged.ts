/** Loads a list page by page: the first at once, the others when a person wants more. */
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query"
import { useCallback } from "react"
import { changeKept, queries } from "./queries.ts"
import type { Fresh, Key, Loaded } from "./useLoaded.ts"

interface Pages<Item> {
  readonly items: ReadonlyArray<Item>
  readonly has_more: boolean
}

export interface PagedList<Item> extends Loaded<Pages<Item>> {
  /** Adds the next page. */
  readonly more: () => Promise<void>
  /** Replaces entries, as after a change that the server has confirmed. */
  readonly replace: (change: (item: Item) => Item) => void
}

interface PageQuery {
  readonly limit: number
  readonly offset: number
}

export const pageSize = 50

/** A list as it is kept, of which the first page was loaded. */
export const firstPage = <Item>(page: Pages<Item>) => ({ pages: [page], pageParams: [0] })

/** Loads the list of a key by `load`, whose answers have their entries where `itemsOf` says. */
export const usePaged = <Answer extends { readonly pagination: { readonly has_more: boolean } }, Item>(
  key: Key,
  load: (page: PageQuery, signal: AbortSignal) => Promise<Answer>,
  itemsOf: (answer: Answer) => ReadonlyArray<Item>,
  staleTime: Fresh = 0
): PagedList<Item> => {
  type Data = InfiniteData<Pages<Item>, number>
  const { data, error, fetchNextPage, refetch } = useInfiniteQuery<Pages<Item>, Error, Data, Key, number>({
    queryKey: key,
    queryFn: async ({ pageParam, signal }) => {
      const answer = await load({ limit: pageSize, offset: pageParam }, signal)
      return { items: itemsOf(answer), has_more: answer.pagination.has_more }
    },
    staleTime,
    initialPageParam: 0,
    getNextPageParam: ({ has_more }, _, offset) => has_more ? offset + pageSize : undefined
  }, queries)
  const name = key.join(" ")
  const reload = useCallback(() => void refetch(), [refetch])
  const replace = useCallback(
    (change: (item: Item) => Item) =>
      changeKept<Data>(
        key,
        (data) => ({ ...data, pages: data.pages.map(({ items, ...page }) => ({ ...page, items: items.map(change) })) })
      ),
    [name]
  )
  const more = async () => {
    await fetchNextPage({ throwOnError: true })
  }
  const value = data === undefined
    ? undefined
    : { items: data.pages.flatMap(({ items }) => items), has_more: data.pages.at(-1)?.has_more ?? false }
  return { value, error: error ?? undefined, reload, more, replace }
}
