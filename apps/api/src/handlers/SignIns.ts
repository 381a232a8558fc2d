import { NotFound } from "@candor/contract/Errors"
import { SignInApi } from "@candor/contract/SignInApi"
import { seeOther, type SessionInfo } from "@candor/contract/SignIns"
import type { Principal } from "@candor/domain/access/Principal"
import { sessionText } from "@candor/domain/access/Session"
import * as SignIn from "@candor/domain/access/SignIn"
import { type AddressHolder, maxHolders, SignIns } from "@candor/domain/access/SignIns"
import { Effect, Option } from "effect"
import { type Headers, HttpServerResponse } from "effect/http"
import { Admissions } from "../admission/Admissions.ts"
import { trustedProxies } from "../admission/ClientAddress.ts"
import { isEncrypted, ownOrigin } from "../admission/ConsoleRequest.ts"
import { cookieIn, removeCookie, setFlow, setSession } from "../admission/SessionCookie.ts"
import { group } from "../request/HandlerGroup.ts"
import { flowSeconds, flowText, OpenIdConnect, parseFlow, SignInFailed } from "../signin/OpenIdConnect.ts"
import { Passwords } from "../signin/Passwords.ts"
import { SignInLimits } from "../signin/SignInLimits.ts"
import { actorOf, fromConsole, operation, unauthorized, withCookie } from "../signin/SignInRequest.ts"
import { relyingPartyOf } from "../signin/WebAuthn.ts"

/** The same for an unknown address and a wrong password. */
const refused = unauthorized("The e-mail address or the password is wrong.")

const linkEnded = unauthorized("The link was used or replaced, or has expired. Ask an administrator for another one.")

const nobody = new SignInFailed({ reason: "no active member has the e-mail address" })

const notBegun = new SignInFailed({ reason: "the browser did not begin here, or too long ago" })

const infoOf = ({ api_key, organization, user }: Principal): SessionInfo => ({
  user,
  organization: { id: organization.id, name: organization.name },
  role: api_key.scope,
  scope: api_key.scope
})

