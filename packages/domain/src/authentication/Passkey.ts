/**
 * Passkeys: key pairs (WebAuthn) of a member's devices, by which the member signs in to the console. The server has the
 * public keys (decision 0053).
 */
import { Option, Schema } from "effect"
import type { Actor } from "../access/Actor.ts"
import { OrganizationId, type PasskeyId, UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The name by which a member tells a passkey from others. */
export const PasskeyName = line(100)

/** A public key, as a device has made it. */
export interface Credential {
  /** The device's name of the key pair, in base64url. */
  readonly credential_id: string
  /** In the form of COSE (RFC 9052), in base64url. */
  readonly public_key: string
  /** The device's count of signatures at the latest sign-in; always 0 where the device does not count. */
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

/** A challenge works for so many minutes, and once. */
export const challengeMinutes = 5

/** Challenges that were issued and not used. A further one ends the oldest. */
export const maxChallenges = 10_000

/** The random bytes of a challenge; WebAuthn, section 13.4.3, asks for 16 at least. */
export const challengeBytes = 32

/** What a challenge is issued for: a sign-in of anybody, or a new passkey of a member. It works for nothing else. */
export type ChallengePurpose = "sign-in" | Holder

export class PasskeyNotFound extends Schema.TaggedError<PasskeyNotFound>()("PasskeyNotFound", { id: Schema.String }) {}

/** The organization has a passkey of the same name of the device's. */
export class PasskeyExists extends Schema.TaggedError<PasskeyExists>()("PasskeyExists", {}) {}

/**
 * Tells whether a device's count of signatures can follow the stored one. A count that does not grow is that of a copy
 * of the device (WebAuthn, section 6.1.1). Passkeys that are synchronized count nothing.
 */
export const mayFollow = (stored: number, counter: number): boolean =>
  counter > stored || (stored === 0 && counter === 0)

/** The member who has a passkey. */
export type Holder = Pick<Actor, "organization_id" | "user_id">

/**
 * Returns the user handle of a member, which a device keeps with its passkey and returns at a sign-in (WebAuthn,
 * section 5.4.3): 64 characters. It names the organization, so a sign-in looks into that one alone.
 */
export const userHandle = ({ organization_id, user_id }: Holder): string =>
  (organization_id + user_id).replaceAll("-", "")

const id = "([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})"

const pattern = new RegExp(`^${id}${id}$`)

/** Returns the member of a user handle; none of another text. */
export const parseUserHandle = (text: string): Option.Option<Holder> => {
  const [, ...parts] = pattern.exec(text) ?? []
  return parts.length === 0 ? Option.none() : Option.some({
    organization_id: OrganizationId.make(parts.slice(0, 5).join("-")),
    user_id: UserId.make(parts.slice(5).join("-"))
  })
}
