/**
 * Around every request, also the ones that no route takes: its id, the headers of its limit, its
 * log line and metrics, and the error envelope for whatever has not got one yet.
 */
import type { RateLimitState } from "@candor/contract/Authorization"
import * as Errors from "@candor/contract/Errors"
import { ByteSize, Cause, Clock, Context, Effect, Metric, Option, References, type Types } from "effect"
import { SecureRandom } from "effect/crypto"
import { type Headers, HttpIncomingMessage, HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressLimits } from "../AddressLimits.ts"
import { Admissions } from "../Admissions.ts"
import { ClientAddress, CurrentRequest, make as makeRecord, type RequestRecord } from "../CurrentRequest.ts"
import { Deadlines } from "../Deadlines.ts"
import { streamed } from "../LongBody.ts"
import { allowed } from "../Methods.ts"
import * as Responses from "../Responses.ts"

const allDurations = Metric.histogram("http_request_duration_milliseconds", {
  description: "Time from a request's arrival to its answer",
  boundaries: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]
})

interface Labels extends Record<string, string> {
  readonly method: string
  readonly operation: string
  readonly status: string
}

const labelled = new Map<string, typeof allDurations>()

/** The durations of answers with these labels, of which there are few. */
const durations = (labels: Labels) => {
  const name = `${labels.method} ${labels.operation} ${labels.status}`
  const known = labelled.get(name) ?? Metric.withAttributes(allDurations, labels)
  labelled.set(name, known)
  return known
}

const requestIdFrom = (header: string | undefined) =>
  header !== undefined && /^[\w.:~-]{1,128}$/.test(header) ? Option.some(header) : Option.none()

const maxBodySize = ByteSize.bytes(Errors.maxBodyBytes)

/**
 * The most bytes to take. A body whose length is told alone is never longer (RFC 9112, section 6.3), so the server need
 * not count it as it comes.
 */
const bodyLimit = (headers: Headers.Headers) =>
  headers["transfer-encoding"] === undefined && /^\d{1,16}$/.test(headers["content-length"] ?? "") &&
    Number(headers["content-length"]) <= Errors.maxBodyBytes
    ? undefined
    : maxBodySize

const bearer = (header: string | undefined) => header?.match(/^bearer +(\S+)$/i)?.[1]

/** The path of a URL, without anything in it that could be a key. */
const loggable = (url: string): string => url.split(/[?;#]/, 1)[0]!.replace(/candor_\w+/g, "candor_…")

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

const keyOf = ({ api_key_id }: RequestRecord) => api_key_id === undefined ? {} : { api_key_id }

/** What every part of handling a request may ask for, said at once: each change of the context costs. */
const about = <R>(context: Context.Context<R>, current: RequestRecord, headers: Headers.Headers) =>
  context.pipe(
    Context.add(CurrentRequest, current),
    Context.add(HttpIncomingMessage.MaxBodySize, bodyLimit(headers)),
    Context.add(References.CurrentLogAnnotations, {
      ...Context.get(context, References.CurrentLogAnnotations),
      request_id: current.id
    })
  )

type Handled = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

const make = Effect.gen(function*() {
  const random = yield* SecureRandom.SecureRandom
  const addresses = yield* AddressLimits
  const admissions = yield* Admissions
  const deadlines = yield* Deadlines

  /** An unknown route still counts, to the key where there is a valid one and else to the address. */
  const noRoute = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const key = bearer(request.headers.authorization)
    yield* key === undefined
      ? admissions.countAddress
      : Effect.catchTag(admissions.admit(key), "Unauthorized", () => Effect.void)
    const methods = allowed(request.url)
    return methods.length === 0 ? Responses.routeNotFound : Responses.methodNotAllowed(methods)
  }, Effect.catchTag("RateLimitExceeded", (error) => Effect.succeed(Responses.toResponse(error))))

  const answered = (handle: Handled) =>
    handle.pipe(
      Effect.map((response) =>
        response.status === Errors.status.UnsupportedMediaType ? Responses.unsupportedMediaType : response),
      Effect.catchIf(isRouteNotFound, () => Effect.flatMap(HttpServerRequest.HttpServerRequest, noRoute)),
      Effect.catchCause(Effect.fnUntraced(function*(cause) {
        if (!Cause.hasInterruptsOnly(cause)) return yield* Responses.fromCause(cause)
        if ((yield* CurrentRequest).overdue) return yield* Responses.fromCause(Cause.die(new Cause.TimeoutError()))
        // The client has gone, or the process ends: nobody reads an answer.
        return yield* Effect.failCause(cause)
      }))
    )

  /** The headers of every answer (spec, part 8). */
  const headersOf = (current: RequestRecord, { limit, remaining, reset }: RateLimitState, status: number, now: number) => {
    const headers: Record<string, string> = {
      "x-request-id": current.id,
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-reset": String(reset)
    }
    if (current.link !== undefined) headers["link"] = current.link
    if (status === Errors.status.RateLimitExceeded) {
      headers["retry-after"] = String(Math.max(1, reset - Math.floor(now / 1000)))
    }
    if (status === Errors.status.ServiceUnavailable) headers["retry-after"] = String(Responses.retryAfterSeconds)
    return headers
  }

  const finished = Effect.fnUntraced(function*(
    { method, url }: HttpServerRequest.HttpServerRequest,
    current: RequestRecord,
    response: HttpServerResponse.HttpServerResponse
  ) {
    const now = yield* Clock.currentTimeMillis
    const limit = current.rate_limit ?? (yield* addresses.peek(current.address))
    const labels = { method, operation: current.operation ?? "none", status: String(response.status) }
    const milliseconds = now - current.started
    yield* Metric.update(durations(labels), milliseconds)
    yield* Effect.logInfo("Answered").pipe(
      Effect.annotateLogs({ request_id: current.id, ...labels, path: loggable(url), milliseconds, ...keyOf(current) })
    )
    // What would be the body of an answer to HEAD tells its length, and is not sent.
    const sent = method === "HEAD" ? response : streamed(response)
    return HttpServerResponse.setHeaders(sent, headersOf(current, limit, response.status, now))
  })

  return (handle: Handled) => {
    const answer = answered(handle)
    return Effect.gen(function*() {
      const request = yield* HttpServerRequest.HttpServerRequest
      const given = requestIdFrom(request.headers["x-request-id"])
      const current = makeRecord({
        id: Option.isSome(given) ? given.value : yield* random.uuidV7(),
        address: yield* ClientAddress,
        started: yield* Clock.currentTimeMillis
      })
      const response = yield* deadlines.watch(
        current,
        Effect.updateContext(answer, (context) => about(context, current, request.headers))
      )
      return yield* finished(request, current, response)
    })
  }
})

export const layer = HttpRouter.middleware(make, { global: true })
