/** The port to passkeys and to the challenges that devices sign. Passkeys are changed by `SignIns`. */
import { Context, type Effect, type Option } from "effect"
import type { ChallengePurpose, Credential, Holder, Passkey } from "./Passkey.ts"
import type { OrganizationId } from "../Id.ts"

/** A passkey as a sign-in finds it. */
export interface HeldCredential extends Credential, Holder {}

export class Passkeys extends Context.Service<Passkeys, {
  /** Returns the passkeys of a member, the oldest first. */
  readonly list: (holder: Holder) => Effect.Effect<ReadonlyArray<Passkey>>
  /** Returns the organization's passkey with this credential id. */
  readonly withCredential: (
    organization: OrganizationId,
    credential_id: string
  ) => Effect.Effect<Option.Option<HeldCredential>>
  /** Returns a new challenge, in base64url. Only its hash is stored. */
  readonly issueChallenge: (purpose: ChallengePurpose) => Effect.Effect<string>
  /** Ends a challenge. Tells whether it was issued for this purpose, has not expired, and had not ended. */
  readonly redeemChallenge: (purpose: ChallengePurpose, challenge: string) => Effect.Effect<boolean>
}>()("@candor/domain/Passkeys") {}
