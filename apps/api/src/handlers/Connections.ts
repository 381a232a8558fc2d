/**
 * Connects accounts: the one that mail is sent and read with, and calendars of members. The state of a flow is in a
 * cookie that only the session which began it can use.
 */
import { calendarOwner, calendarScopes } from "@candor/background/calendar/FreeBusy"
import { Forbidden, NotFound } from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import { SignInApi } from "@candor/contract/SignInApi"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { ConsentFailed, Flow } from "@candor/connections/Providers"
import { Secrets } from "@candor/connections/Secrets"
import type { Principal } from "@candor/domain/authentication/Principal"
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { Connections } from "@candor/domain/connection/Connections"
import { connect } from "@candor/domain/mail/MailAccount"
import { MailAccounts } from "@candor/domain/mail/MailAccounts"
import { Transactions } from "@candor/domain/Transactions"
import { MailProviders } from "@candor/mail/MailProviders"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect, Option, Redacted, Schema } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { isEncrypted, ownOrigin } from "../auth/ConsoleRequest.ts"
import { cookieIn, removeCookie, setFlow } from "../auth/Credential.ts"
import { flowSeconds } from "../signin/OpenIdConnect.ts"
import { actorOf, headers, operation } from "../signin/SignInRequest.ts"
import { holderOf } from "../signin/WebAuthn.ts"

const FlowText = Schema.fromJsonString(Schema.Struct({ ...Flow.fields, use: Schema.Literals(["mail", "calendar"]) }))

type Use = "mail" | "calendar"

const noApp = new NotFound({ error: { message: "The settings of this server name no app at the provider." } })
const notAdmin = new Forbidden({ error: { message: "Only administrators connect accounts." } })
const notBegun = new ConsentFailed({ problem: "not_begun", detail: null })

/** A flow can only be read in the session that began it. */
const flowOwner = ({ api_key, organization }: Principal) => ({
  organization_id: organization.id,
  account: `flow ${api_key.id}`
})

export const layer = HttpApiBuilder.group(
  SignInApi,
  "Connections",
  Effect.fnUntraced(function*(handlers) {
    const { authenticateSession } = yield* Authentication
    const accounts = yield* MailAccounts
    const calendars = yield* BusyCalendars
    const connections = yield* OAuthConnections
    const providers = yield* MailProviders
    const proxies = yield* trustedProxies
    const { publicUrl } = yield* MailTransport
    const secrets = yield* Secrets
    const stored = yield* Connections
    const transactions = yield* Transactions

    /** Members connect their own calendars. */
    const allowed = (principal: Principal, use: Use) =>
      use === "calendar" || principal.api_key.scope === "admin" ? Effect.void : Effect.fail(notAdmin)

    /** The page of the console that is registered at the provider as the redirect URI. */
    const callbackOf = (headers: Headers.Headers) =>
      new URL("/console/connected", publicUrl ?? ownOrigin(headers, proxies))

    const flowIn = (principal: Principal, request: Headers.Headers) =>
      secrets.decrypt(flowOwner(principal), cookieIn(request, "flow", isEncrypted(request, proxies)) ?? "").pipe(
        Effect.flatMap((text) => Schema.decodeEffect(FlowText)(Redacted.value(text))),
        Effect.mapError(() => notBegun)
      )

    const completeMail = Effect.fnUntraced(function*(principal: Principal, callback: URL, flow: Flow) {
      const { scopes, ...servers } = providers[flow.provider]
      const owner = { organization_id: principal.organization.id, owner: "mail" } as const
      const actor = yield* actorOf(holderOf(principal))
      // From here on the provider's grant has to be stored, or it is lost.
      const connected = yield* connections.complete(owner, callback, scopes, flow)
      const { account, connected_at, provider } = connected
      yield* transactions.run(
        Effect.andThen(
          stored.put(connected),
          accounts.modify(
            actor,
            (before, context) => connect(before, { provider, account, connected_at }, servers, { ...context, actor })
          )
        ).pipe(Effect.orDie, Effect.as({ value: undefined, isKept: true })),
        { isSnapshot: false }
      )
      return account
    })

    const completeCalendar = Effect.fnUntraced(function*(principal: Principal, callback: URL, flow: Flow) {
      const actor = yield* actorOf(holderOf(principal))
      const id = yield* calendars.reserve
      const owner = calendarOwner(principal.organization.id, id)
      const connected = yield* connections.complete(owner, callback, calendarScopes[flow.provider], flow)
      const { account, connected_at } = connected
      // The grant is not used: storing and removing it has it revoked at the provider.
      const ended = Effect.andThen(stored.put(connected), stored.remove(owner, connected_at)).pipe(
        Effect.as({ value: undefined, isKept: true })
      )
      yield* transactions.run(
        Effect.andThen(
          calendars.add(actor, { id, kind: flow.provider, host: account, secret: null }),
          stored.put(connected)
        ).pipe(
          Effect.as({ value: undefined, isKept: true })
        ),
        { isSnapshot: false }
      ).pipe(Effect.tapError(() => transactions.run(ended, { isSnapshot: false })), Effect.mapError(toError))
      return account
    })

    const complete = Effect.fnUntraced(
      function*(
        principal: Principal,
        request: Headers.Headers,
        query: string,
        { use, ...flow }: Flow & { readonly use: Use }
      ) {
        const callback = callbackOf(request)
        callback.search = query
        const account = yield* (use === "calendar"
          ? completeCalendar(principal, callback, flow)
          : completeMail(principal, callback, flow))
        return { use, account, problem: null, detail: null }
      },
      Effect.uninterruptible
    )

    return handlers.handleAll({
      begin: Effect.fnUntraced(function*({ payload: { provider, use = "mail" } }) {
        const principal = yield* authenticateSession
        yield* allowed(principal, use)
        const request = yield* headers
        const scopes = use === "calendar" ? calendarScopes[provider] : providers[provider].scopes
        const { flow, url } = yield* connections.begin(provider, scopes, callbackOf(request).href).pipe(
          Effect.mapError(() => noApp)
        )
        const sealed = yield* secrets.encrypt(flowOwner(principal), Redacted.make(JSON.stringify({ ...flow, use })))
        return HttpServerResponse.setHeader(
          HttpServerResponse.jsonUnsafe({ location: url }),
          "set-cookie",
          setFlow(sealed, flowSeconds, isEncrypted(request, proxies))
        )
      }, operation("Connections.begin")),
      complete: Effect.fnUntraced(function*({ payload: { query } }) {
        const principal = yield* authenticateSession
        const request = yield* headers
        const flow = yield* Effect.option(flowIn(principal, request))
        // Without its flow, the use is not known. Only administrators can have begun a flow for mail.
        const use: Use = Option.match(flow, {
          onNone: () => principal.api_key.scope === "admin" ? "mail" : "calendar",
          onSome: ({ use }) => use
        })
        yield* allowed(principal, use)
        const answer = yield* Effect.fromOption(flow).pipe(
          Effect.mapError(() => notBegun),
          Effect.flatMap((flow) => complete(principal, request, query, flow)),
          Effect.catchTag(
            "ConsentFailed",
            ({ detail, problem }) =>
              Effect.as(Effect.logWarning("An account was not connected").pipe(Effect.annotateLogs({ problem })), {
                use,
                account: null,
                problem,
                detail
              })
          )
        )
        return HttpServerResponse.setHeader(
          HttpServerResponse.jsonUnsafe(answer),
          "set-cookie",
          removeCookie("flow", isEncrypted(request, proxies))
        )
      }, operation("Connections.complete"))
    })
  })
)
