/**
 * Passkeys: key pairs (WebAuthn) on a member's devices, with which the member signs in to the console. The server
 * stores the public keys (decision 0053).
 */
import { Option, Schema } from "effect"
import type { Actor } from "../access/Actor.ts"
import { OrganizationId, type PasskeyId, UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The name that distinguishes a passkey from the member's others. */
export const PasskeyName = line(100)

/** A public key, as a device made it. */
export interface Credential {
  /** The device's id of the key pair, in base64url. */
  readonly credential_id: string
  /** The public key as COSE (RFC 9052), in base64url. */
  readonly public_key: string
  /** The device's signature counter at the latest sign-in; always 0 if the device does not count. */
  readonly counter: number
}

export interface Passkey extends Credential {
  readonly id: PasskeyId
  readonly name: string
  readonly created_at: Timestamp
  readonly last_used_at: Timestamp | null
}

/** A request for a new passkey. */
export type PasskeyDraft = Credential & Pick<Passkey, "name">

export const maxPasskeys: Limit = { what: "passkeys of a member", limit: 10 }

/** The lifetime of a challenge, in minutes. It works once. */
export const challengeMinutes = 5

/** The most unused challenges. A further one ends the oldest. */
export const maxChallenges = 10_000

/** The random bytes of a challenge; WebAuthn, section 13.4.3, requires at least 16. */
export const challengeBytes = 32

/** The purpose of a challenge: a sign-in, or a new passkey of a member. It works for that only. */
export type ChallengePurpose = "sign-in" | Holder

export class PasskeyNotFound extends Schema.TaggedError<PasskeyNotFound>()("PasskeyNotFound", { id: Schema.String }) {}

/** The organization already has a passkey with this credential id. */
export class PasskeyExists extends Schema.TaggedError<PasskeyExists>()("PasskeyExists", {}) {}

/**
 * Tells whether a device's signature counter may follow the stored one. A counter that does not grow belongs to a copy
 * of the device (WebAuthn, section 6.1.1). Synchronized passkeys do not count.
 */
export const mayFollow = (stored: number, counter: number): boolean =>
  counter > stored || (stored === 0 && counter === 0)

/** The member who owns a passkey. */
export type Holder = Pick<Actor, "organization_id" | "user_id">

/**
 * Returns a member's user handle, which a device stores with its passkey and returns at a sign-in (WebAuthn, section
 * 5.4.3): 64 characters. It contains the organization, so a sign-in searches that one only.
 */
export const userHandle = ({ organization_id, user_id }: Holder): string =>
  (organization_id + user_id).replaceAll("-", "")

const id = "([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})"

const pattern = new RegExp(`^${id}${id}$`)

/** Parses a user handle; none if the text is not one. */
export const parseUserHandle = (text: string): Option.Option<Holder> => {
  const [, ...parts] = pattern.exec(text) ?? []
  return parts.length === 0 ? Option.none() : Option.some({
    organization_id: OrganizationId.make(parts.slice(0, 5).join("-")),
    user_id: UserId.make(parts.slice(5).join("-"))
  })
}
