/** `Link: <…>; rel="next"` (RFC 8288) on a page that has a following one. */
import { Cursor } from "@candor/contract/PageQuery"
import type { Page } from "@candor/domain/Pagination"
import { Effect, Schema } from "effect"
import { HttpEffect, type HttpServerRequest, HttpServerResponse } from "effect/http"

const encode = Schema.encodeSync(Cursor)

/** Points to the next page: the same query with a cursor in place of the offset. */
export const withNextLink = (request: HttpServerRequest.HttpServerRequest, page: Page<unknown>) => {
  if (page.next === undefined) return Effect.void
  const [path, search] = request.url.split(/[?;](.*)/s, 2)
  const query = new URLSearchParams(search)
  query.delete("offset")
  query.set("cursor", encode(page.next))
  const link = `<${path}?${query}>; rel="next"`
  return HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "link", link))
  )
}
