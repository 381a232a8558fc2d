/**
 * The error envelope (spec, part 7): `{ "error": { "code", "message", "details"? } }`. Every error of the API is one of
 * these classes, which have the form of the response's body.
 */
import { described, named } from "@candor/domain/Described"
import { id } from "@candor/domain/Example"
import { issueReasons } from "@candor/domain/IssueReason"
import { Effect, Schema } from "effect"
import { FailureName } from "./FailureNames.ts"

export const Details = Schema.Record(Schema.String, Schema.Json)
export type Details = typeof Details.Type

/** A problem with a value of the input: where, and why. */
const Issue = Schema.Struct({
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])).pipe(
    described("The path to the value, as a list of keys", ["title"])
  ),
  message: Schema.String.pipe(described("What was expected, for human readers", "Expected at most 200 characters")),
  reason: Schema.Literals(issueReasons).pipe(
    named("IssueReason", "Why a value is refused, for programs; later versions may add reasons", "too_long"),
    described("Why the value is refused, for programs", "too_long")
  ),
  values: Schema.Record(Schema.String, Schema.Json).pipe(
    described("The parameters of the reason: `limit`, `unit`, `minimum`, `maximum`, `accepted`, `name`, …", {
      limit: 200,
      unit: "characters"
    })
  ),
  existing_id: Schema.optionalKey(Schema.String).pipe(
    described("The id of the resource that already has the value", id.candidate)
  )
}).pipe(named("Issue", "A problem with a value of the input"))

const issues = Schema.optionalKey(Schema.Array(Issue)).pipe(
  described("The problems of the input, if that is the reason; at most 100")
)

/** The fields of an error that identify it, for programs and for people. */
const kind = <const Code extends string>(code: Code) => ({
  code: Schema.tag(code).pipe(described("The kind of the error, for programs")),
  message: Schema.String.pipe(described("What was expected and what was found, for human readers"))
})

const envelope = <const Code extends string>(code: Code) => ({
  error: Schema.Struct({
    ...kind(code),
    details: Schema.optionalKey(Details).pipe(
      described("Values of the message, for programs: a limit, a state, an id, or the issues of the input")
    )
  }).pipe(described("The error"))
})

/**
 * The reasons of `invalid_request` with the status 400: the input is not as documented, or the present state does not
 * allow it. The last two are those of 405 and 408, which have the same form and belong to no operation.
 */
export const refusals = [
  "invalid_input",
  "invalid_state",
  "already_exists",
  "limit_reached",
  "slot_taken",
  "unreadable_body",
  "idempotency_key_reused",
  "cursor_ahead",
  "cursor_too_old",
  "feed_restored",
  "revoked",
  "expired",
  "replaced",
  "method_not_allowed",
  "request_timeout"
] as const
export type Refusal = typeof refusals[number]

/** The reasons of errors that share a code with others. */
type Reason =
  | Refusal
  | "idempotency_key_in_flight"
  | "precondition_failed"
  | "payload_too_large"
  | "unsupported_media_type"
  | "range_not_satisfiable"
  | "unexpected"

/**
 * Makes the envelope of an error whose code others share: `details.reason` distinguishes them. The default is the first
 * reason.
 */
const reasoned = <const Code extends string>(code: Code, ...reasons: readonly [Reason, ...ReadonlyArray<Reason>]) => {
  const reason = Schema.Literals(reasons).pipe(
    described("The specific error among those of this code"),
    Schema.withConstructorDefault(Effect.succeed(reasons[0]))
  )
  const fields = { reason, failure: Schema.optionalKey(FailureName), issues }
  const details = Schema.StructWithRest(Schema.Struct(fields), [Details]).pipe(
    described(
      "The reason and the values of the message, for programs: a limit, a state, an id, or the issues of the input"
    ),
    Schema.withConstructorDefault(Effect.succeed({}))
  )
  return { error: Schema.Struct({ ...kind(code), details }).pipe(described("The error")) }
}

/** The HTTP status of a successful response. */
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

/** Makes the class of the error with this name, whose body has these fields. */
const failure = <Self>() => <const Fields extends Schema.Struct.Fields>(name: keyof typeof status, fields: Fields) =>
  Schema.Error<Self>(name)(fields, { httpApiStatus: status[name] })

/** The request is malformed, or the present state does not allow it. */
export class InvalidRequest
  extends failure<InvalidRequest>()("InvalidRequest", reasoned("invalid_request", ...refusals))
{
  readonly _tag = "InvalidRequest"
}

