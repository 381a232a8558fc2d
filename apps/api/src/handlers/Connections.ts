/** Connecting the account that mail is sent and read with. What a flow remembers is in a cookie that only the session which began it can use. */
import { Forbidden, NotFound } from "@candor/contract/Errors"
import { SignInApi } from "@candor/contract/SignInApi"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { ConsentFailed, Flow } from "@candor/connections/Providers"
import { Secrets } from "@candor/connections/Secrets"
import type { Principal } from "@candor/domain/access/Principal"
import { Connections } from "@candor/domain/connection/Connections"
import { connect } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { Transactions } from "@candor/domain/Transactions"
import { MailProviders } from "@candor/mail/MailProviders"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect, Redacted, Schema } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { isEncrypted, ownOrigin } from "../auth/ConsoleRequest.ts"
import { cookieIn, removeCookie, setFlow } from "../auth/Credential.ts"
import { flowSeconds } from "../signin/OpenIdConnect.ts"
import { actorOf, headers, operation } from "../signin/SignInRequest.ts"
import { holderOf } from "../signin/WebAuthn.ts"

const FlowText = Schema.fromJsonString(Flow)

const noApp = new NotFound({ error: { message: "The settings of this server name no app at the provider." } })
const notAdmin = new Forbidden({ error: { message: "Only administrators connect accounts." } })
const notBegun = new ConsentFailed({ problem: "not_begun", detail: null })

/** A flow can be read in the session that began it, and in no other. */
const flowOwner = ({ api_key, organization }: Principal) => ({ organization_id: organization.id, account: `flow ${api_key.id}` })

export const layer = HttpApiBuilder.group(SignInApi, "Connections", Effect.fnUntraced(function*(handlers) {
  const { authenticateSession } = yield* Authentication
  const accounts = yield* MailAccounts
  const connections = yield* OAuthConnections
  const providers = yield* MailProviders
  const proxies = yield* trustedProxies
  const { publicUrl } = yield* MailTransport
  const secrets = yield* Secrets
  const stored = yield* Connections
  const transactions = yield* Transactions

  const admin = Effect.flatMap(authenticateSession, (principal) =>
    principal.api_key.scope === "admin" ? Effect.succeed(principal) : Effect.fail(notAdmin))

  /** The page of the console that is registered at the provider. */
  const callbackOf = (headers: Headers.Headers) => new URL("/console/connected", publicUrl ?? ownOrigin(headers, proxies))

  const complete = Effect.fnUntraced(function*(principal: Principal, request: Headers.Headers, query: string) {
    const sealed = cookieIn(request, "flow", isEncrypted(request, proxies)) ?? ""
    const flow = yield* secrets.decrypt(flowOwner(principal), sealed).pipe(
      Effect.flatMap((text) => Schema.decodeEffect(FlowText)(Redacted.value(text))),
      Effect.mapError(() => notBegun)
    )
    const callback = callbackOf(request)
    callback.search = query
    const { scopes, ...servers } = providers[flow.provider]
    const owner = { organization_id: principal.organization.id, owner: "mail" } as const
    const actor = yield* actorOf(holderOf(principal))
    const connected = yield* connections.complete(owner, callback, scopes, flow)
    const { account, connected_at, provider } = connected
    yield* transactions.run(
      Effect.andThen(
        stored.put(connected),
        accounts.modify(actor, (before, context) => connect(before, { provider, account, connected_at }, servers, { ...context, actor }))
      ).pipe(Effect.orDie, Effect.as({ value: undefined, isKept: true })),
      { isSnapshot: false }
    )
    return { account, problem: null, detail: null }
    // What the provider gave is stored, or lost.
  }, Effect.uninterruptible)

  return handlers.handleAll({
    begin: Effect.fnUntraced(function*({ payload: { provider } }) {
      const principal = yield* admin
      const request = yield* headers
      const { flow, url } = yield* connections.begin(provider, providers[provider].scopes, callbackOf(request).href).pipe(
        Effect.mapError(() => noApp)
      )
      const sealed = yield* secrets.encrypt(flowOwner(principal), Redacted.make(JSON.stringify(flow)))
      return HttpServerResponse.setHeader(
        HttpServerResponse.jsonUnsafe({ location: url }),
        "set-cookie",
        setFlow(sealed, flowSeconds, isEncrypted(request, proxies))
      )
    }, operation("Connections.begin")),
    complete: Effect.fnUntraced(function*({ payload: { query } }) {
      const principal = yield* admin
      const request = yield* headers
      const answer = yield* complete(principal, request, query).pipe(
        Effect.catchTag("ConsentFailed", ({ detail, problem }) =>
          Effect.as(Effect.logWarning("An account was not connected").pipe(Effect.annotateLogs({ problem })), { account: null, problem, detail }))
      )
      return HttpServerResponse.setHeader(
        HttpServerResponse.jsonUnsafe(answer),
        "set-cookie",
        removeCookie("flow", isEncrypted(request, proxies))
      )
    }, operation("Connections.complete"))
  })
}))
