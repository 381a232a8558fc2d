/** `Link: <…>; rel="next"` (RFC 8288) on a page that is followed by another one. */
import { encodeCursor } from "@candor/contract/PageQuery"
import * as FeedCursor from "@candor/domain/event/FeedCursor"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { CurrentRequest } from "../request/CurrentRequest.ts"

/** Sets the link to the same query with a cursor in place of another parameter. */
const setNextLink = (request: HttpServerRequest.HttpServerRequest, replaced: "offset" | "after", cursor: string) =>
  Effect.map(CurrentRequest, (current) => {
    const [path, search] = request.url.split(/[?;](.*)/s, 2)
    const query = new URLSearchParams(search)
    query.delete(replaced)
    query.set("cursor", cursor)
    current.link = `<${path}?${query}>; rel="next"`
  })

/** Links to the next page of a list, if there is one, and returns its cursor. */
export const withNextLink = (
  request: HttpServerRequest.HttpServerRequest,
  { next }: { readonly next?: object | undefined }
) => {
  if (next === undefined) return Effect.succeed(null)
  const cursor = encodeCursor(next)
  return Effect.as(setNextLink(request, "offset", cursor), cursor)
}

/** Links to the next page of the feed, which always exists, and returns its cursor. */
export const withFeedLink = (
  request: HttpServerRequest.HttpServerRequest,
  { epoch, next }: { readonly epoch: string; readonly next: number }
) => {
  const cursor = FeedCursor.format({ epoch, sequence: next })
  return Effect.as(setNextLink(request, "after", cursor), cursor)
}
