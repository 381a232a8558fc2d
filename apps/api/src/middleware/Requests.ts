/**
 * Surrounds every request, unknown routes included: sends the request id and the headers of its limit, writes its log line
 * and metrics, and wraps errors in the error envelope.
 */
import { isUpload } from "@candor/contract/Attachments"
import type { RateLimitState } from "@candor/contract/Authorization"
import * as Errors from "@candor/contract/Errors"
import { Cause, Clock, Context, Effect, Metric, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressLimits } from "../admission/AddressLimits.ts"
import { Admissions } from "../admission/Admissions.ts"
import { bearerKey } from "../admission/BearerKey.ts"
import { streamed } from "../answer/LongBody.ts"
import * as Responses from "../answer/Responses.ts"
import { UnreadAnswers } from "../answer/UnreadAnswers.ts"
import { isProbe, openLimit } from "../open/OpenRoutes.ts"
import { CurrentRequest, type RequestRecord } from "../request/CurrentRequest.ts"
import { loggablePath } from "../request/LoggablePath.ts"
import { discardRest } from "../request/RequestBody.ts"
import { hasSeveralHosts, mustClose } from "../request/RequestConnection.ts"
import { Draining } from "../server/Stopping.ts"
import { allowed, isRefused } from "./Methods.ts"

const allDurations = Metric.histogram("candor_http_request_duration_seconds", {
  description: "Time from a request's arrival to its answer",
  boundaries: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
})

interface Labels extends Record<string, string> {
  readonly method: string
  readonly operation: string
  readonly status: string
}

const histograms = new Map<string, typeof allDurations>()

/** Returns the histogram of these labels, of which one is made for each set. */
const durations = (labels: Labels) => {
  const name = `${labels.method} ${labels.operation} ${labels.status}`
  const known = histograms.get(name) ?? Metric.withAttributes(allDurations, labels)
  histograms.set(name, known)
  return known
}

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const keyOf = ({ api_key_id }: RequestRecord) => api_key_id === undefined ? {} : { api_key_id }

/** How to authenticate (RFC 6750, section 3); the same for every key that is refused. */
const challenge = `Bearer realm="Candor"`

/** The type of the body that an operation expects. */
const expectedType = ({ method, url }: HttpServerRequest.HttpServerRequest): string =>
  isUpload(method, url.split("?", 1)[0]!) ? "multipart/form-data" : "application/json"

type Handled = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

type Answer = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled, HttpServerRequest.HttpServerRequest>

