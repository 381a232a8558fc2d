/** The port to stored API keys and the counts of their requests. */
import { Context, type Effect, type Option } from "effect"
import type { ApiKey, ApiKeyNotFound, ParsedKey } from "./ApiKey.ts"
import type { ApiKeyId, OrganizationId, UserId } from "../Id.ts"
import type { Principal } from "./Principal.ts"
import type { Scope } from "./Scope.ts"
import type { Timestamp } from "../Timestamp.ts"

/** A request of a valid key, counted to the key's clock hour. */
export interface Admission {
  readonly principal: Principal
  /** Tells whether the request is within the limit. */
  readonly admitted: boolean
  /** The requests counted to this hour, this one included. Each admitted request has a number of its own. */
  readonly used: number
  /** When the hour ends by the database's clock, in seconds since the Unix epoch. */
  readonly reset: number
}

/** Names a key. */
export interface KeyAddress {
  readonly organization_id: OrganizationId
  readonly id: ApiKeyId
}

export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Finds the principal of a key that is neither revoked nor expired, and counts one request to it: never more than
   * `limit` in a clock hour, over any number of processes.
   */
  readonly admit: (key: ParsedKey, limit: number) => Effect.Effect<Option.Option<Admission>>
  /** Returns of each key, in their order, whether it is neither revoked nor expired. Counts nothing. */
  readonly isActive: (keys: ReadonlyArray<KeyAddress>) => Effect.Effect<ReadonlyArray<boolean>>
  /** Makes a key that acts as the user. Returns the key's text, which is not stored. */
  readonly create: (
    organization: OrganizationId,
    options: {
      readonly user_id: UserId
      readonly name: string
      readonly scope: Scope
      readonly expires_at?: Timestamp | undefined
    }
  ) => Effect.Effect<ApiKey & { readonly text: string }>
  /** Returns all keys of the organization, newest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ApiKey>>
  /** Revokes a key. Every process refuses the key's next request. */
  readonly revoke: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<void, ApiKeyNotFound>
}>()("@candor/domain/ApiKeys") {}
