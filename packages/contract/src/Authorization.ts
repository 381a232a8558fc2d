/** Authentication and authorization in the contract. The server implements these middlewares. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Principal } from "@candor/domain/authentication/Principal"
import { described, named } from "@candor/domain/Described"
import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import * as Errors from "./Errors.ts"

/** The state of a key's rate limit (spec, part 8). */
export const RateLimitState = Schema.Struct({
  limit: Schema.Int.pipe(described("The maximum number of requests per hour", 1_000)),
  remaining: Schema.Int.pipe(described("The number of requests left in this hour", 987)),
  reset: Schema.Int.pipe(described("When the hour ends, in seconds since the Unix epoch", 1_791_457_200))
}).pipe(named("RateLimitState", "The rate limit of the key"))
export interface RateLimitState extends Schema.Schema.Type<typeof RateLimitState> {}

/** The authenticated caller of the present request. */
export class Caller extends Context.Service<Caller, {
  readonly principal: Principal
  readonly actor: Actor
}>()("@candor/contract/Caller") {}

/** Requires a valid key, then checks the rate limit (spec, parts 5 and 8). */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { provides: Caller }>()(
  "@candor/contract/Authorization",
  {
    security: {
      // In lower case, as IANA registers it: `HttpApiSecurity.bearer` writes "Bearer", which viewers such as Scalar
      // show as Basic.
      bearer: HttpApiSecurity.http({ scheme: "bearer" }).pipe(
        HttpApiSecurity.annotate(OpenApi.Description, "An API key: `Authorization: Bearer <API_KEY>`")
      )
    },
    error: [Errors.Unauthorized, Errors.RateLimitExceeded, Errors.InternalError, Errors.ServiceUnavailable]
  }
) {}

/** Requires a key with the scope `write` (spec, part 5). */
export class WriteScope extends HttpApiMiddleware.Service<WriteScope, { requires: Caller }>()(
  "@candor/contract/WriteScope",
  { error: [Errors.Forbidden] }
) {}

/** Requires a key with the scope `admin`. */
export class AdminScope extends HttpApiMiddleware.Service<AdminScope, { requires: Caller }>()(
  "@candor/contract/AdminScope",
  { error: [Errors.Forbidden] }
) {}

/**
 * Marks operations with which members change their own settings, such as working hours. Any scope of the member allows
 * them, but a connected app needs the scope `write`, so that one with `read` changes nothing.
 */
export class OwnChange extends HttpApiMiddleware.Service<OwnChange, { requires: Caller }>()(
  "@candor/contract/OwnChange",
  { error: [Errors.Forbidden] }
) {}

/** Converts schema errors to `invalid_request`. */
export class InputErrors extends HttpApiMiddleware.Service<InputErrors>()("@candor/contract/InputErrors", {
  error: [Errors.InvalidRequest]
}) {}
