/** Authenticates a request: its key or session, then its rate limit, then its scope. */
import { AdminScope, Authorization, Caller, WriteScope } from "@candor/contract/Authorization"
import { OperationTimeout } from "@candor/contract/Endpoint"
import type { Forbidden } from "@candor/contract/Errors"
import { scopeTooSmall } from "@candor/contract/ServerErrors"
import type { Principal } from "@candor/domain/access/Principal"
import * as Scope from "@candor/domain/access/Scope"
import { CurrentOrganization } from "@candor/sql/database/OrganizationShare"
import { Context, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { Admissions } from "../admission/Admissions.ts"
import * as ReadAhead from "../admission/ReadAhead.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { LargeBodies } from "../request/LargeBodies.ts"
import { within } from "../request/TimeLimit.ts"

const authorization = Layer.effect(
  Authorization,
  Effect.gen(function*() {
    const { admit, admitSession, expected } = yield* Admissions
    const readAhead = ReadAhead.make()
    const { inTurn } = yield* LargeBodies
    return Authorization.of({
      bearer: (handle, { credential, endpoint, group }) =>
        Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
          const request = Context.get(context, CurrentRequest)
          const source = Context.get(context, HttpServerRequest.HttpServerRequest)
          request.operation = `${group.identifier}.${endpoint.identifier}`
          request.route = endpoint.path
          // Made when it is needed: few bodies are large, and to make it runs a fiber.
          const text = Effect.suspend(() => source.text)
          const key = Redacted.value(credential)
          // Without a key, the request may be one of the console.
          const admission = key === "" ? admitSession : admit(key)
          const handleFor = (principal: Principal) =>
            // One service after the other: to provide a context copies the whole one of the request.
            inTurn(source, principal.organization.id, text, handle).pipe(
              Effect.provideService(CurrentOrganization, principal.organization.id),
              Effect.provideService(Caller, {
                principal,
                actor: {
                  organization_id: principal.organization.id,
                  user_id: principal.user.id,
                  api_key_id: key === "" ? null : principal.api_key.id,
                  request_id: request.id
                }
              })
            )
          const handled = request.admitted !== undefined
            ? handleFor(request.admitted)
            : ReadAhead.mayReadAhead(group.identifier)
            ? readAhead(() => expected(key), admission, handleFor)
            : Effect.flatMap(admission, handleFor)
          return within(Context.get(endpoint.annotations, OperationTimeout))(handled)
        })
    })
  })
)

/** Refuses a request whose key lacks the scope. */
const requiring =
  (required: Scope.Scope) => <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E | Forbidden, R | Caller> =>
    Effect.flatMap(Caller, ({ principal: { api_key: { scope } } }): Effect.Effect<A, E | Forbidden, R> =>
      Scope.includes(scope, required) ? handle : Effect.fail(scopeTooSmall(required, scope))
    )

export const layer = Layer.mergeAll(
  authorization,
  Layer.succeed(WriteScope, requiring("write")),
  Layer.succeed(AdminScope, requiring("admin"))
)
