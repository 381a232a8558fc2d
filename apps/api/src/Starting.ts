/** What a server answers before it has its database: that the process lives, and that it is not ready. */
import { HttpServerResponse } from "effect/http"
import { idFrom } from "./CurrentRequest.ts"
import * as Responses from "./Responses.ts"

/** The path of a request, also of one whose `Host` is missing or makes no sense. */
const pathOf = (url: string): string => /^(?:[a-z]+:\/\/[^/]*)?(\/[^?#]*)/.exec(url)?.[1] ?? ""

/**
 * 200 where it is asked whether the process lives; else 503 with the time after which to ask again. The connection is
 * closed: whatever else came on it was not looked at.
 */
export const starting = (request: Request): Response => {
  const live = pathOf(request.url) === "/health/live"
  const answer = live ? HttpServerResponse.jsonUnsafe({ status: "ok" }) : Responses.unavailable
  return HttpServerResponse.toWeb(HttpServerResponse.setHeaders(answer, {
    connection: "close",
    "x-request-id": idFrom(request.headers.get("x-request-id")),
    ...(live ? {} : { "retry-after": String(Responses.retryAfterSeconds) })
  }))
}
