/** Calls every method for sign-ins. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Identity } from "@candor/domain/authentication/Identity"
import { sessionText } from "@candor/domain/authentication/Session"
import * as SignIn from "@candor/domain/authentication/SignIn"
import { SignIns } from "@candor/domain/authentication/SignIns"
import type { Member } from "@candor/domain/organization/Member"
import { Effect, Option } from "effect"

/** Parses a link's text like the server. */
export const parsedLink = (text: string) => Option.getOrThrow(SignIn.linkText.parse(text))

/** Returns the member as the actor of their own session. */
export const actorOf = ({ organization_id }: Pick<Actor, "organization_id">, { id }: Pick<Member, "id">): Actor => ({
  organization_id,
  user_id: id,
  api_key_id: null,
  request_id: "test"
})

/** Issues a link. */
export const issue = (by: Actor, member: Pick<Member, "id">) =>
  Effect.flatMap(SignIns, (signIns) => signIns.issueLink(by, member.id, SignIn.issueLink))

/** Sets a password by a link, and opens a session. */
export const redeem = (by: Actor, member: Pick<Member, "id">, text: string, password_hash: string) =>
  Effect.flatMap(
    SignIns,
    (signIns) =>
      signIns.open(actorOf(by, member), parsedLink(text), (signIn, context) =>
        SignIn.redeemLink(signIn, password_hash, context))
  )

/** Links an identity by a link, and opens a session. */
export const linkIdentity = (by: Actor, member: Pick<Member, "id">, text: string, identity: Identity) =>
  Effect.flatMap(
    SignIns,
    (signIns) =>
      signIns.open(actorOf(by, member), parsedLink(text), (signIn, context) =>
        SignIn.linkIdentity(signIn, identity, context))
  )

/** Opens a session by an identity, or unlinks it. */
export const openByIdentity = (holder: Actor, identity: Identity) =>
  Effect.flatMap(
    SignIns,
    ({ open }) => open(holder, undefined, (signIn, context) => SignIn.openByIdentity(signIn, identity, context))
  )
export const unlinkIdentity = (holder: Actor, identity: Identity) =>
  Effect.flatMap(
    SignIns,
    ({ open }) => open(holder, undefined, (signIn, context) => SignIn.unlinkIdentity(signIn, identity, context))
  )

/** Opens a session with the hash of a password that was compared. */
export const open = (by: Actor, member: Pick<Member, "id">, compared: string) =>
  Effect.flatMap(
    SignIns,
    (signIns) =>
      signIns.open(actorOf(by, member), undefined, (signIn, context) => SignIn.open(signIn, compared, context))
  )

export const signIns = Effect.fn("signIns")(function*(actor: Actor, member: Pick<Member, "email" | "id">) {
  const { endSession, extendSession, hasPassword, identities, withEmail, withIdentity, withLink } = yield* SignIns
  const { text } = yield* issue(actor, member)
  yield* withLink(parsedLink(text))
  yield* redeem(actor, member, text, "hash")
  yield* withEmail(member.email, undefined)
  const identity = { issuer: "https://id.example", subject: member.email }
  yield* linkIdentity(actor, member, (yield* issue(actor, member)).text, identity)
  yield* withIdentity(identity, undefined)
  yield* identities(actorOf(actor, member))
  yield* unlinkIdentity(actorOf(actor, member), identity)
  yield* hasPassword(actor.organization_id)
  const { signIn, text: session } = yield* open(actor, member, "hash")
  yield* extendSession(actor.organization_id, signIn.session!.id)
  yield* endSession(Option.getOrThrow(sessionText.parse(session)))
})
