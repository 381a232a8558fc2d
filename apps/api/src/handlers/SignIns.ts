import { Unauthorized } from "@candor/contract/Errors"
import { type SessionInfo, SignInApi } from "@candor/contract/SignIns"
import type { Actor } from "@candor/domain/access/Actor"
import type { Principal } from "@candor/domain/access/Principal"
import { sessionText } from "@candor/domain/access/Session"
import * as SignIn from "@candor/domain/access/SignIn"
import { type OpenedSession, type PasswordHolder, SignIns } from "@candor/domain/access/SignIns"
import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Admissions } from "../admission/Admissions.ts"
import { trustedProxies } from "../admission/ClientAddress.ts"
import { isEncrypted, isFromConsole } from "../admission/ConsoleRequest.ts"
import { Passwords } from "../admission/Passwords.ts"
import { removeSession, sessionIn, setSession } from "../admission/SessionCookie.ts"
import { SignInLimits } from "../admission/SignInLimits.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"
import { within } from "../request/TimeLimit.ts"

const unauthorized = (message: string) => new Unauthorized({ error: { message } })

const notFromConsole = unauthorized("Only the pages of this server can sign in: expected X-Candor-Console and the server's own origin.")

/** The same for an unknown address and a wrong password. */
const refused = unauthorized("The e-mail address or the password is wrong.")

const linkEnded = unauthorized("The link was used or replaced, or has expired. Ask an administrator for another one.")

const infoOf = ({ api_key, organization, user }: Principal): SessionInfo => ({
  user,
  organization: { id: organization.id, name: organization.name },
  role: api_key.scope,
  scope: api_key.scope
})

const infoOfNew = ({ signIn: { member: { email, full_name, id, role }, organization } }: OpenedSession): SessionInfo => ({
  user: { id, full_name, email },
  organization,
  role,
  scope: role
})

export const layer = HttpApiBuilder.group(SignInApi, "SignIns", Effect.fnUntraced(function*(handlers) {
  const admissions = yield* Admissions
  const limits = yield* SignInLimits
  const passwords = yield* Passwords
  const signIns = yield* SignIns
  const proxies = yield* trustedProxies

  const headers = Effect.map(HttpServerRequest.HttpServerRequest, (request) => request.headers)

  /** Refuses a request that another site may have a browser send: it could sign somebody in as another member. */
  const fromConsole = Effect.filterOrFail(headers, isFromConsole, () => notFromConsole)

  /** The member who signs in, as the actor of the change. */
  const actorOf = ({ organization_id, user_id }: Pick<Actor, "organization_id" | "user_id">) =>
    Effect.map(CurrentRequest, ({ id }): Actor => ({ organization_id, user_id, api_key_id: null, request_id: id }))

  const withCookie = (opened: OpenedSession) =>
    Effect.map(headers, (headers) =>
      HttpServerResponse.setHeader(
        HttpServerResponse.jsonUnsafe(infoOfNew(opened)),
        "set-cookie",
        setSession(opened.text, isEncrypted(headers, proxies))
      ))

  /** The first member with this password. One hash at least is compared, also where there is no such member. */
  const holderOf = Effect.fnUntraced(function*(holders: ReadonlyArray<PasswordHolder>, password: string) {
    for (const holder of holders) {
      if (yield* passwords.matches(password, holder.password_hash)) return holder
    }
    if (holders.length === 0) yield* passwords.matches(password, undefined)
    return yield* refused
  })

  /** Names the operation in log lines and metrics, and limits its time. */
  const operation = (name: string) => <A, E, R>(handle: Effect.Effect<A, E, R>) =>
    Effect.flatMap(CurrentRequest, (request) => {
      request.operation = `SignIns.${name}`
      return within("15 seconds")(handle)
    })

  return handlers.handleAll({
    methods: () =>
      admissions.countAddress.pipe(Effect.as({ password: true, oidc: false }), operation("methods")),
    session: () => Effect.map(admissions.admitSession, infoOf).pipe(operation("session")),
    signIn: Effect.fnUntraced(function*({ payload: { email, organization_id, password } }) {
      yield* fromConsole
      yield* limits.countAddress
      yield* limits.countAccount(email)
      const holder = yield* holderOf(yield* signIns.withEmail(email, organization_id), password)
      const opened = yield* signIns.open(yield* actorOf(holder), undefined, (signIn, context) =>
        SignIn.open(signIn, holder.password_hash, context)).pipe(Effect.mapError(() => refused))
      yield* limits.succeeded(email)
      return yield* withCookie(opened)
    }, operation("signIn")),
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
      return yield* withCookie(opened)
    }, operation("first")),
    changePassword: Effect.fnUntraced(function*({ payload: { current_password, password } }) {
      const { organization: { id: organization_id }, user: { email, id: user_id } } = yield* admissions.admitSession
      yield* limits.countAccount(email)
      const { password_hash: compared } = yield* holderOf(yield* signIns.withEmail(email, organization_id), current_password)
      const password_hash = yield* passwords.hash(password)
      const opened = yield* signIns.open(yield* actorOf({ organization_id, user_id }), undefined, (signIn, context) =>
        SignIn.changePassword(signIn, { compared, password_hash }, context)).pipe(Effect.mapError(() => refused))
      yield* limits.succeeded(email)
      return yield* withCookie(opened)
    }, operation("changePassword")),
    signOut: Effect.fnUntraced(function*() {
      const headers = yield* fromConsole
      const encrypted = isEncrypted(headers, proxies)
      yield* admissions.countAddress
      // Also where the session's requests are used up.
      const session = sessionText.parse(sessionIn(headers, encrypted) ?? "")
      if (Option.isSome(session)) yield* signIns.endSession(session.value)
      return HttpServerResponse.setHeader(HttpServerResponse.jsonUnsafe({ signed_out: true }), "set-cookie", removeSession(encrypted))
    }, operation("signOut"))
  })
}))
