/**
 * Wraps every request, including unknown routes: sends the request id and the rate limit headers, writes the log line
 * and metrics, and puts errors into the error envelope.
 */
import { isUpload } from "@candor/contract/Attachments"
import { isSubmission } from "@candor/contract/Careers"
import type { RateLimitState } from "@candor/contract/Authorization"
import * as Errors from "@candor/contract/Errors"
import { scopeNeeded } from "@candor/contract/ServerErrors"
import type { Scope } from "@candor/domain/access/Scope"
import type { Audience } from "@candor/domain/app/AppTokens"
import { Cause, Clock, Context, Effect, type Types } from "effect"
import { HttpRouter, HttpServerError, HttpServerRequest, HttpServerResponse } from "effect/http"
import { AddressLimits, type Counted } from "../auth/AddressLimits.ts"
import { Authentication } from "../auth/Authentication.ts"
import { bearerKey } from "../auth/Credential.ts"
import { mcpPath } from "../mcp/McpPath.ts"
import * as Issuer from "../oauth/Issuer.ts"
import { resourceMetadataPath } from "../oauth/Issuer.ts"
import * as Compression from "../response/Compression.ts"
import * as Cors from "../response/Cors.ts"
import { streamed } from "../response/LongBody.ts"
import * as Responses from "../response/Responses.ts"
import { UnreadResponses } from "../response/UnreadResponses.ts"
import { isProbe, openLimit } from "../public/OpenRoutes.ts"
import { CurrentRequest, type RequestRecord } from "../request/CurrentRequest.ts"
import { loggablePath } from "../request/LoggablePath.ts"
import { decodedPathOf } from "../request/Path.ts"
import { discardRest } from "../request/RequestBody.ts"
import { hasBadHost, mustClose } from "../request/RequestConnection.ts"
import * as RequestSpan from "../request/RequestSpan.ts"
import { Stopping } from "../server/Stopping.ts"
import { allowed, isRefused, meantPath, routeOf, withoutTrailingSlash } from "./Methods.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

const isRouteNotFound = (error: unknown): boolean =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RouteNotFound"

/** The address, organization and key of the caller, as far as they are known. */
const callerOf = ({ address, api_key_id, organization_id }: RequestRecord) => ({
  client_address: address(),
  ...(organization_id === undefined ? {} : { organization_id }),
  ...(api_key_id === undefined ? {} : { api_key_id })
})

/** The limit that a request answered with 429 has reached. */
const limitReached = ({ api_key_id }: RequestRecord, { remaining }: RateLimitState): RequestMetrics.Limit => {
  if (remaining > 0) return "concurrency"
  return api_key_id === undefined ? "address" : "key"
}

/** The resource for which an app's token must be valid in this request. */
const audienceOf = (url: string): Audience => url.startsWith(mcpPath) ? "mcp" : "api"

/**
 * The `WWW-Authenticate` challenge (RFC 6750, section 3; RFC 9728, section 5.1), the same for every refused key. `read`
 * is the scope that apps should begin with.
 */
const challenge = (issuer: string, url: string, key: string | undefined): string =>
  `Bearer realm="Candor"${key === undefined ? "" : `, error="invalid_token"`}, resource_metadata="${issuer}${
    resourceMetadataPath(audienceOf(url))
  }", scope="read"`

/** The challenge for an app whose token has too small a scope for the request (RFC 6750, section 3.1). */
const stepUp = (issuer: string, url: string, scope: Scope): string =>
  `Bearer realm="Candor", error="insufficient_scope", error_description="${
    scopeNeeded(scope)
  }", resource_metadata="${issuer}${resourceMetadataPath(audienceOf(url))}", scope="${scope}"`

/** The type of the body that an operation expects. */
const expectedType = ({ method, url }: HttpServerRequest.HttpServerRequest): string =>
  isUpload(method, decodedPathOf(url)) || isSubmission(method, decodedPathOf(url))
    ? "multipart/form-data"
    : "application/json"

type Handled = Effect.Effect<HttpServerResponse.HttpServerResponse, Types.unhandled>

type Responding = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled,
  HttpServerRequest.HttpServerRequest
>

