/** What a server answers before it has its database: that the process lives, and that it is not ready. */
import { HttpServerResponse } from "effect/http"
import { idFrom } from "./CurrentRequest.ts"
import * as Responses from "./Responses.ts"

/** 200 where it is asked whether the process lives; else 503 with the time after which to ask again. */
export const starting = (request: Request): Response => {
  const live = new URL(request.url).pathname === "/health/live"
  const answer = live ? HttpServerResponse.jsonUnsafe({ status: "ok" }) : Responses.unavailable
  return HttpServerResponse.toWeb(HttpServerResponse.setHeaders(answer, {
    "x-request-id": idFrom(request.headers.get("x-request-id")),
    ...(live ? {} : { "retry-after": String(Responses.retryAfterSeconds) })
  }))
}