/** The key is missing, unknown, expired or revoked. */
export class Unauthorized extends failure<Unauthorized>()("Unauthorized", envelope("unauthorized")) {
  readonly _tag = "Unauthorized"
}

/** The key is valid and does not allow the operation. */
export class Forbidden extends failure<Forbidden>()("Forbidden", envelope("forbidden")) {
  readonly _tag = "Forbidden"
}

/** The organization of the key has no such resource. */
export class NotFound extends failure<NotFound>()("NotFound", envelope("not_found")) {
  readonly _tag = "NotFound"
}

/** The path exists; the method on it does not. */
export class MethodNotAllowed
  extends failure<MethodNotAllowed>()("MethodNotAllowed", reasoned("invalid_request", "method_not_allowed"))
{
  readonly _tag = "MethodNotAllowed"
}

/** The body did not arrive within the time limit. */
export class RequestTimeout
  extends failure<RequestTimeout>()("RequestTimeout", reasoned("invalid_request", "request_timeout"))
{
  readonly _tag = "RequestTimeout"
}

/** A request with the same idempotency key is in progress. */
export class Conflict
  extends failure<Conflict>()("Conflict", reasoned("invalid_request", "idempotency_key_in_flight"))
{
  readonly _tag = "Conflict"
}

/** The resource's entity tag is not the one that the request requires. */
export class PreconditionFailed
  extends failure<PreconditionFailed>()("PreconditionFailed", reasoned("invalid_request", "precondition_failed"))
{
  readonly _tag = "PreconditionFailed"
}

/** The body, or a file in it, is too long. */
export class PayloadTooLarge
  extends failure<PayloadTooLarge>()("PayloadTooLarge", reasoned("invalid_request", "payload_too_large"))
{
  readonly _tag = "PayloadTooLarge"
}

/** Returns the error for something with too many bytes. */
export const tooLarge = (what: string, max_bytes: number): PayloadTooLarge =>
  new PayloadTooLarge({ error: { message: `Expected ${what} of at most ${max_bytes} bytes.`, details: { max_bytes } } })

/** The body is not of the type that the operation expects. */
export class UnsupportedMediaType
  extends failure<UnsupportedMediaType>()("UnsupportedMediaType", reasoned("invalid_request", "unsupported_media_type"))
{
  readonly _tag = "UnsupportedMediaType"
}

/** The requested range is outside of the content. */
export class RangeNotSatisfiable
  extends failure<RangeNotSatisfiable>()("RangeNotSatisfiable", reasoned("invalid_request", "range_not_satisfiable"))
{
  readonly _tag = "RangeNotSatisfiable"
}

/** The requests of this hour are used up. */
export class RateLimitExceeded
  extends failure<RateLimitExceeded>()("RateLimitExceeded", envelope("rate_limit_exceeded"))
{
  readonly _tag = "RateLimitExceeded"
}

/** The server failed; the request is not the cause. */
export class InternalError extends failure<InternalError>()("InternalError", reasoned("internal_error", "unexpected")) {
  readonly _tag = "InternalError"
}

/** Reasons for which a request cannot be answered now, with their messages. */
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
  export_disk_full: "The disk on which exports wait is almost full.",
  sign_ins_busy: "Too many people sign in at the moment.",
  identity_provider_away: "The identity provider cannot be reached."
} as const

/** Why a request cannot be answered now. */
export type Unavailability = keyof typeof unavailabilities

const unavailabilityNames = Object.keys(unavailabilities) as [Unavailability, ...Array<Unavailability>]

/** The server cannot answer now, for the reason in `details.reason`. A later request may succeed. */
export class ServiceUnavailable extends failure<ServiceUnavailable>()("ServiceUnavailable", {
  error: Schema.Struct({
    ...kind("internal_error"),
    details: Schema.Struct({
      reason: Schema.Literals(unavailabilityNames).pipe(described("Why the server cannot respond now")),
      code: Schema.Literals(unavailabilityNames).pipe(described("The same as `reason`, under its earlier name"))
    }).pipe(described("The reason, for programs"))
  }).pipe(described("The error"))
}) {
  readonly _tag = "ServiceUnavailable"
}

/** Returns the error of a service that is unavailable. */
export const unavailable = (code: Unavailability): ServiceUnavailable =>
  new ServiceUnavailable({
    error: { message: `${unavailabilities[code]} Ask again soon.`, details: { reason: code, code } }
  })

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

/** The most bytes of a request body. */
export const maxBodyBytes = 1024 * 1024
