/**
 * Members' decisions about requests of apps. A request is validated again at the decision, so that nothing is granted
 * that would not be shown.
 */
import { toError } from "@candor/contract/Failures"
import { InvalidRequest } from "@candor/contract/Errors"
import { SignInApi } from "@candor/contract/SignInApi"
import * as Scope from "@candor/domain/access/Scope"
import * as ConnectedApp from "@candor/domain/app/ConnectedApp"
import { ConnectedApps } from "@candor/domain/app/ConnectedApps"
import { redirectHost } from "@candor/domain/app/RedirectUri"
import type { OrganizationId } from "@candor/domain/Id"
import { allows, largestScope } from "@candor/domain/organization/AppPolicy"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { type AuthorizationRequest, parse } from "./AuthorizationRequest.ts"
import { Clients } from "./Clients.ts"
import * as Issuer from "./Issuer.ts"
import { actorOf, headers, operation } from "../signin/SignInRequest.ts"
import { holderOf } from "../signin/WebAuthn.ts"

const changed = new InvalidRequest({
  error: { message: "The app's request can't be allowed any more. Load the page again to see why." }
})

const hostsOf = ({ client, redirect_uri }: AuthorizationRequest) => ({
  client_host: client.client_host,
  redirect_host: redirectHost(redirect_uri)
})

export const layer = HttpApiBuilder.group(
  SignInApi,
  "NewConnectedApps",
  Effect.fnUntraced(function*(handlers) {
    const { authenticateSession } = yield* Authentication
    const apps = yield* ConnectedApps
    const { find } = yield* Clients
    const issuerOf = yield* Issuer.make

    const read = (query: string, organization: OrganizationId) =>
      Effect.flatMap(
        headers,
        (headers) => parse(query, issuerOf(headers), (client_id) => find(client_id, organization))
      )

    return handlers.handleAll({
      show: Effect.fnUntraced(function*({ payload: { query } }) {
        const { organization_id, user_id } = holderOf(yield* authenticateSession)
        const { app_policy, member } = yield* apps.holding(organization_id, user_id).pipe(Effect.mapError(toError))
        return yield* read(query, organization_id).pipe(
          Effect.flatMap((request) =>
            Effect.map(
              apps.scopeOfClient(organization_id, user_id, request.client.client_id),
              (connected) => ({ request, connected_scope: connected ?? null })
            )
          ),
          Effect.map(({ connected_scope, request }) => {
            const hosts = hostsOf(request)
            if (!allows(app_policy, hosts))
              return {
                app: null,
                problem: "not_allowed" as const,
                detail: null,
                back: request.answer({ error: "access_denied" })
              }
            const { client: { name }, resource, scope: requested_scope } = request
            const scopes = Scope.all(largestScope(app_policy, member.role))
            return {
              app: { name, ...hosts, resource, requested_scope, scopes, connected_scope },
              problem: null,
              detail: null,
              back: null
            }
          }),
          Effect.catchTag(
            "ClientRefused",
            ({ detail, problem }) => Effect.succeed({ app: null, problem, detail, back: null })
          ),
          Effect.catchTag(
            "RequestRefused",
            ({ back, detail, problem }) => Effect.succeed({ app: null, problem, detail, back })
          )
        )
      }, operation("NewConnectedApps.show")),
      decide: Effect.fnUntraced(function*({ payload: { query, scope } }) {
        const actor = yield* actorOf(holderOf(yield* authenticateSession))
        const request = yield* read(query, actor.organization_id).pipe(Effect.mapError(() => changed))
        if (scope === null) return { location: request.answer({ error: "access_denied" }) }
        const { client: { client_id, name }, code_challenge, redirect_uri, resource } = request
        const asked = { name, client_id, code_challenge, redirect_uri, resource, scope, ...hostsOf(request) }
        const code = yield* apps.authorize(actor, (holding, context) => ConnectedApp.authorize(asked, holding, context))
          .pipe(Effect.mapError(toError))
        return { location: request.answer({ code }) }
      }, operation("NewConnectedApps.decide"))
    })
  })
)
