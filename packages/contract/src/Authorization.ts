/** Who calls, and what an operation asks of the key: the contract's half of authentication. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Principal } from "@candor/domain/access/Principal"
import { Context, Duration, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import * as Errors from "./Errors.ts"

/** How much of this hour's requests is left (spec, part 8). */
export const RateLimitState = Schema.Struct({
  /** Requests an hour. */
  limit: Schema.Int,
  remaining: Schema.Int,
  /** When the hour ends, in seconds since the Unix epoch. */
  reset: Schema.Int
}).annotate({ identifier: "RateLimitState" })
export interface RateLimitState extends Schema.Schema.Type<typeof RateLimitState> {}

/** The authenticated caller of the present request. */
export class Caller extends Context.Service<Caller, {
  readonly principal: Principal
  readonly actor: Actor
  readonly rate_limit: RateLimitState
}>()("@candor/contract/Caller") {}

/** A good key, then the rate limit (spec, parts 5 and 8). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "@candor/contract/Authorization",
  {
    security: {
      // As IANA registers it: `HttpApiSecurity.bearer` writes "Bearer", of which Scalar makes Basic.
      bearer: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
        HttpApiSecurity.annotate(OpenApi.Description, "An API key: `Authorization: Bearer <API_KEY>`")
      )
    },
    error: [Errors.Unauthorized, Errors.RateLimitExceeded, Errors.InternalError, Errors.ServiceUnavailable]
  }
) {}

/** The operation needs a key with the scope `write` (spec, part 5). */
export class WriteScope extends HttpApiMiddleware.Service<WriteScope, { requires: Caller }>()(
  "@candor/contract/WriteScope",
  { error: [Errors.Forbidden] }
) {}

/** The operation needs a key with the scope `admin`. */
export class AdminScope extends HttpApiMiddleware.Service<AdminScope, { requires: Caller }>()(
  "@candor/contract/AdminScope",
  { error: [Errors.Forbidden] }
) {}

/** How long an operation may take; then it is interrupted, and answered with 503. */
export const TimeLimit = Context.Reference<Duration.Duration>("@candor/contract/TimeLimit", {
  defaultValue: () => Duration.seconds(15)
})

/** Turns what the schemas refuse into `invalid_request`. */
export class InputErrors extends HttpApiMiddleware.Service<InputErrors>()("@candor/contract/InputErrors", {
  error: [Errors.InvalidRequest]
}) {}
