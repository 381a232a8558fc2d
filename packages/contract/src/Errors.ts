/**
 * The error envelope (spec, part 7): `{ "error": { "code", "message", "details"? } }`. Every error of the interface is
 * one of these classes, which have the form of the response's body.
 */
import { described } from "@candor/domain/Described"
import { Schema } from "effect"

export const Details = Schema.Record(Schema.String, Schema.Json)
export type Details = typeof Details.Type

/** The fields of an error that say what it is, for programs and for people. */
const kind = <const Code extends string>(code: Code) => ({
  code: Schema.tag(code).pipe(described("The kind of the error, for programs")),
  message: Schema.String.pipe(described("What was expected and what was found, for people"))
})

const envelope = <const Code extends string>(code: Code) => ({
  error: Schema.Struct({
    ...kind(code),
    details: Schema.optionalKey(Details).pipe(
      described("Values of the message, for programs: a limit, a state, an id, or the issues of the input")
    )
  }).pipe(described("The error"))
})

/** The HTTP status of an answer that is no error. */
export const ok = 200

/** The HTTP status of each error. */
export const status = {
  InvalidRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  Conflict: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  RangeNotSatisfiable: 416,
  RateLimitExceeded: 429,
  InternalError: 500,
  ServiceUnavailable: 503
} as const

/** The request is malformed, or the present state does not allow it. */
export class InvalidRequest extends Schema.Error<InvalidRequest>("InvalidRequest")(
  envelope("invalid_request"),
  { httpApiStatus: status.InvalidRequest }
) {
  readonly _tag = "InvalidRequest"
}

/** The key is missing, unknown, expired or revoked. */
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(
  envelope("unauthorized"),
  { httpApiStatus: status.Unauthorized }
) {
  readonly _tag = "Unauthorized"
}

/** The key is valid and does not allow the operation. */
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(
  envelope("forbidden"),
  { httpApiStatus: status.Forbidden }
) {
  readonly _tag = "Forbidden"
}

/** The organization of the key has no such resource. */
export class NotFound extends Schema.Error<NotFound>("NotFound")(
  envelope("not_found"),
  { httpApiStatus: status.NotFound }
) {
  readonly _tag = "NotFound"
}

/** The path exists; the method on it does not. */
export class MethodNotAllowed extends Schema.Error<MethodNotAllowed>("MethodNotAllowed")(
  envelope("invalid_request"),
  { httpApiStatus: status.MethodNotAllowed }
) {
  readonly _tag = "MethodNotAllowed"
}

/** The body did not arrive within the time limit. */
export class RequestTimeout extends Schema.Error<RequestTimeout>("RequestTimeout")(
  envelope("invalid_request"),
  { httpApiStatus: status.RequestTimeout }
) {
  readonly _tag = "RequestTimeout"
}

/** A request with the same idempotency key is under way. */
export class Conflict extends Schema.Error<Conflict>("Conflict")(
  envelope("invalid_request"),
  { httpApiStatus: status.Conflict }
) {
  readonly _tag = "Conflict"
}

/** The resource has another entity tag than the request requires. */
export class PreconditionFailed extends Schema.Error<PreconditionFailed>("PreconditionFailed")(
  envelope("invalid_request"),
  { httpApiStatus: status.PreconditionFailed }
) {
  readonly _tag = "PreconditionFailed"
}

/** The body, or a file in it, is longer than is accepted. */
export class PayloadTooLarge extends Schema.Error<PayloadTooLarge>("PayloadTooLarge")(
  envelope("invalid_request"),
  { httpApiStatus: status.PayloadTooLarge }
) {
  readonly _tag = "PayloadTooLarge"
}

/** Returns the error for something that has more bytes than are accepted. */
export const tooLarge = (what: string, max_bytes: number): PayloadTooLarge =>
  new PayloadTooLarge({ error: { message: `Expected ${what} of at most ${max_bytes} bytes.`, details: { max_bytes } } })

/** The body is not of the type that the operation expects. */
export class UnsupportedMediaType extends Schema.Error<UnsupportedMediaType>("UnsupportedMediaType")(
  envelope("invalid_request"),
  { httpApiStatus: status.UnsupportedMediaType }
) {
  readonly _tag = "UnsupportedMediaType"
}

/** The content has no byte of the requested range. */
export class RangeNotSatisfiable extends Schema.Error<RangeNotSatisfiable>("RangeNotSatisfiable")(
  envelope("invalid_request"),
  { httpApiStatus: status.RangeNotSatisfiable }
) {
  readonly _tag = "RangeNotSatisfiable"
}

/** The requests of this hour are used up. */
export class RateLimitExceeded extends Schema.Error<RateLimitExceeded>("RateLimitExceeded")(
  envelope("rate_limit_exceeded"),
  { httpApiStatus: status.RateLimitExceeded }
) {
  readonly _tag = "RateLimitExceeded"
}

/** The server failed; the request is not the cause. */
export class InternalError extends Schema.Error<InternalError>("InternalError")(
  envelope("internal_error"),
  { httpApiStatus: status.InternalError }
) {
  readonly _tag = "InternalError"
}

/** Why a request cannot be answered now, with the message that says so. */
const unavailabilities = {
  starting: "The server is starting.",
  draining: "The server is stopping.",
  database_away: "The database cannot be reached.",
  database_read_only: "The database takes no writes.",
  database_full: "The disk of the database is full, and it takes no writes.",
  database_out_of_memory: "The database has no memory for this.",
  database_out_of_connections: "The database takes no more connections.",
  database_limit_reached: "The database has reached a limit of its configuration.",
  database_busy: "The database has too much to do.",
  too_slow: "The request took too long.",
  files_away: "The store of files cannot be reached.",
  sign_ins_busy: "Too many people sign in at the moment.",
  identity_provider_away: "The identity provider cannot be reached."
} as const

/** Why a request cannot be answered now. */
export type Unavailability = keyof typeof unavailabilities

/** The server cannot answer now, for the reason in `details.code`. A later request may succeed. */
export class ServiceUnavailable extends Schema.Error<ServiceUnavailable>("ServiceUnavailable")(
  {
    error: Schema.Struct({
      ...kind("internal_error"),
      details: Schema.Struct({
        code: Schema.Literals(Object.keys(unavailabilities) as Array<Unavailability>).pipe(described("Why the server cannot answer now"))
      }).pipe(described("The reason, for programs"))
    }).pipe(described("The error"))
  },
  { httpApiStatus: status.ServiceUnavailable }
) {
  readonly _tag = "ServiceUnavailable"
}

/** Returns the error of a service that is unavailable. */
export const unavailable = (code: Unavailability): ServiceUnavailable =>
  new ServiceUnavailable({ error: { message: `${unavailabilities[code]} Ask again soon.`, details: { code } } })

/** Any error of the interface. */
export type ApiError =
  | InvalidRequest
  | Unauthorized
  | Forbidden
  | NotFound
  | MethodNotAllowed
  | RequestTimeout
  | Conflict
  | PreconditionFailed
  | PayloadTooLarge
  | UnsupportedMediaType
  | RangeNotSatisfiable
  | RateLimitExceeded
  | InternalError
  | ServiceUnavailable

/** Bounds the bytes of a request body. */
export const maxBodyBytes = 1024 * 1024
