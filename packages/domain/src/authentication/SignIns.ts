/** The port to members' means of signing in, and to their sessions. */
import { Context, type Effect, type Option } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApiKeyId, OrganizationId, UserId } from "../Id.ts"
import type { Identity, IdentityHolder, LinkedIdentity } from "./Identity.ts"
import type { MemberNotFound } from "../organization/Member.ts"
import type { Holder, PasskeyExists } from "./Passkey.ts"
import type { ParsedSecret } from "./SecretText.ts"
import type { SignIn } from "./SignIn.ts"
import type { Timestamp } from "../Timestamp.ts"

/** A member whose email address was looked up. */
export interface AddressHolder {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  /** Null if the member has no password. */
  readonly password_hash: string | null
}

/** A new link with its text, which is not stored. */
export interface IssuedLink {
  readonly text: string
  readonly expires_at: Timestamp
  /** The member's address. */
  readonly email: string
}

/** A new session with its text, which is not stored. */
export interface OpenedSession {
  readonly signIn: SignIn
  readonly text: string
}

/** The most organizations in which an email address is looked up: a password is verified for each. */
export const maxHolders = 3

/** The most organizations that an identity can choose from. */
export const maxOrganizations = 20

export class SignIns extends Context.Service<SignIns, {
  /**
   * Returns the active members with this email address, in any case of letters: of one organization, or of the first
   * `maxHolders` organizations, ordered by having a password, then by how long the member has been there.
   */
  readonly withEmail: (
    email: string,
    organization: OrganizationId | undefined
  ) => Effect.Effect<ReadonlyArray<AddressHolder>>
  /**
   * Returns the active members with this identity: of one organization, or of the `maxOrganizations` in which they have
   * been longest.
   */
  readonly withIdentity: (
    identity: Identity,
    organization: OrganizationId | undefined
  ) => Effect.Effect<ReadonlyArray<IdentityHolder>>
  /** Returns a member's identities, in the order in which they were linked. */
  readonly identities: (holder: Holder) => Effect.Effect<ReadonlyArray<LinkedIdentity>>
  /** Returns the member of a link that was neither used nor replaced. */
  readonly withLink: (link: ParsedSecret) => Effect.Effect<Option.Option<UserId>>
  /** Tells whether a member of the organization has a password. */
  readonly hasPassword: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Stores the link that `decide` returns, which replaces the previous one. */
  readonly issueLink: <Failure>(
    by: Actor | Worker,
    user_id: UserId,
    decide: (signIn: SignIn, context: DecisionContext<Actor | Worker>) => Decision<SignIn, Failure>
  ) => Effect.Effect<IssuedLink, Failure | MemberNotFound>
  /**
   * Stores the password, passkeys, identities and session that `decide` returns for the member `by`; decides again
   * after a concurrent change. With a link, `decide` gets the link's expiry only if it is still the member's link. A
   * new password, a removed passkey or an unlinked identity ends all other sessions of the member; a session beyond
   * `maxSessions` ends the oldest.
   */
  readonly open: <Failure>(
    by: Actor,
    link: ParsedSecret | undefined,
    decide: (signIn: SignIn, context: DecisionContext) => Decision<SignIn, Failure>
  ) => Effect.Effect<OpenedSession, Failure | MemberNotFound>
  /** Stores the passkeys that `decide` returns for the member `by`, without a session. */
  readonly modify: <Failure>(
    by: Actor,
    decide: (signIn: SignIn, context: DecisionContext) => Decision<SignIn, Failure>
  ) => Effect.Effect<SignIn, Failure | MemberNotFound | PasskeyExists>
  /** Ends a session, if it is active. */
  readonly endSession: (session: ParsedSecret) => Effect.Effect<void>
  /** Extends a session that is in use. */
  readonly extendSession: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<void>
}>()("@candor/domain/SignIns") {}
