/** `Link: <…>; rel="next"` (RFC 8288) on a page that has a following one. */
import { encodeCursor } from "@candor/contract/PageQuery"
import type { Position } from "@candor/domain/Pagination"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentRequest } from "./CurrentRequest.ts"

/** Points to the next page: the same query with a cursor in place of the offset. */
export const withNextLink = (request: HttpServerRequest.HttpServerRequest, { next }: { readonly next?: Position | undefined }) =>
  Effect.map(CurrentRequest, (current) => {
    if (next === undefined) return
    const [path, search] = request.url.split(/[?;](.*)/s, 2)
    const query = new URLSearchParams(search)
    query.delete("offset")
    query.set("cursor", encodeCursor(next))
    current.link = `<${path}?${query}>; rel="next"`
  })
