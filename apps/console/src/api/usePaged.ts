/** Loads a list page by page: the first at once, the next ones by cursor when the person asks for more. */
import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query"
import { useCallback } from "react"
import { queries } from "./queries.ts"
import { asking, changeKept } from "./store.ts"
import type { Fresh, Key, Loaded } from "./useLoaded.ts"

/** Some entries of a list, and the cursor of the next ones. */
interface Entries<Item> {
  readonly items: ReadonlyArray<Item>
  readonly next_cursor: string | null
}

interface Pages<Item> {
  readonly items: ReadonlyArray<Item>
  readonly has_more: boolean
}

export interface PagedList<Item> extends Loaded<Pages<Item>> {
  /** Adds the next page. */
  readonly more: () => Promise<void>
  /** Replaces entries, for example after a change that the server has confirmed. */
  readonly replace: (change: (item: Item) => Item) => void
}

interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

const pageSize = 50

/** Makes the cached form of a list of which only the first page is loaded. */
export const firstPage = <Item>({ items, next_cursor }: Entries<Item>) => ({
  pages: [{ items, next_cursor }],
  pageParams: [undefined]
})

/** Loads the list of a key by `load`; `itemsOf` returns the entries of an answer. */
export const usePaged = <Answer extends { readonly next_cursor: string | null }, Item>(
  key: Key,
  load: (page: PageQuery, signal: AbortSignal) => Promise<Answer>,
  itemsOf: (answer: Answer) => ReadonlyArray<Item>,
  staleTime: Fresh = 0
): PagedList<Item> => {
  type Data = InfiniteData<Entries<Item>, string | undefined>
  const { data, error, fetchNextPage, refetch } = useInfiniteQuery<Entries<Item>, Error, Data, Key, string | undefined>(
    {
      queryKey: key,
      queryFn: ({ pageParam: cursor, signal }) =>
        asking(key, async () => {
          const answer = await load({ limit: pageSize, cursor }, signal)
          return { items: itemsOf(answer), next_cursor: answer.next_cursor }
        }),
      staleTime,
      initialPageParam: undefined,
      getNextPageParam: ({ next_cursor }) => next_cursor
    },
    queries
  )
  const name = key.join(" ")
  const reload = useCallback(() => void refetch(), [refetch])
  const replace = useCallback((change: (item: Item) => Item) => {
    const inPage = ({ items, ...page }: Entries<Item>) => ({ ...page, items: items.map(change) })
    changeKept<Data | Entries<Item>>(
      key,
      (value) => "pages" in value ? { ...value, pages: value.pages.map(inPage) } : inPage(value)
    )
  }, [name])
  const more = async () => {
    await fetchNextPage({ throwOnError: true })
  }
  const value = data === undefined ? undefined : {
    items: data.pages.flatMap(({ items }) => items),
    has_more: data.pages.at(-1)!.next_cursor !== null
  }
  return { value, error: error ?? undefined, reload, more, replace }
}
