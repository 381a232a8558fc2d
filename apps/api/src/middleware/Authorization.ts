/** Authenticates a request: its key or session, then its rate limit, then its scope. */
import { AdminScope, Authorization, Caller, OwnChange, WriteScope } from "@candor/contract/Authorization"
import { ForLimitedMembers, OperationTimeout } from "@candor/contract/Endpoint"
import { type Forbidden, NotFound } from "@candor/contract/Errors"
import { appOnlyReads, notDeciding, notForLimited, scopeTooSmall } from "@candor/contract/ServerErrors"
import * as Scope from "@candor/domain/access/Scope"
import { isAccess } from "@candor/domain/app/AppTokens"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import type { Principal } from "@candor/domain/authentication/Principal"
import { largestScope } from "@candor/domain/organization/AppPolicy"
import { decidingRoles } from "@candor/domain/team/TeamMember"
import { CurrentViewer, viewerOf } from "@candor/sql/database/Viewer"
import { CurrentOrganization } from "@candor/sql/database/OrganizationShare"
import { Context, Effect, Layer, Redacted, type Types } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { bearerKey } from "../auth/Credential.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { LargeBodies } from "../request/LargeBodies.ts"
import { within } from "../request/TimeLimit.ts"

const authorization = Layer.effect(
  Authorization,
  Effect.gen(function*() {
    const { authenticate, authenticateSession } = yield* Authentication
    const { inTurn } = yield* LargeBodies
    return Authorization.of({
      bearer: (handle, { credential, endpoint, group }) =>
        Effect.contextWith((context: Context.Context<HttpServerRequest.HttpServerRequest>) => {
          const request = Context.get(context, CurrentRequest)
          const source = Context.get(context, HttpServerRequest.HttpServerRequest)
          request.operation = `${group.identifier}.${endpoint.identifier}`
          request.route = endpoint.path
          // Lazy: few bodies are large, and making the effect runs a fiber.
          const text = Effect.suspend(() => source.text)
          const key = Redacted.value(credential)
          // A request without a key may come from the console.
          const authentication = key === "" ? authenticateSession : authenticate(key)
          const handleFor = (principal: Principal) =>
            // Services are provided one by one: providing a context copies the request's whole context.
            inTurn(source, principal.organization.id, text, handle).pipe(
              Effect.provideService(CurrentOrganization, principal.organization.id),
              Effect.provideService(
                CurrentViewer,
                viewerOf(principal.organization.id, principal.user.id, principal.job_access, principal.hides_feedback)
              ),
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
          const handled = request.authenticated === undefined
            ? Effect.flatMap(authentication, handleFor)
            : handleFor(request.authenticated)
          return within(Context.get(endpoint.annotations, OperationTimeout))(handled)
        })
    })
  })
)

/** Runs a change with access to the jobs on which the present member decides. It is forbidden for other jobs. */
const deciding = <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E | Forbidden, R> =>
  Effect.flatMap(
    CurrentViewer,
    (viewer) => Effect.provideService(handle, CurrentViewer, viewer && { ...viewer, roles: decidingRoles })
  ).pipe(
    Effect.catchIf((error): error is E => error instanceof NotFound, () => Effect.fail(notDeciding))
  )

type Apps = ConnectedApps["Service"]

/** Whether an app sent the request, and its member may grant the app this scope. */
const mayGive = (apps: Apps, required: Scope.Scope) =>
  Effect.gen(function*() {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    if (!isAccess(bearerKey(headers["authorization"]) ?? "")) return false
    const { principal: { organization, user } } = yield* Caller
    return yield* Effect.match(apps.holding(organization.id, user.id), {
      onFailure: () => false,
      onSuccess: ({ app_policy, member: { role } }) => Scope.includes(largestScope(app_policy, role), required)
    })
  })

/** Fails. First notes in the request's record the missing scope, if the app's member may grant it. */
const refusedFor = (apps: Apps, required: Scope.Scope, error: Forbidden) =>
  Effect.flatMap(mayGive(apps, required), (isGivable) =>
    Effect.flatMap(CurrentRequest, (current) => {
      if (isGivable) current.required_scope = required
      return Effect.fail(error)
    }))

/** Refuses a request whose key lacks the scope, or whose member is limited and lacks the permission. */
const requiring = (required: Scope.Scope) =>
(apps: Apps) =>
<A, E, R>(
  handle: Effect.Effect<A, E, R>,
  { endpoint }: { readonly endpoint: HttpApiEndpoint.Top }
): Effect.Effect<A, E | Forbidden, R | Caller | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(Caller, ({ principal: { api_key: { scope }, job_access } }): Effect.Effect<
    A,
    E | Forbidden,
    R | Caller | HttpServerRequest.HttpServerRequest
  > => {
    if (!Scope.includes(scope, required)) return refusedFor(apps, required, scopeTooSmall(required, scope))
    const limited = job_access === "team" ? Context.get(endpoint.annotations, ForLimitedMembers) : "allowed"
    return limited === "allowed" ? handle : limited === "deciding" ? deciding(handle) : Effect.fail(notForLimited)
  })

/** Refuses changes by an app that may only read. */
const ownChange = Layer.effect(
  OwnChange,
  Effect.map(ConnectedApps, (apps) =>
    OwnChange.of((handle) =>
      Effect.contextWith(
        (
          context: Context.Context<Caller | HttpServerRequest.HttpServerRequest>
        ): Effect.Effect<HttpServerResponse.HttpServerResponse, Forbidden | Types.unhandled> => {
          const { principal: { api_key: { scope } } } = Context.get(context, Caller)
          const { headers } = Context.get(context, HttpServerRequest.HttpServerRequest)
          return scope === "read" && isAccess(bearerKey(headers["authorization"]) ?? "")
            ? Effect.provideContext(refusedFor(apps, "write", appOnlyReads), context)
            : handle
        }
      )
    ))
)

export const layer = Layer.mergeAll(
  authorization,
  ownChange,
  Layer.effect(WriteScope, Effect.map(ConnectedApps, requiring("write"))),
  Layer.effect(AdminScope, Effect.map(ConnectedApps, requiring("admin")))
)
