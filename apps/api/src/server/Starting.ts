/** Answers requests before the database is there: the process lives, and is not ready. */
import { HttpServerResponse } from "effect/http"
import * as Responses from "../answer/Responses.ts"
import { idFrom } from "../request/CurrentRequest.ts"
import { pathOf } from "../request/Path.ts"

/**
 * Returns 200 for `/health/live`, and else 503 with `Retry-After`. The connection closes, because later requests on it
 * were not read.
 */
export const starting = (request: Request): Response => {
  const live = pathOf(request.url) === "/health/live"
  const answer = live ? HttpServerResponse.jsonUnsafe({ status: "ok" }) : Responses.unavailable("starting")
  return HttpServerResponse.toWeb(HttpServerResponse.setHeaders(answer, {
    connection: "close",
    "x-request-id": idFrom(request.headers.get("x-request-id")),
    ...(live ? {} : { "retry-after": String(Responses.retryAfterSeconds) })
  }))
}
