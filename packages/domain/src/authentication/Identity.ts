/**
 * An account at an identity provider: the issuer and the subject, which never changes there (OpenID Connect Core,
 * section 5.7).
 */
import { Schema } from "effect"
import type { UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { Organization } from "../organization/Organization.ts"
import type { Timestamp } from "../Timestamp.ts"

export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** An identity that a member has linked. */
export interface LinkedIdentity extends Identity {
  readonly linked_at: Timestamp
}

export const maxIdentities: Limit = { what: "linked identities of a member", limit: 10 }

/** A member with this identity. */
export interface IdentityHolder {
  readonly organization: Pick<Organization, "id" | "name">
  readonly user_id: UserId
}

/** The identity is not linked to the member. */
export class IdentityNotFound extends Schema.TaggedError<IdentityNotFound>()("IdentityNotFound", {}) {}

/** Tells whether both are the same identity. */
export const isSameIdentity = (one: Identity, other: Identity): boolean =>
  one.issuer === other.issuer && one.subject === other.subject
