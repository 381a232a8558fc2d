import { Forbidden, NotFound, unavailable } from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import { SignInApi } from "@candor/contract/SignInApi"
import { seeOther, type SessionInfo } from "@candor/contract/SignIns"
import { type Identity, maxIdentities } from "@candor/domain/authentication/Identity"
import type { Principal } from "@candor/domain/authentication/Principal"
import type { ParsedSecret } from "@candor/domain/authentication/SecretText"
import { sessionText } from "@candor/domain/authentication/Session"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { type AddressHolder, maxHolders, type OpenedSession, SignIns } from "@candor/domain/authentication/SignIns"
import { OrganizationId } from "@candor/domain/Id"
import { Effect, Option, Schema } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { MailTransport } from "@candor/mail/MailTransport"
import { isEncrypted, ownOrigin } from "../auth/ConsoleRequest.ts"
import { cookieIn, removeCookie, setFlow, setSession } from "../auth/Credential.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import * as FirstLanguage from "../signin/FirstLanguage.ts"
import * as LinkMail from "../signin/LinkMail.ts"
import { flowSeconds, flowText, OpenIdConnect, parseFlow, SignInFailed } from "../signin/OpenIdConnect.ts"
import { Passwords } from "../signin/Passwords.ts"
import { SignInLimits } from "../signin/SignInLimits.ts"
import { actorOf, fromConsole, operation, unauthorized, withCookie } from "../signin/SignInRequest.ts"
import { holderOf as holderOfSession, relyingPartyOf } from "../signin/WebAuthn.ts"

/** The same error for an unknown address and a wrong password. */
const refused = unauthorized("The email address or the password is wrong.")

const linkEnded = unauthorized("The link was used or replaced, or has expired. Ask an administrator for another one.")

const notUnlinked = unauthorized("The account was not unlinked. Sign in again.")

const linkFailed = new SignInFailed({ reason: "the sign-in link was used or replaced, or has expired" })

const tooManyIdentities = new SignInFailed({ reason: `the member has ${maxIdentities.limit} linked identities` })

const notBegun = new SignInFailed({ reason: "the browser did not begin here, or too long ago" })

const providerAway = unavailable("identity_provider_away")

const noMail = new NotFound({
  error: { message: "This server mails no links: its address is not set (CANDOR_PUBLIC_URL)." }
})

const notAdmin = new Forbidden({ error: { message: "Only administrators invite members." } })

const infoOf = ({ api_key, job_access, organization, user }: Principal): SessionInfo => ({
  user,
  organization: { id: organization.id, name: organization.name },
  role: job_access === "team" ? "limited" : api_key.scope,
  scope: api_key.scope
})

