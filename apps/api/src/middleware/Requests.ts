/**
 * Around every request, also the ones that no route takes: its id, the headers of its limit, its
 * log line and metrics, and the error envelope for whatever has not got one yet.
 */
import * as Errors from "@candor/contract/Errors"
import { ByteSize, Cause, Clock, Effect, Metric, Option, Types } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpIncomingMessage, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressLimits } from "../AddressLimits.ts"
import { Admissions } from "../Admissions.ts"
import { ClientAddress, CurrentRequest, make as makeRecord, type RequestRecord } from "../CurrentRequest.ts"
import { allowed } from "../Methods.ts"
import * as Responses from "../Responses.ts"

const durations = Metric.histogram("http_request_duration_milliseconds", {
  description: "Time from a request's arrival to its answer",
  boundaries: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
})

const requestIdFrom = (header: string | undefined) =>
  header !== undefined && /^[\w.:~-]{1,128}$/.test(header) ? Option.some(header) : Option.none()

const bearer = (header: string | undefined) => header?.match(/^bearer +(\S+)$/i)?.[1]

/** The path of a URL, without anything in it that could be a key. */
const loggable = (url: string): string => url.split(/[?;#]/, 1)[0]!.replace(/candor_\w+/g, "candor_…")

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const make = Effect.gen(function*() {
  const random = yield* SecureRandom.SecureRandom
  const addresses = yield* AddressLimits
  const admissions = yield* Admissions

  /** An unknown route still counts, to the key where there is a valid one and else to the address. */
  const noRoute = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const key = bearer(request.headers.authorization)
    yield* key === undefined
      ? admissions.countAddress
      : Effect.catchTag(admissions.admit(key), "Unauthorized", () => Effect.void)
    const methods = allowed(request.url)
    return methods.length === 0 ? Responses.routeNotFound : Responses.methodNotAllowed(methods)
  }, Effect.catchTag("RateLimitExceeded", (error) => Effect.succeed(Responses.toResponse(error))))

  const answered = (
    request: HttpServerRequest.HttpServerRequest,
    handle: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>
  ) =>
    handle.pipe(
      Effect.map((response) => response.status === Errors.status.UnsupportedMediaType ? Responses.unsupportedMediaType : response),
      Effect.catchIf(isRouteNotFound, () => noRoute(request)),
      Effect.catchCause((cause) =>
        // The client has gone, or the process ends: nobody reads an answer.
        Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause) : Responses.fromCause(cause)
      )
    )

  const finished = Effect.fnUntraced(function*(
    request: HttpServerRequest.HttpServerRequest,
    current: RequestRecord,
    response: HttpServerResponse.HttpServerResponse,
    started: number
  ) {
    const now = yield* Clock.currentTimeMillis
    const limit = current.rate_limit ?? (yield* addresses.peek(current.address))
    const headers: Record<string, string> = {
      "x-request-id": current.id,
      "x-ratelimit-limit": String(limit.limit),
      "x-ratelimit-remaining": String(limit.remaining),
      "x-ratelimit-reset": String(limit.reset)
    }
    if (response.status === Errors.status.RateLimitExceeded) {
      headers["retry-after"] = String(Math.max(1, limit.reset - Math.floor(now / 1000)))
    }
    if (response.status === Errors.status.ServiceUnavailable) {
      headers["retry-after"] = String(Responses.retryAfterSeconds)
    }
    const labels = {
      method: request.method,
      operation: current.operation ?? "none",
      status: String(response.status)
    }
    yield* Metric.update(Metric.withAttributes(durations, labels), now - started)
    yield* Effect.logInfo("Answered").pipe(Effect.annotateLogs({
      ...labels,
      path: loggable(request.url),
      milliseconds: now - started,
      ...(current.api_key_id === undefined ? {} : { api_key_id: current.api_key_id })
    }))
    return HttpServerResponse.setHeaders(response, headers)
  })

  return (handle: Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>) =>
    Effect.gen(function*() {
      const started = yield* Clock.currentTimeMillis
      const request = yield* HttpServerRequest.HttpServerRequest
      const given = requestIdFrom(request.headers["x-request-id"])
      const current = makeRecord(Option.isSome(given) ? given.value : yield* random.uuidV7(), yield* ClientAddress)
      return yield* answered(request, handle).pipe(
        Effect.flatMap((response) => finished(request, current, response, started)),
        Effect.provideService(CurrentRequest, current),
        Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(Errors.maxBodyBytes)),
        Effect.annotateLogs("request_id", current.id)
      )
    })
})

export const layer = HttpRouter.middleware(make, { global: true })
