/** Calls every method for passkeys. */
import type { Actor } from "@candor/domain/access/Actor"
import type { PasskeyDraft } from "@candor/domain/authentication/Passkey"
import { Passkeys } from "@candor/domain/authentication/Passkeys"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import type { PasskeyId } from "@candor/domain/Id"
import { Effect } from "effect"

/** Returns a passkey as an authenticator makes it. */
export const draft = (credential_id: string): PasskeyDraft => ({
  name: "Laptop",
  credential_id,
  public_key: "key",
  counter: 0
})

/** Adds a passkey for the member `holder`. */
export const addPasskey = (holder: Actor, credential_id: string) =>
  Effect.flatMap(
    SignIns,
    ({ modify }) => modify(holder, (signIn, context) => SignIn.addPasskey(signIn, draft(credential_id), context))
  )

/** Opens a session by a passkey. */
export const openByPasskey = (holder: Actor, credential_id: string, counter: number) =>
  Effect.flatMap(
    SignIns,
    ({ open }) =>
      open(holder, undefined, (signIn, context) => SignIn.openByPasskey(signIn, { credential_id, counter }, context))
  )

export const removePasskey = (holder: Actor, id: PasskeyId) =>
  Effect.flatMap(
    SignIns,
    ({ open }) => open(holder, undefined, (signIn, context) => SignIn.removePasskey(signIn, id, context))
  )

export const passkeys = Effect.fn("passkeys")(function*(holder: Actor) {
  const { issueChallenge, list, redeemChallenge, withCredential } = yield* Passkeys
  yield* redeemChallenge(holder, yield* issueChallenge(holder))
  yield* addPasskey(holder, "credential")
  const [passkey] = yield* list(holder)
  yield* withCredential(holder.organization_id, "credential")
  yield* openByPasskey(holder, "credential", 0)
  yield* removePasskey(holder, passkey!.id)
})
