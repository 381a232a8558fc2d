/** Answers requests before the database is available: the process is live, but not ready. */
import * as RateLimit from "@candor/domain/access/RateLimit"
import { HttpServerResponse } from "effect/http"
import * as Responses from "../response/Responses.ts"
import { idFrom } from "../request/CurrentRequest.ts"
import { pathOf } from "../request/Path.ts"

/** Nothing is counted yet, so the headers show the whole limit of an address. */
const rateLimit = (now: number) => ({
  "x-ratelimit-limit": String(RateLimit.perHour),
  "x-ratelimit-remaining": String(RateLimit.perHour),
  "x-ratelimit-reset": String(RateLimit.windowAt(now).reset)
})

/**
 * Returns 200 for `/health/live`, and otherwise 503 with `Retry-After`. The connection closes, because later requests
 * on it are not read. `now` is in milliseconds since the Unix epoch.
 */
export const starting = (request: Request, now: number): Response => {
  const live = pathOf(request.url) === "/health/live"
  const answer = live ? HttpServerResponse.jsonUnsafe({ status: "ok" }) : Responses.unavailable("starting")
  return HttpServerResponse.toWeb(HttpServerResponse.setHeaders(answer, {
    connection: "close",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...rateLimit(now),
    "x-request-id": idFrom(request.headers.get("x-request-id")),
    ...(live ? {} : { "retry-after": String(Responses.retryAfterSeconds) })
  }))
}
