/** The server's half of authentication: key, rate limit, scope. */
import { Authorization, Caller, WriteScope } from "@candor/contract/Authorization"
import { Forbidden } from "@candor/contract/Errors"
import * as Scope from "@candor/domain/Scope"
import { Effect, Layer, Redacted } from "effect"
import { Admissions } from "../Admissions.ts"
import { CurrentRequest } from "../CurrentRequest.ts"

const authorization = Layer.effect(
  Authorization,
  Effect.gen(function*() {
    const { admit } = yield* Admissions
    return Authorization.of({
      bearer: Effect.fnUntraced(function*(handle, { credential, endpoint, group }) {
        const request = yield* CurrentRequest
        request.operation = `${group.identifier}.${endpoint.identifier}`
        const principal = yield* admit(Redacted.value(credential))
        return yield* Effect.provideService(handle, Caller, {
          principal,
          rate_limit: request.rate_limit!,
          actor: {
            organization_id: principal.organization.id,
            user_id: principal.user.id,
            api_key_id: principal.api_key.id,
            request_id: request.id
          }
        })
      })
    })
  })
)

const writeScope = Layer.succeed(
  WriteScope,
  (handle) =>
    Effect.gen(function*() {
      const { principal: { api_key } } = yield* Caller
      if (Scope.includes(api_key.scope, "write")) return yield* handle
      return yield* new Forbidden({
        error: {
          message: `This operation needs a key with the scope write; this key has the scope ${api_key.scope}.`,
          details: { required_scope: "write" }
        }
      })
    })
)

export const layer = Layer.merge(authorization, writeScope)
