/** Lists that are read page by page, on demand. */
import { responseOf } from "./ResponseInfo.ts"
import { unexpectedResponse } from "./Errors.ts"

/** All items of a list, in order. Holds one page at a time, and reads the next one when its items are used up. */
export interface Pages<Page, Item> extends AsyncIterable<Item> {
  /** The same list as whole pages. */
  readonly pages: () => AsyncIterable<Page>
}

/** Returns the cursor of the next page. Older servers send it in the `Link` header only (RFC 8288). */
const nextCursor = (page: { readonly next_cursor?: string | null }): string | undefined => {
  if (page.next_cursor !== undefined) return page.next_cursor ?? undefined
  const target = /<([^>]*)>;\s*rel="next"/.exec(responseOf(page).headers.get("link") ?? "")?.[1]
  return new URLSearchParams(target?.split("?", 2)[1]).get("cursor") ?? undefined
}

/**
 * Iterates over the pages of a list. Fails if a page's cursor leads to the page itself, as from a cache. `field` has
 * the items of a page; `read` requests the page for a query.
 */
export const pagesOf = (
  field: string,
  query: Readonly<Record<string, unknown>>,
  read: (query: Readonly<Record<string, unknown>>) => Promise<object>
): Pages<object, unknown> => {
  async function* pages() {
    let page = await read(query)
    yield page
    // Drops the offset: with a cursor it would count from there, and it was already applied.
    const { offset: _, ...others } = query
    let cursor = nextCursor(page)
    while (cursor !== undefined) {
      page = await read({ ...others, cursor })
      const next = nextCursor(page)
      if (next === cursor)
        throw unexpectedResponse(responseOf(page), "The page leads to itself", responseOf(page).requestId)
      yield page
      cursor = next
    }
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* (page as Readonly<Record<string, ReadonlyArray<unknown>>>)[field]!
    }
  }
}
