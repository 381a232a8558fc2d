/**
 * Sign-in by password, by an account at an identity provider, or by passkey. A member sets the password or links the
 * account with a link that works once.
 */
import { Result, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { PasskeyId } from "../Id.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { type Member, MemberDeactivated, noun as members } from "../organization/Member.ts"
import type { Organization } from "../organization/Organization.ts"
import {
  type Credential,
  maxPasskeys,
  mayFollow,
  type Passkey,
  type PasskeyDraft,
  PasskeyExists,
  PasskeyNotFound
} from "./Passkey.ts"
import { type Identity, IdentityNotFound, isSameIdentity, type LinkedIdentity, maxIdentities } from "./Identity.ts"
import * as SecretText from "./SecretText.ts"
import * as Session from "./Session.ts"
import { text } from "../Text.ts"
import { later, Timestamp } from "../Timestamp.ts"
import { because } from "../IssueReason.ts"

/** The text of sign-in links. */
export const linkText = SecretText.make("candor_link_")

/**
 * Returns the console page that takes a link's text, in its fragment, so that no log of a server or proxy contains it.
 * The email address is for the password manager, which stores a password with it.
 */
export const linkPath = (token: string, email: string): string =>
  `/console/first#${new URLSearchParams({ token, email })}`

/** The lifetime of a link, in hours. */
export const linkHours = 24

/**
 * A password: 12 to 200 characters, of any kind (NIST SP 800-63B-4, section 3.1.1.2). A composed character counts as
 * one, because a keyboard may send either form.
 */
export const Password = text(200).check(
  // For a long text, only the length is reported: normalizing takes quadratic time.
  Schema.makeFilter<string>((password) => password.length > 400 || [...password.normalize("NFC")].length >= 12, {
    expected: "at least 12 characters",
    ...because("too_short", { limit: 12, unit: "characters" }),
    toJsonSchema: () => ({ minLength: 12 })
  })
)

/** A member's means of signing in. */
export interface SignIn {
  readonly member: Member
  readonly organization: Pick<Organization, "id" | "name">
  /** The hash of the password, with its parameters and salt; null if there is none. */
  readonly password_hash: string | null
  /** When the current link expires; null if there is none. A new link replaces it. */
  readonly link_expires_at: Timestamp | null
  /** Oldest first. */
  readonly passkeys: ReadonlyArray<Passkey>
  /** In the order in which they were linked. */
  readonly identities: ReadonlyArray<LinkedIdentity>
  /** The session that the decision opens. */
  readonly session: Session.Session | null
}

/** The link was used or replaced, has expired, or its member is deactivated. */
export class SignInLinkEnded extends Schema.TaggedError<SignInLinkEnded>()("SignInLinkEnded", {}) {}

/**
 * The password has changed since it was verified, the passkey was removed or is a copy, or the member is deactivated.
 */
export class SignInRefused extends Schema.TaggedError<SignInRefused>()("SignInRefused", {}) {}

/** A sign-in link, which only the response to its creation shows. */
export const SignInLink = Schema.Struct({
  token: Schema.String.pipe(described("The text of the link, which works once", example.linkText)),
  path: Schema.String.pipe(
    described("The page of the console that takes the token", linkPath(example.linkText, "grace@example.com"))
  ),
  expires_at: Timestamp.pipe(described("When the link ends", "2026-10-09T10:30:00.480Z"))
}).pipe(named("SignInLink", "A link with which a member signs in to the console"))
export interface SignInLink extends Schema.Schema.Type<typeof SignInLink> {}

type Context = DecisionContext<Actor | Worker>

/** Makes a link for an active member, which replaces the previous one. */
export const issueLink = (signIn: SignIn, { now }: Context): Decision<SignIn, MemberDeactivated> => {
  const { member } = signIn
  if (member.status !== "active") return Result.fail(new MemberDeactivated({ member_id: member.id }))
  const link_expires_at = later(now, linkHours * 3_600_000)
  return decided({ ...signIn, link_expires_at }, members.event("sign_in_link_created", member))
}

/** Sets a member's password with a link, which ends it, and opens a session. */
export const redeemLink = (
  signIn: SignIn,
  password_hash: string,
  context: DecisionContext
): Decision<SignIn, SignInLinkEnded> => {
  return hasLink(signIn, context) ? setPassword(signIn, password_hash, context) : Result.fail(new SignInLinkEnded())
}

/** Links an identity to a member with a link, which ends it, and opens a session. */
export const linkIdentity = (
  signIn: SignIn,
  identity: Identity,
  context: DecisionContext
): Decision<SignIn, LimitReached | SignInLinkEnded> =>
  Result.gen(function*() {
    if (!hasLink(signIn, context)) return yield* Result.fail(new SignInLinkEnded())
    const others = withoutIdentity(signIn, identity)
    yield* withinLimit(maxIdentities, others.length, 1)
    const identities = [...others, { ...identity, linked_at: context.now }]
    const linked = { ...signIn, identities, link_expires_at: null, session: Session.open(context) }
    return yield* decided(linked, members.event("identity_linked", signIn.member))
  })

/** Unlinks an identity, and opens a session that replaces all others: the identity may have opened one of them. */
export const unlinkIdentity = (
  signIn: SignIn,
  identity: Identity,
  context: DecisionContext
): Decision<SignIn, IdentityNotFound | SignInRefused> => {
  const { member } = signIn
  const identities = withoutIdentity(signIn, identity)
  if (member.status !== "active") return Result.fail(new SignInRefused())
  if (identities.length === signIn.identities.length) return Result.fail(new IdentityNotFound())
  return decided({ ...signIn, identities, session: Session.open(context) }, members.event("identity_unlinked", member))
}

/** Replaces the verified password, and opens a session that replaces all others. */
export const changePassword = (
  signIn: SignIn,
  { compared, password_hash }: { readonly compared: string; readonly password_hash: string },
  context: DecisionContext
): Decision<SignIn, SignInRefused> =>
  isAllowed(signIn, compared) ? setPassword(signIn, password_hash, context) : Result.fail(new SignInRefused())

/** Opens a session if the verified password is still the member's. */
export const open = (signIn: SignIn, compared: string, context: DecisionContext): Decision<SignIn, SignInRefused> =>
  isAllowed(signIn, compared)
    ? withoutEvents({ ...signIn, session: Session.open(context) })
    : Result.fail(new SignInRefused())

/** Opens a session with an identity that the provider confirmed, if it is still linked to the member. */
export const openByIdentity = (
  signIn: SignIn,
  identity: Identity,
  context: DecisionContext
): Decision<SignIn, SignInRefused> =>
  signIn.member.status === "active" && withoutIdentity(signIn, identity).length < signIn.identities.length
    ? withoutEvents({ ...signIn, session: Session.open(context) })
    : Result.fail(new SignInRefused())

/** Adds the public key of a new passkey. */
export const addPasskey = (
  signIn: SignIn,
  draft: PasskeyDraft,
  { nextId, now }: DecisionContext
): Decision<SignIn, LimitReached | PasskeyExists | SignInRefused> =>
  Result.gen(function*() {
    const { member, passkeys } = signIn
    if (member.status !== "active") return yield* Result.fail(new SignInRefused())
    if (passkeys.some(({ credential_id }) => credential_id === draft.credential_id))
      return yield* Result.fail(new PasskeyExists())
    yield* withinLimit(maxPasskeys, passkeys.length, 1)
    const passkey: Passkey = { ...draft, id: PasskeyId.make(nextId()), created_at: now, last_used_at: null }
    return yield* decided({ ...signIn, passkeys: [...passkeys, passkey] }, members.event("passkey_added", member))
  })

/** Removes a passkey, and opens a session that replaces all others: the passkey may have opened one of them. */
export const removePasskey = (
  signIn: SignIn,
  id: PasskeyId,
  context: DecisionContext
): Decision<SignIn, PasskeyNotFound | SignInRefused> => {
  const { member } = signIn
  const passkeys = signIn.passkeys.filter((passkey) => passkey.id !== id)
  if (member.status !== "active") return Result.fail(new SignInRefused())
  if (passkeys.length === signIn.passkeys.length) return Result.fail(new PasskeyNotFound({ id }))
  return decided({ ...signIn, passkeys, session: Session.open(context) }, members.event("passkey_removed", member))
}

/** Opens a session with a passkey whose signature was verified. `counter` is the signature's counter. */
export const openByPasskey = (
  signIn: SignIn,
  { counter, credential_id }: Pick<Credential, "counter" | "credential_id">,
  context: DecisionContext
): Decision<SignIn, SignInRefused> => {
  const { member } = signIn
  const used = signIn.passkeys.find((passkey) => passkey.credential_id === credential_id)
  if (member.status !== "active" || used === undefined || !mayFollow(used.counter, counter))
    return Result.fail(new SignInRefused())
  const passkeys = signIn.passkeys.map((passkey) =>
    passkey === used ? { ...used, counter, last_used_at: context.now } : passkey
  )
  return withoutEvents({ ...signIn, passkeys, session: Session.open(context) })
}

const withoutIdentity = ({ identities }: SignIn, identity: Identity): ReadonlyArray<LinkedIdentity> =>
  identities.filter((other) => !isSameIdentity(identity, other))

const hasLink = ({ link_expires_at, member }: SignIn, { now }: DecisionContext): boolean =>
  link_expires_at !== null && link_expires_at > now && member.status === "active"

const isAllowed = ({ member, password_hash }: SignIn, compared: string): boolean =>
  member.status === "active" && password_hash === compared

const setPassword = (signIn: SignIn, password_hash: string, context: DecisionContext): Decision<SignIn, never> =>
  decided(
    { ...signIn, password_hash, link_expires_at: null, session: Session.open(context) },
    members.event("password_set", signIn.member)
  )
