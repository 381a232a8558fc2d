import { NotFound } from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import type { ShownPasskey } from "@candor/contract/Passkeys"
import { SignInApi } from "@candor/contract/SignInApi"
import { type Passkey, parseUserHandle } from "@candor/domain/authentication/Passkey"
import { Passkeys } from "@candor/domain/authentication/Passkeys"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import { Effect, Option } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Authentication } from "../auth/Authentication.ts"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { SignInLimits } from "../signin/SignInLimits.ts"
import { actorOf, fromConsole, headers, operation, unauthorized, withCookie } from "../signin/SignInRequest.ts"
import * as WebAuthn from "../signin/WebAuthn.ts"

/** The same error for an unknown passkey and a wrong signature. */
const refused = unauthorized("The passkey was not accepted. Try again, or sign in another way.")

const notAdded = unauthorized("The passkey was not added. Try again.")

const noParty = new NotFound({
  error: { message: "Browsers make passkeys for the name of a host alone, over https or on localhost." }
})

const shown = ({ created_at, id, last_used_at, name }: Passkey): ShownPasskey => ({
  id,
  name,
  created_at,
  last_used_at
})

export const layer = HttpApiBuilder.group(
  SignInApi,
  "Passkeys",
  Effect.fnUntraced(function*(handlers) {
    const { authenticateSession, countAddress } = yield* Authentication
    const limits = yield* SignInLimits
    const passkeys = yield* Passkeys
    const proxies = yield* trustedProxies
    const signIns = yield* SignIns

    /** The relying party at the address that the browser used. */
    const party = Effect.flatMap(headers, (headers) =>
      Option.match(WebAuthn.relyingPartyOf(headers, proxies), {
        onNone: () => Effect.fail(noParty),
        onSome: Effect.succeed
      }))

    /** Logs why a passkey was refused. The response does not say it. */
    const logged = ({ reason }: WebAuthn.PasskeyRefused) =>
      Effect.logWarning("A passkey was refused").pipe(Effect.annotateLogs({ reason }))

    return handlers.handleAll({
      list: Effect.fnUntraced(function*() {
        const present = yield* passkeys.list(WebAuthn.holderOf(yield* authenticateSession))
        return { passkeys: present.map(shown) }
      }, operation("Passkeys.list")),
      beginAdding: Effect.fnUntraced(function*() {
        const principal = yield* authenticateSession
        const relyingParty = yield* party
        const holder = WebAuthn.holderOf(principal)
        const present = yield* passkeys.list(holder)
        const options = yield* WebAuthn.creationOptions(
          relyingParty,
          yield* passkeys.issueChallenge(holder),
          principal,
          present
        )
        return HttpServerResponse.jsonUnsafe({ options })
      }, operation("Passkeys.beginAdding")),
      add: Effect.fnUntraced(function*({ payload: { name, ...registration } }) {
        const holder = WebAuthn.holderOf(yield* authenticateSession)
        const relyingParty = yield* party
        if (!(yield* passkeys.redeemChallenge(holder, registration.challenge))) return yield* notAdded
        const credential = yield* WebAuthn.verifyRegistration(relyingParty, registration).pipe(
          Effect.tapError(logged),
          Effect.mapError(() => notAdded)
        )
        const signIn = yield* signIns.modify(
          yield* actorOf(holder),
          (signIn, context) => SignIn.addPasskey(signIn, { ...credential, name }, context)
        ).pipe(
          Effect.catchTags({
            MemberNotFound: () => notAdded,
            SignInRefused: () => notAdded
          }),
          Effect.mapError((failure) => failure._tag === "Unauthorized" ? failure : toError(failure))
        )
        return { passkey: shown(signIn.passkeys.at(-1)!) }
      }, operation("Passkeys.add")),
      remove: Effect.fnUntraced(function*({ payload: { id } }) {
        const actor = yield* actorOf(WebAuthn.holderOf(yield* authenticateSession))
        const opened = yield* signIns.open(
          actor,
          undefined,
          (signIn, context) => SignIn.removePasskey(signIn, id, context)
        ).pipe(
          Effect.mapError((failure) => failure._tag === "PasskeyNotFound" ? toError(failure) : refused)
        )
        return yield* withCookie(opened, proxies)
      }, operation("Passkeys.remove")),
      beginSignIn: Effect.fnUntraced(function*() {
        yield* fromConsole
        yield* limits.countAddress
        const relyingParty = yield* party
        const options = yield* WebAuthn.requestOptions(relyingParty, yield* passkeys.issueChallenge("sign-in"))
        return HttpServerResponse.jsonUnsafe({ options })
      }, operation("Passkeys.beginSignIn")),
      signIn: Effect.fnUntraced(function*({ payload: assertion }) {
        const { challenge, credential_id, user_handle } = assertion
        yield* fromConsole
        // Counted before anything else, like beginning a sign-in.
        yield* countAddress
        yield* limits.countAccount(credential_id)
        const relyingParty = yield* party
        const isFresh = yield* passkeys.redeemChallenge("sign-in", challenge)
        const holder = parseUserHandle(WebAuthn.handleText(user_handle))
        if (!isFresh || Option.isNone(holder)) return yield* refused
        const passkey = yield* passkeys.withCredential(holder.value.organization_id, credential_id)
        if (Option.isNone(passkey) || passkey.value.user_id !== holder.value.user_id) return yield* refused
        const counter = yield* WebAuthn.verifyAssertion(relyingParty, assertion, passkey.value).pipe(
          Effect.tapError(logged),
          Effect.mapError(() => refused)
        )
        const opened = yield* signIns.open(
          yield* actorOf(holder.value),
          undefined,
          (signIn, context) => SignIn.openByPasskey(signIn, { credential_id, counter }, context)
        ).pipe(Effect.mapError(() => refused))
        yield* limits.succeeded(credential_id)
        return yield* withCookie(opened, proxies)
      }, operation("Passkeys.signIn"))
    })
  })
)