export const layer = HttpApiBuilder.group(
  SignInApi,
  "SignIns",
  Effect.fnUntraced(function*(handlers) {
    const authentication = yield* Authentication
    const limits = yield* SignInLimits
    const passwords = yield* Passwords
    const signIns = yield* SignIns
    const oidc = yield* OpenIdConnect
    const proxies = yield* trustedProxies
    const { publicUrl } = yield* MailTransport
    const linkMail = yield* LinkMail.make
    const firstLanguage = yield* FirstLanguage.make
    const scope = yield* Effect.scope

    /**
     * Returns the first member with this password. A refusal always compares `maxHolders` hashes, so that its duration
     * does not reveal how many members have the address.
     */
    const holderOf = Effect.fnUntraced(function*(holders: ReadonlyArray<AddressHolder>, password: string) {
      for (let nth = 0; nth < maxHolders; nth++) {
        const holder = holders[nth]
        const password_hash = holder?.password_hash ?? undefined
        const matches = yield* passwords.matches(password, password_hash)
        if (holder !== undefined && password_hash !== undefined && matches) return { ...holder, password_hash }
      }
      return yield* refused
    })

    /**
     * The callback that is registered at the identity provider: at the server's public URL, or else at the address that
     * the browser used.
     */
    const callbackOf = (headers: Headers.Headers, query: string): URL =>
      new URL(`/console/auth/oidc/callback${query}`, publicUrl ?? ownOrigin(headers, proxies))

    const provider = Option.match(oidc, {
      onNone: () => new NotFound({ error: { message: "No identity provider is set (CANDOR_OIDC_ISSUER)." } }),
      onSome: Effect.succeed
    })

    /** Redirects the browser. The sign-in page shows a failure; its cause is logged. */
    const redirect = (location: string, ...cookies: ReadonlyArray<string>) =>
      HttpServerResponse.fromWeb(
        new Response(null, {
          status: seeOther,
          headers: [["location", location], ...cookies.map((cookie): [string, string] => ["set-cookie", cookie])]
        })
      )

    const failed = ({ reason }: SignInFailed) =>
      Effect.logWarning("A sign-in by the identity provider failed").pipe(
        Effect.annotateLogs({ reason }),
        Effect.as(redirect("/console#sign-in-failed"))
      )

    const signedIn = ({ text }: OpenedSession, encrypted: boolean) =>
      redirect("/console", setSession(text, encrypted), removeCookie("flow", encrypted))

    /** Links an identity to the member of a sign-in link, and opens a session. */
    const link = Effect.fnUntraced(function*(identity: Identity, text: ParsedSecret) {
      const user_id = yield* signIns.withLink(text)
      if (Option.isNone(user_id)) return yield* linkFailed
      const actor = yield* actorOf({ organization_id: text.organization_id, user_id: user_id.value })
      return yield* signIns.open(actor, text, (signIn, context) => SignIn.linkIdentity(signIn, identity, context)).pipe(
        Effect.mapError(({ _tag }) => _tag === "LimitReached" ? tooManyIdentities : linkFailed),
        Effect.tap(({ signIn: { member } }) => firstLanguage(actor, member.role))
      )
    })

    /**
     * The response after the identity provider: a session, or a choice of organizations. Members are found by their
     * identity only, because the provider's email address proves nothing.
     */
    const arrive = Effect.fnUntraced(function*(identity: Identity, intent: string, encrypted: boolean) {
      const text = SignIn.linkText.parse(intent)
      if (Option.isSome(text)) return signedIn(yield* link(identity, text.value), encrypted)
      const organization = Option.getOrUndefined(Schema.decodeOption(OrganizationId)(intent))
      const [holder, ...others] = yield* signIns.withIdentity(identity, organization)
      if (holder === undefined) return redirect("/console#not-linked", removeCookie("flow", encrypted))
      if (others.length > 0) {
        const choices = [holder, ...others].map(({ organization: { id, name } }): [string, string] => [id, name])
        return redirect(`/console#choose?${new URLSearchParams(choices)}`, removeCookie("flow", encrypted))
      }
      const actor = yield* actorOf({ organization_id: holder.organization.id, user_id: holder.user_id })
      const opened = yield* signIns.open(
        actor,
        undefined,
        (signIn, context) => SignIn.openByIdentity(signIn, identity, context)
      ).pipe(
        Effect.mapError(() => linkFailed)
      )
      return signedIn(opened, encrypted)
    })

    /** Issues a link for the member who is signed in. It is stored in the cookie of the flow only. */
    const ownLink = Effect.gen(function*() {
      const { organization: { id: organization_id }, user: { id: user_id } } = yield* authentication.authenticateSession
      return yield* signIns.issueLink(yield* actorOf({ organization_id, user_id }), user_id, SignIn.issueLink).pipe(
        Effect.mapError(() => linkEnded)
      )
    })

    return handlers.handleAll({
      methods: ({ request }) =>
        authentication.countAddress.pipe(
          Effect.as({
            password: true,
            passkey: Option.isSome(relyingPartyOf(request.headers, proxies)),
            oidc: Option.isSome(oidc),
            mail: linkMail.isPossible
          }),
          operation("SignIns.methods")
        ),
      session: () => Effect.map(authentication.authenticateSession, infoOf).pipe(operation("SignIns.session")),
      signIn: Effect.fnUntraced(function*({ payload: { email, organization_id, password } }) {
        yield* fromConsole
        yield* limits.countAddress
        yield* limits.countAccount(email)
        const holder = yield* holderOf(yield* signIns.withEmail(email, organization_id), password)
        const opened = yield* signIns.open(
          yield* actorOf(holder),
          undefined,
          (signIn, context) => SignIn.open(signIn, holder.password_hash, context)
        ).pipe(Effect.mapError(() => refused))
        yield* limits.succeeded(email)
        return yield* withCookie(opened, proxies)
      }, operation("SignIns.signIn")),
      first: Effect.fnUntraced(function*({ payload: { password, token } }) {
        yield* fromConsole
        yield* limits.countAddress
        const link = SignIn.linkText.parse(token)
        const user_id = Option.isNone(link) ? Option.none() : yield* signIns.withLink(link.value)
        if (Option.isNone(link) || Option.isNone(user_id)) return yield* linkEnded
        const password_hash = yield* passwords.hash(password)
        const actor = yield* actorOf({ organization_id: link.value.organization_id, user_id: user_id.value })
        const opened = yield* signIns.open(
          actor,
          link.value,
          (signIn, context) => SignIn.redeemLink(signIn, password_hash, context)
        ).pipe(
          Effect.mapError(() => linkEnded),
          Effect.tap(({ signIn: { member } }) => firstLanguage(actor, member.role))
        )
        return yield* withCookie(opened, proxies)
      }, operation("SignIns.first")),
      forgotten: Effect.fnUntraced(function*({ payload: { email } }) {
        yield* fromConsole
        yield* limits.countAddress
        yield* limits.countAccount(`forgotten ${email}`)
        if (!linkMail.isPossible) return yield* noMail
        const { id: request_id } = yield* CurrentRequest
        yield* signIns.withEmail(email, undefined).pipe(
          Effect.flatMap(
            Effect.forEach(
              ({ organization_id, user_id }) =>
                linkMail.mail({ organization_id, worker: "forgotten passwords", request_id }, user_id, "forgotten")
                  .pipe(
                    Effect.catch(({ _tag }) => Effect.logInfo("A sign-in link was not mailed", { failure: _tag }))
                  ),
              { discard: true }
            )
          ),
          Effect.forkIn(scope)
        )
        return { asked: true }
      }, operation("SignIns.forgotten")),
      invite: Effect.fnUntraced(function*({ payload: { member_id } }) {
        yield* fromConsole
        const principal = yield* authentication.authenticateSession
        if (principal.api_key.scope !== "admin")
          return yield* notAdmin
        return yield* linkMail.mail(yield* actorOf(holderOfSession(principal)), member_id, "invitation").pipe(
          Effect.mapError(toError)
        )
      }, operation("SignIns.invite")),
      changePassword: Effect.fnUntraced(function*({ payload: { current_password, password } }) {
        const { organization: { id: organization_id }, user: { email, id: user_id } } = yield* authentication
          .authenticateSession
        // Counted by member, not by address, so that attempts of others at the address do not lock out a member with a
        // session.
        yield* limits.countAccount(user_id)
        const { password_hash: compared } = yield* holderOf(
          yield* signIns.withEmail(email, organization_id),
          current_password
        )
        const password_hash = yield* passwords.hash(password)
        const opened = yield* signIns.open(
          yield* actorOf({ organization_id, user_id }),
          undefined,
          (signIn, context) => SignIn.changePassword(signIn, { compared, password_hash }, context)
        ).pipe(Effect.mapError(() => refused))
        yield* limits.succeeded(user_id)
        return yield* withCookie(opened, proxies)
      }, operation("SignIns.changePassword")),
      linkIdentity: Effect.fnUntraced(function*({ payload: { token } }) {
        const headers = yield* fromConsole
        yield* limits.countAddress
        const { begin } = yield* provider
        const text = token ?? (yield* ownLink).text
        const link = SignIn.linkText.parse(text)
        if (Option.isNone(link) || Option.isNone(yield* signIns.withLink(link.value)))
          return yield* linkEnded
        const { flow, url } = yield* begin(callbackOf(headers, "").href, text).pipe(Effect.mapError(() => providerAway))
        return HttpServerResponse.setHeader(
          HttpServerResponse.jsonUnsafe({ location: url }),
          "set-cookie",
          setFlow(flowText(flow), flowSeconds, isEncrypted(headers, proxies))
        )
      }, operation("SignIns.linkIdentity")),
      identities: Effect.fnUntraced(function*() {
        return { identities: yield* signIns.identities(holderOfSession(yield* authentication.authenticateSession)) }
      }, operation("SignIns.identities")),
      unlinkIdentity: Effect.fnUntraced(function*({ payload: identity }) {
        const actor = yield* actorOf(holderOfSession(yield* authentication.authenticateSession))
        const opened = yield* signIns.open(
          actor,
          undefined,
          (signIn, context) => SignIn.unlinkIdentity(signIn, identity, context)
        ).pipe(
          Effect.mapError((failure) => failure._tag === "IdentityNotFound" ? toError(failure) : notUnlinked)
        )
        return yield* withCookie(opened, proxies)
      }, operation("SignIns.unlinkIdentity")),
      oidc: Effect.fnUntraced(function*({ query: { organization_id = "" }, request }) {
        yield* limits.countAddress
        const { begin } = yield* provider
        return yield* begin(callbackOf(request.headers, "").href, organization_id).pipe(
          Effect.map(({ flow, url }) =>
            redirect(url, setFlow(flowText(flow), flowSeconds, isEncrypted(request.headers, proxies)))
          ),
          Effect.catch(failed)
        )
      }, operation("SignIns.oidc")),
      oidcCallback: Effect.fnUntraced(function*({ request }) {
        yield* limits.countAddress
        const { complete } = yield* provider
        const encrypted = isEncrypted(request.headers, proxies)
        const flow = parseFlow(cookieIn(request.headers, "flow", encrypted) ?? "")
        if (Option.isNone(flow))
          return yield* failed(notBegun)
        return yield* complete(callbackOf(request.headers, /\?.*/s.exec(request.url)?.[0] ?? ""), flow.value).pipe(
          Effect.flatMap((identity) => arrive(identity, flow.value.intent, encrypted)),
          Effect.catchTag("SignInFailed", failed)
        )
      }, operation("SignIns.oidcCallback")),
      signOut: Effect.fnUntraced(function*() {
        const headers = yield* fromConsole
        const encrypted = isEncrypted(headers, proxies)
        yield* authentication.countAddress
        // Works even if the session's rate limit is reached.
        const session = sessionText.parse(cookieIn(headers, "session", encrypted) ?? "")
        if (Option.isSome(session)) yield* signIns.endSession(session.value)
        return HttpServerResponse.setHeader(
          HttpServerResponse.jsonUnsafe({ signed_out: true }),
          "set-cookie",
          removeCookie("session", encrypted)
        )
      }, operation("SignIns.signOut"))
    })
  })
)
