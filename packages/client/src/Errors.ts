/** The errors of the client. Each has its request's id, which is also in the server's log. */

/** The error codes of the API. */
export const errorCodes = [
  "invalid_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "rate_limit_exceeded",
  "internal_error"
] as const

/** A code of the API; `unexpected_answer` is for responses that are not the API's, such as a proxy's page. */
export type ErrorCode = typeof errorCodes[number] | "unexpected_answer"

/** A request that failed. */
export class CandorError extends Error {
  override readonly name: string = "CandorError"
  /** The id of the request, the same in all attempts. */
  readonly requestId: string

  constructor(message: string, requestId: string, cause?: unknown) {
    super(`${message} (request ${requestId})`, cause === undefined ? undefined : { cause })
    this.requestId = requestId
  }
}

/** There is no response, so the server may or may not have carried out the request. */
export class ConnectionError extends CandorError {
  override readonly name: string = "ConnectionError"
}

/** There was no response within the time limit of an attempt. */
export class TimeoutError extends ConnectionError {
  override readonly name = "TimeoutError"
}

/** The content of an error response. */
export interface Refusal {
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds of `Retry-After`. */
  readonly retryAfterSeconds: number | undefined
  /** The end of the hour for which the rate limit is used up, in milliseconds since the Unix epoch. */
  readonly hourEndsAt?: number | undefined
}

/** The server's response is not a success. Common statuses have classes of their own. */
export class ApiError extends CandorError implements Omit<Refusal, "message" | "hourEndsAt"> {
  override readonly name: string = "ApiError"
  readonly status: number
  readonly code: ErrorCode
  /** Details beyond the message, such as `issues` of an invalid request; empty if there are none. */
  readonly details: Readonly<Record<string, unknown>>
  /** Seconds after which the server asks to repeat the request. */
  readonly retryAfterSeconds: number | undefined
  /** If the rate limit is used up: the end of the hour, in milliseconds since the Unix epoch. */
  readonly hourEndsAt: number | undefined

  constructor({ code, details, hourEndsAt, message, retryAfterSeconds, status }: Refusal, requestId: string) {
    super(message, requestId)
    this.status = status
    this.code = code
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
    this.hourEndsAt = hourEndsAt
  }

  /**
   * The reason, which distinguishes errors with the same code, such as `limit_reached`; undefined if the code says it
   * all.
   */
  get reason(): string | undefined {
    const { reason } = this.details
    return typeof reason === "string" ? reason : undefined
  }
}

/** 400: the request is malformed, or the present state does not allow it. */
export class InvalidRequest extends ApiError {
  override readonly name = "InvalidRequest"
}

/** 401: the key is unknown, expired or revoked. */
export class Unauthorized extends ApiError {
  override readonly name = "Unauthorized"
}

/** 403: the key, or the plan, does not allow it. */
export class Forbidden extends ApiError {
  override readonly name = "Forbidden"
}

/** 404: the organization has no such resource. */
export class NotFound extends ApiError {
  override readonly name = "NotFound"
}

/** 409: a request with the same idempotency key is in progress. */
export class Conflict extends ApiError {
  override readonly name = "Conflict"
}

/** 412: the resource's entity tag is no longer that of `ifMatch`. */
export class PreconditionFailed extends ApiError {
  override readonly name = "PreconditionFailed"
}

/** 413: the body, or a file in it, is too long. */
export class PayloadTooLarge extends ApiError {
  override readonly name = "PayloadTooLarge"
}

/** 429: the requests of this hour are used up. */
export class RateLimitExceeded extends ApiError {
  override readonly name = "RateLimitExceeded"
}

/** 503: the service cannot answer at present. */
export class ServiceUnavailable extends ApiError {
  override readonly name = "ServiceUnavailable"
}

const classes: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequest,
  401: Unauthorized,
  403: Forbidden,
  404: NotFound,
  409: Conflict,
  412: PreconditionFailed,
  413: PayloadTooLarge,
  429: RateLimitExceeded,
  503: ServiceUnavailable
}

/** Returns the seconds of `Retry-After` (RFC 9110, section 10.2.3), which may also be a date. */
const retryAfter = (headers: Headers, now: number): number | undefined => {
  const text = headers.get("retry-after")
  if (text === null) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/**
 * Returns the end of the hour, in milliseconds since the Unix epoch, for a response that says that the rate limit is
 * used up.
 */
const hourEnd = (
  { headers, status }: Response,
  retryAfterSeconds: number | undefined,
  now: number
): number | undefined => {
  if (classes[status] !== RateLimitExceeded || headers.get("x-ratelimit-remaining") !== "0") return undefined
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000
  return retryAfterSeconds === undefined ? (Number.isFinite(reset) ? reset : undefined) : now + retryAfterSeconds * 1000
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the error for a successful response that is not the API's, such as a proxy's page. */
export const unexpectedResponse = (
  { status }: Pick<Response, "status">,
  message: string,
  requestId: string
): ApiError =>
  new ApiError({ status, code: "unexpected_answer", message, details: {}, retryAfterSeconds: undefined }, requestId)

/** Returns the error for a response with this body; `now` is in milliseconds since the Unix epoch. */
export const errorOf = (response: Response, text: string, requestId: string, now: number): ApiError => {
  const { headers, status } = response
  const retryAfterSeconds = retryAfter(headers, now)
  const body = parse(text)
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {}
  const { details, message = `The answer has the status ${status}` } = error
  return new (classes[status] ?? ApiError)({
    status,
    code: errorCodes.find((code) => code === error["code"]) ?? "unexpected_answer",
    message: String(message),
    details: isObject(details) ? details : {},
    retryAfterSeconds,
    hourEndsAt: hourEnd(response, retryAfterSeconds, now)
  }, headers.get("x-request-id") ?? requestId)
}
