/** Lists, read page by page as they are needed. */
import { responseOf } from "./ResponseInfo.ts"
import { unexpectedResponse } from "./Errors.ts"

/**
 * All items of a list, in its order. One page is held at a time, and read when the items of the last one are used up.
 */
export interface Pages<Page, Item> extends AsyncIterable<Item> {
  /** The same, as whole pages. */
  readonly pages: () => AsyncIterable<Page>
}

/** Returns the cursor of the next page. An earlier server has it in the `Link` header alone (RFC 8288). */
const nextCursor = (page: { readonly next_cursor?: string | null }): string | undefined => {
  if (page.next_cursor !== undefined) return page.next_cursor ?? undefined
  const target = /<([^>]*)>;\s*rel="next"/.exec(responseOf(page).headers.get("link") ?? "")?.[1]
  return new URLSearchParams(target?.split("?", 2)[1]).get("cursor") ?? undefined
}

/**
 * Goes through the pages of a list. Fails at a page that leads to itself, such as a cache's. `field` names the items of
 * a page; `read` reads the page of a query.
 */
export const pagesOf = (
  field: string,
  query: Readonly<Record<string, unknown>>,
  read: (query: Readonly<Record<string, unknown>>) => Promise<object>
): Pages<object, unknown> => {
  async function* pages() {
    let page = await read(query)
    yield page
    // With a cursor the offset counts from it, and it has been skipped already.
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