export const layer = group(SignInApi, "SignIns", Effect.fnUntraced(function*(handlers) {
  const admissions = yield* Admissions
  const limits = yield* SignInLimits
  const passwords = yield* Passwords
  const signIns = yield* SignIns
  const oidc = yield* OpenIdConnect
  const proxies = yield* trustedProxies

  /** The first member with this password. A refusal compares as many hashes however many members have the address, and takes as long. */
  const holderOf = Effect.fnUntraced(function*(holders: ReadonlyArray<AddressHolder>, password: string) {
    for (let nth = 0; nth < maxHolders; nth++) {
      const holder = holders[nth]
      const password_hash = holder?.password_hash ?? undefined
      const matches = yield* passwords.matches(password, password_hash)
      if (holder !== undefined && password_hash !== undefined && matches) return { ...holder, password_hash }
    }
    return yield* refused
  })

  /** The callback at the address that the browser used, which is registered at the identity provider. */
  const callbackOf = (headers: Headers.Headers, query: string): URL =>
    new URL(`/console/auth/oidc/callback${query}`, ownOrigin(headers, proxies))

  const provider = Option.match(oidc, {
    onNone: () => new NotFound({ error: { message: "No identity provider is set (CANDOR_OIDC_ISSUER)." } }),
    onSome: Effect.succeed
  })

  /** Sends the browser on. A failure shows on the page of signing in; its cause is in the log. */
  const redirect = (location: string, ...cookies: ReadonlyArray<string>) =>
    HttpServerResponse.fromWeb(new Response(null, {
      status: seeOther,
      headers: [["location", location], ...cookies.map((cookie): [string, string] => ["set-cookie", cookie])]
    }))

  const failed = ({ reason }: SignInFailed) =>
    Effect.logWarning("A sign-in by the identity provider failed").pipe(
      Effect.annotateLogs({ reason }),
      Effect.as(redirect("/console#sign-in-failed"))
    )

  /** Opens a session of the first member with a verified e-mail address. */
  const openVerified = Effect.fnUntraced(function*(email: string) {
    const [holder] = yield* signIns.withEmail(email, undefined)
    if (holder === undefined) return yield* nobody
    return yield* signIns.open(yield* actorOf(holder), undefined, SignIn.openVerified).pipe(Effect.mapError(() => nobody))
  })

  return handlers.handleAll({
    methods: ({ request }) =>
      admissions.countAddress.pipe(
        Effect.as({
          password: true,
          passkey: Option.isSome(relyingPartyOf(request.headers, proxies)),
          oidc: Option.isSome(oidc)
        }),
        operation("SignIns.methods")
      ),
    session: () => Effect.map(admissions.admitSession, infoOf).pipe(operation("SignIns.session")),
    signIn: Effect.fnUntraced(function*({ payload: { email, organization_id, password } }) {
      yield* fromConsole
      yield* limits.countAddress
      yield* limits.countAccount(email)
      const holder = yield* holderOf(yield* signIns.withEmail(email, organization_id), password)
      const opened = yield* signIns.open(yield* actorOf(holder), undefined, (signIn, context) =>
        SignIn.open(signIn, holder.password_hash, context)).pipe(Effect.mapError(() => refused))
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
      const opened = yield* signIns.open(actor, link.value, (signIn, context) =>
        SignIn.redeemLink(signIn, password_hash, context)).pipe(Effect.mapError(() => linkEnded))
      return yield* withCookie(opened, proxies)
    }, operation("SignIns.first")),
    changePassword: Effect.fnUntraced(function*({ payload: { current_password, password } }) {
      const { organization: { id: organization_id }, user: { email, id: user_id } } = yield* admissions.admitSession
      // Who has a session is not kept out by others' attempts at the address.
      yield* limits.countAccount(user_id)
      const { password_hash: compared } = yield* holderOf(yield* signIns.withEmail(email, organization_id), current_password)
      const password_hash = yield* passwords.hash(password)
      const opened = yield* signIns.open(yield* actorOf({ organization_id, user_id }), undefined, (signIn, context) =>
        SignIn.changePassword(signIn, { compared, password_hash }, context)).pipe(Effect.mapError(() => refused))
      yield* limits.succeeded(user_id)
      return yield* withCookie(opened, proxies)
    }, operation("SignIns.changePassword")),
    oidc: Effect.fnUntraced(function*({ request }) {
      yield* limits.countAddress
      const { begin } = yield* provider
      return yield* begin(callbackOf(request.headers, "").href).pipe(
        Effect.map(({ flow, url }) => redirect(url, setFlow(flowText(flow), flowSeconds, isEncrypted(request.headers, proxies)))),
        Effect.catch(failed)
      )
    }, operation("SignIns.oidc")),
    oidcCallback: Effect.fnUntraced(function*({ request }) {
      yield* limits.countAddress
      const { complete } = yield* provider
      const encrypted = isEncrypted(request.headers, proxies)
      const flow = parseFlow(cookieIn(request.headers, "flow", encrypted) ?? "")
      if (Option.isNone(flow)) return yield* failed(notBegun)
      return yield* complete(callbackOf(request.headers, /\?.*/s.exec(request.url)?.[0] ?? ""), flow.value).pipe(
        Effect.flatMap(openVerified),
        Effect.map(({ text }) => redirect("/console", setSession(text, encrypted), removeCookie("flow", encrypted))),
        Effect.catch(failed)
      )
    }, operation("SignIns.oidcCallback")),
    signOut: Effect.fnUntraced(function*() {
      const headers = yield* fromConsole
      const encrypted = isEncrypted(headers, proxies)
      yield* admissions.countAddress
      // Also where the session's requests are used up.
      const session = sessionText.parse(cookieIn(headers, "session", encrypted) ?? "")
      if (Option.isSome(session)) yield* signIns.endSession(session.value)
      return HttpServerResponse.setHeader(HttpServerResponse.jsonUnsafe({ signed_out: true }), "set-cookie", removeCookie("session", encrypted))
    }, operation("SignIns.signOut"))
  })
}))
