/** Error responses that no endpoint declares: unknown routes, unreadable bodies, outages and defects. */
import * as Errors from "@candor/contract/Errors"
import { invalidInput } from "@candor/contract/Issues"
import * as ServerErrors from "@candor/contract/ServerErrors"
import { StoreFailure } from "@candor/domain/attachment/AttachmentStore"
import { isOverloaded, isReadOnly, isUnavailable, lackOf, type Resource } from "@candor/sql/database/SqlFailures"
import { Cause, Effect } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { malformed } from "../request/JsonPosition.ts"
import { BodyTooComplex, tooComplex } from "../request/JsonShape.ts"
import { BodyNotUtf8, BodyTooLarge } from "../request/RequestBody.ts"
import { BodyTooSlow } from "../request/TimeLimit.ts"

/** The response that carries an error. */
export const toResponse = ({ _tag, error }: Errors.ApiError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe({ error }, { status: Errors.status[_tag] })

export const routeNotFound = toResponse(
  new Errors.NotFound({ error: { message: "There is nothing at this path. The operations are listed under /docs." } })
)

/** 404 that suggests the path which was probably meant. */
export const routeMeant = (path: string) =>
  toResponse(
    new Errors.NotFound({
      error: { message: `There is nothing at this path; did you mean ${path}? The operations are listed under /docs.` }
    })
  )

/** The response to OPTIONS: the methods that the path accepts. */
export const options = (methods: ReadonlyArray<string>) =>
  HttpServerResponse.empty({ headers: { allow: methods.join(", ") } })

/** 405 with the methods that the path accepts. */
export const methodNotAllowed = (methods: ReadonlyArray<string>) =>
  HttpServerResponse.setHeader(
    toResponse(
      new Errors.MethodNotAllowed({
        error: { message: `This path accepts ${methods.join(", ")}.`, details: { allowed: methods } }
      })
    ),
    "allow",
    methods.join(", ")
  )

/** 415 with the type that the operation expects. */
export const unsupportedMediaType = (expected: string) => toResponse(ServerErrors.unsupportedMediaType(expected))

const bodyTooSlow = toResponse(
  new Errors.RequestTimeout({ error: { message: "The request body did not arrive in time." } })
)

const bodyTooComplex = toResponse(
  invalidInput([{ path: [], message: tooComplex, reason: "too_complex" }], "Invalid body. ")
)

/** The response to several `Host` headers, or a malformed one (RFC 9112, section 3.2). */
export const badHost = toResponse(
  new Errors.InvalidRequest({ error: { message: "Expected one Host header with one host." } })
)

const unreadableBody = toResponse(
  new Errors.InvalidRequest({
    error: { message: "The body could not be read to its end.", details: { reason: "unreadable_body" } }
  })
)

const malformedBody = (text: string) =>
  toResponse(
    invalidInput([{ path: [], message: malformed(text) ?? "Expected JSON", reason: "unreadable" }], "Invalid body. ")
  )

const bodyNotUtf8 = toResponse(
  invalidInput([{ path: [], message: "Expected JSON in UTF-8", reason: "unreadable" }], "Invalid body. ")
)

export const internalError = toResponse(ServerErrors.internalError)

/** The response when an address has reached a separate limit for certain requests. */
export const ownLimitReached = (limit: number, requests: string) =>
  toResponse(
    new Errors.RateLimitExceeded({
      error: {
        message: `The ${limit} requests an hour of this address ${requests} are used up.`,
        details: { limit }
      }
    })
  )

export const unavailable = (code: Errors.Unavailability) => toResponse(Errors.unavailable(code))

/** Seconds for `Retry-After` while a service is unavailable. */
export const retryAfterSeconds = 2

const isUnreadable = (error: unknown): error is HttpServerError.HttpServerError =>
  HttpServerError.isHttpServerError(error) && error.reason._tag === "RequestParseError"

const codeOfLack: Readonly<Record<Resource, Errors.Unavailability>> = {
  disk: "database_full",
  memory: "database_out_of_memory",
  connections: "database_out_of_connections",
  limit: "database_limit_reached"
}

/** Why a request cannot be answered at present; undefined if retrying would not help. */
export const unavailability = (error: unknown): Errors.Unavailability | undefined => {
  if (Cause.isTimeoutError(error)) return "too_slow"
  if (error instanceof StoreFailure) return "files_away"
  if (!isUnavailable(error)) return undefined
  if (isReadOnly(error)) return "database_read_only"
  const resource = lackOf(error)
  if (resource !== undefined) return codeOfLack[resource]
  return isOverloaded(error) ? "database_busy" : "database_away"
}

/** Returns the response to a request that failed. Logs outages and defects with their cause. */
export const fromCause = (cause: Cause.Cause<unknown>): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const error = Cause.squash(cause)
  if (isUnreadable(error)) {
    const { cause, request } = error.reason
    if (cause instanceof SyntaxError)
      return Effect.matchEager(request.text, { onFailure: () => unreadableBody, onSuccess: malformedBody })
    if (cause instanceof BodyTooLarge) return Effect.succeed(toResponse(Errors.tooLarge("a body", cause.maxBytes)))
    return Effect.succeed(cause instanceof BodyNotUtf8 ? bodyNotUtf8 : unreadableBody)
  }
  if (error instanceof BodyTooComplex) return Effect.succeed(bodyTooComplex)
  if (error instanceof BodyTooSlow) return Effect.succeed(bodyTooSlow)
  const code = unavailability(error)
  if (code !== undefined) {
    return Effect.as(Effect.annotateLogs(Effect.logWarning("Unavailable", cause), { reason: code }), unavailable(code))
  }
  return Effect.as(Effect.logError("Internal error", cause), internalError)
}