const make = Effect.gen(function*() {
  const addresses = yield* AddressLimits
  const authentication = yield* Authentication
  const unread = yield* UnreadResponses
  const compressed = Compression.make()
  const corsHeaders = yield* Cors.make
  const issuerOf = yield* Issuer.make
  yield* RequestMetrics.register

  /**
   * Counts a request for an unknown route, toward the key if it is valid, or else toward the address. OPTIONS requests
   * are already counted.
   */
  const noRoute = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const key = bearerKey(request.headers.authorization)
    if (request.method !== "OPTIONS") {
      yield* key === undefined
        ? authentication.countAddress
        : Effect.catchTag(authentication.authenticate(key, audienceOf(request.url)), "Unauthorized", () => Effect.void)
    }
    const methods = allowed(request.url)
    if (methods.length === 0) {
      const meant = meantPath(request.url)
      return meant === undefined ? Responses.routeNotFound : Responses.routeMeant(meant)
    }
    return request.method === "OPTIONS" ? Responses.options(methods) : Responses.methodNotAllowed(methods)
  }, Effect.catchTag("RateLimitExceeded", (error) => Effect.succeed(Responses.toResponse(error))))

  const failed = (cause: Cause.Cause<unknown>) =>
    // The client has gone, or the process ends: nobody reads a response.
    Cause.hasInterruptsOnly(cause) ? Effect.failCause(cause as Cause.Cause<never>) : Responses.fromCause(cause)

  /**
   * Handles a request, and turns every failure into a response. It is a single effect, because every request passes
   * here.
   */
  const withErrorResponses = (request: HttpServerRequest.HttpServerRequest, handle: Handled): Responding =>
    Effect.matchCauseEffect(isRefused(request.method, request.url) ? noRoute(request) : handle, {
      onSuccess: (response) =>
        Effect.succeed(
          response.status === Errors.status.UnsupportedMediaType
            ? Responses.unsupportedMediaType(expectedType(request))
            : response
        ),
      onFailure: (cause) =>
        isRouteNotFound(Cause.squash(cause)) ? Effect.catchCause(noRoute(request), failed) : failed(cause)
    })

  /** Counts a request toward a separate limit, and responds with 429 beyond it. */
  const countOwn = Effect.fnUntraced(function*(
    current: RequestRecord,
    count: Effect.Effect<Counted>,
    requests: string,
    respond: Responding
  ) {
    const { state, within } = yield* count
    current.rate_limit = state
    return within ? yield* respond : Responses.ownLimitReached(state.limit, requests)
  })

  /**
   * Refuses a request with several hosts or a malformed one, and one without a key beyond the limit of its address.
   * Otherwise responds.
   */
  const withOpenLimits = (
    request: HttpServerRequest.HttpServerRequest,
    current: RequestRecord,
    respond: Responding
  ): Responding => {
    if (hasBadHost(request.headers)) return Effect.succeed(Responses.badHost)
    if (request.method === "OPTIONS") {
      return countOwn(current, addresses.countOptions(current.address()), "with the method OPTIONS", respond)
    }
    const limit = openLimit(request.method, request.url)
    if (limit === "metrics")
      return countOwn(current, addresses.countMetrics(current.address()), "for the metrics", respond)
    if (limit === "careers")
      return countOwn(current, addresses.countCareers(current.address()), "for careers sites", respond)
    if (limit !== "address") return respond
    return Effect.matchEffect(authentication.countAddress, {
      onFailure: (error) => Effect.succeed(Responses.toResponse(error)),
      onSuccess: () => respond
    })
  }

  /** Counts a 4xx response toward the address: its route failed before it could count the request. */
  const counted = (response: HttpServerResponse.HttpServerResponse) =>
    response.status < Errors.status.InvalidRequest || response.status >= Errors.status.InternalError
      ? Effect.succeed(response)
      : Effect.match(authentication.countAddress, { onFailure: Responses.toResponse, onSuccess: () => response })

  /** The headers of every response (spec, part 8). */
  const headersOf = (
    request: HttpServerRequest.HttpServerRequest,
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
    if (status === Errors.status.Unauthorized)
      headers["www-authenticate"] = challenge(
        issuerOf(request.headers),
        request.url,
        bearerKey(request.headers.authorization)
      )
    if (status === Errors.status.Forbidden && current.required_scope !== undefined)
      headers["www-authenticate"] = stepUp(issuerOf(request.headers), request.url, current.required_scope)
    if (status === Errors.status.RateLimitExceeded) {
      headers["retry-after"] = String(current.retry_after ?? Math.max(1, reset - Math.floor(now / 1000)))
    }
    if (status === Errors.status.ServiceUnavailable) headers["retry-after"] = String(Responses.retryAfterSeconds)
    return headers
  }

  /** Logs and measures the response, and sets its headers. */
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
      const route = current.route ?? routeOf(method, url) ?? "none"
      const milliseconds = now - current.started
      RequestMetrics.answered(
        { method: RequestSpan.methodName(method), operation, status: String(status) },
        milliseconds / 1000,
        fiber.context
      )
      if (status === Errors.status.RateLimitExceeded)
        RequestMetrics.refused(limitReached(current, limit), fiber.context)
      const headers: Record<string, string> = {
        ...headersOf(request, current, limit, response, now),
        ...corsHeaders(request, response)
      }
      const closes = fiber.getRef(Stopping).isDraining || mustClose(request.headers, status)
      if (closes)
        headers["connection"] = "close"
      const log = isProbe(url) ? Effect.logDebug("Answered") : Effect.logInfo("Answered")
      const whole = HttpServerResponse.setHeaders(response, headers)
      // Sends no body in response to HEAD; the library sets Content-Length.
      const sent = (respond: HttpServerResponse.HttpServerResponse) =>
        method === "HEAD" ? respond : streamed(respond, current, unread)
      const encoded = compressed(request, whole)
      return log.pipe(
        Effect.annotateLogs({
          method,
          operation,
          route,
          status,
          path: loggablePath(url),
          milliseconds,
          ...callerOf(current)
        }),
        Effect.andThen(closes ? discardRest(request) : Effect.void),
        encoded === undefined ? Effect.as(sent(whole)) : Effect.andThen(Effect.map(encoded, sent))
      )
    })

  return (handle: Handled) =>
    Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
      const arrived = Context.get(context, HttpServerRequest.HttpServerRequest)
      const current = Context.get(context, CurrentRequest)
      const { span } = current
      const url = withoutTrailingSlash(arrived.method, arrived.url)
      const request = url === arrived.url ? arrived : arrived.modify({ url })
      const respond = withErrorResponses(
        request,
        request === arrived ? handle : Effect.provideService(handle, HttpServerRequest.HttpServerRequest, request)
      )
      const answered = Effect.flatMap(withOpenLimits(request, current, respond), (response) =>
        current.rate_limit === undefined
          ? Effect.flatMap(counted(response), (response) =>
            Effect.flatMap(addresses.peek(current.address()), (limit) =>
              loggedWithHeaders(request, current, response, limit)))
          : loggedWithHeaders(request, current, response, current.rate_limit))
      return span === undefined ? answered : Effect.onExit(answered, (exit) =>
        RequestSpan.end(span, current, exit))
    })
})

export const layer = HttpRouter.middleware(make, { global: true })
