/** The port to stored API keys and the count of their requests. */
import { Context, type Effect, type Option } from "effect"
import type { ApiKey, ApiKeyNotFound, ParsedKey } from "./ApiKey.ts"
import type { ApiKeyId, OrganizationId, UserId } from "./Id.ts"
import type { Principal } from "./Principal.ts"
import type { Window } from "./RateLimit.ts"
import type { Scope } from "./Scope.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A good key, and how many of the requests that it was asked for are counted to it. */
export interface Admission {
  readonly principal: Principal
  /** None where the limit is reached. */
  readonly granted: number
  /** All requests of the window that are counted, with these. */
  readonly used: number
  /** Where none are granted: milliseconds until others have given back what they may hold and not need. */
  readonly settled_in: number
}

/** Which key it is. */
export interface KeyAddress {
  readonly organization_id: OrganizationId
  readonly id: ApiKeyId
}

export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Finds a key that is neither revoked nor expired, and counts requests to it, as many as were asked
   * for where plenty are left, and one at a time towards the end: one statement, and never more than
   * the limit over any number of processes. Who is granted more than one has to give back what it
   * does not need within `RateLimit.lending`.
   */
  readonly admit: (
    key: ParsedKey,
    window: Window,
    limit: number,
    count: number
  ) => Effect.Effect<Option.Option<Admission>>
  /** Returns of each key, in their order, whether it is neither revoked nor expired. Counts nothing. */
  readonly isActive: (keys: ReadonlyArray<KeyAddress>) => Effect.Effect<ReadonlyArray<boolean>>
  /** Requests of the window that were counted and not made. */
  readonly giveBack: (
    organization: OrganizationId,
    id: ApiKeyId,
    window: Window,
    count: number
  ) => Effect.Effect<void>
  /** Makes a key that acts as the user. The text is not kept: this is the one time it is known. */
  readonly create: (
    organization: OrganizationId,
    options: {
      readonly user_id: UserId
      readonly name: string
      readonly scope: Scope
      readonly expires_at?: Timestamp | undefined
    }
  ) => Effect.Effect<ApiKey & { readonly text: string }>
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>>
  /** Revokes a key; every replica refuses it once what it has been lent is over, within `RateLimit.lending`. */
  readonly revoke: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<void, ApiKeyNotFound>
}>()("@candor/domain/ApiKeys") {}