const make = Effect.gen(function*() {
  const addresses = yield* AddressLimits
  const admissions = yield* Admissions
  const unread = yield* UnreadAnswers

  /** An unknown route still counts, to the key where there is a valid one and else to the address. */
  const noRoute = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const key = bearerKey(request.headers.authorization)
    yield* key === undefined
      ? admissions.countAddress
      : Effect.catchTag(admissions.admit(key), "Unauthorized", () => Effect.void)
    const methods = allowed(request.url)
    return methods.length === 0 ? Responses.routeNotFound : Responses.methodNotAllowed(methods)
  }, Effect.catchTag("RateLimitExceeded", (error) => Effect.succeed(Responses.toResponse(error))))

  const withErrorResponses = (handle: Handled) => {
    const routed = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      isRefused(request.method, request.url) ? noRoute(request) : handle)
    return routed.pipe(
      Effect.zipWith(HttpServerRequest.HttpServerRequest, (response, request) =>
        response.status === Errors.status.UnsupportedMediaType ? Responses.unsupportedMediaType(expectedType(request)) : response),
      Effect.catchIf(isRouteNotFound, () => Effect.flatMap(HttpServerRequest.HttpServerRequest, noRoute)),
      Effect.catchCause(Effect.fnUntraced(function*(cause) {
        // The client has gone, or the process ends: no answer is read.
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.failCause(cause)
        return yield* Responses.fromCause(cause)
      }))
    )
  }

  const countMetrics = Effect.fnUntraced(function*(current: RequestRecord, answer: Answer) {
    const { state, within } = yield* addresses.countMetrics(current.address())
    current.rate_limit = state
    return within ? yield* answer : Responses.metricsLimitReached(state.limit)
  })

  /** Refuses a request with several hosts, or without a key beyond the limit of its address; else the answer. */
  const withOpenLimits = (
    request: HttpServerRequest.HttpServerRequest,
    current: RequestRecord,
    answer: Answer
  ): Answer => {
    if (hasSeveralHosts(request.headers)) return Effect.succeed(Responses.ambiguousHost)
    const limit = openLimit(request.method, request.url)
    if (limit === "metrics") return countMetrics(current, answer)
    if (limit !== "address") return answer
    return Effect.matchEffect(admissions.countAddress, {
      onFailure: (error) => Effect.succeed(Responses.toResponse(error)),
      onSuccess: () => answer
    })
  }

  /** The headers of every answer (spec, part 8). */
  const headersOf = (
    current: RequestRecord,
    { limit, remaining, reset }: RateLimitState,
    response: HttpServerResponse.HttpServerResponse,
    now: number
  ) => {
    const { headers: own, status } = response
    const headers: Record<string, string> = {
      "x-request-id": current.id,
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(reset),
      "x-content-type-options": "nosniff"
    }
    if (own["cache-control"] === undefined) headers["cache-control"] = "no-store"
    if (current.link !== undefined) headers["link"] = current.link
    if (status === Errors.status.Unauthorized) headers["www-authenticate"] = challenge
    if (status === Errors.status.RateLimitExceeded) {
      headers["retry-after"] = String(Math.max(1, reset - Math.floor(now / 1000)))
    }
    if (status === Errors.status.ServiceUnavailable) headers["retry-after"] = String(Responses.retryAfterSeconds)
    return headers
  }

  /** Logs and measures the answer, and sets its headers. */
  const loggedWithHeaders = (
    request: HttpServerRequest.HttpServerRequest,
    current: RequestRecord,
    response: HttpServerResponse.HttpServerResponse,
    limit: RateLimitState
  ) =>
    Effect.withFiber((fiber) => {
      const { method, url } = request
      const { status } = response
      const now = fiber.getRef(Clock.Clock).currentTimeMillisUnsafe()
      const operation = current.operation ?? "none"
      const milliseconds = now - current.started
      durations({ method, operation, status: String(status) }).updateUnsafe(milliseconds / 1000, fiber.context)
      const headers = headersOf(current, limit, response, now)
      const closes = fiber.getRef(Draining).begun || mustClose(request.headers, status)
      if (closes) headers["connection"] = "close"
      // The body of an answer to HEAD is not sent; the library sets Content-Length.
      const sent = method === "HEAD" ? response : streamed(response, current, unread)
      const log = isProbe(url) ? Effect.logDebug("Answered") : Effect.logInfo("Answered")
      return log.pipe(
        Effect.annotateLogs({ method, operation, status, path: loggablePath(url), milliseconds, ...keyOf(current) }),
        Effect.andThen(closes ? discardRest(request) : Effect.void),
        Effect.as(HttpServerResponse.setHeaders(sent, headers))
      )
    })

  return (handle: Handled) => {
    const answer = withErrorResponses(handle)
    return Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const request = Context.get(context, HttpServerRequest.HttpServerRequest)
      const current = Context.get(context, CurrentRequest)
      return Effect.flatMap(withOpenLimits(request, current, answer), (response) =>
        current.rate_limit === undefined
          ? Effect.flatMap(addresses.peek(current.address()), (limit) => loggedWithHeaders(request, current, response, limit))
          : loggedWithHeaders(request, current, response, current.rate_limit))
    })
  }
})

export const layer = HttpRouter.middleware(make, { global: true })
