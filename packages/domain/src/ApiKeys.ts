/** The port to stored API keys and the count of their requests. */
import { Context, type Effect, type Option } from "effect"
import type { ApiKey, ApiKeyNotFound, ParsedKey } from "./ApiKey.ts"
import type { ApiKeyId, OrganizationId, UserId } from "./Id.ts"
import type { Principal } from "./Principal.ts"
import type { Window } from "./RateLimit.ts"
import type { Scope } from "./Scope.ts"
import type { Timestamp } from "./Timestamp.ts"

/** A good key, and its requests in the window with the present one; null where the limit was reached before. */
export interface Admission {
  readonly principal: Principal
  readonly used: number | null
}

export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Finds a key that is neither revoked nor expired, and counts a request to it if that does not
   * pass the limit: one statement, exact over any number of processes.
   */
  readonly admit: (key: ParsedKey, window: Window, limit: number) => Effect.Effect<Option.Option<Admission>>
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
  /** Revokes a key; every replica refuses it from the next request on. */
  readonly revoke: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<void, ApiKeyNotFound>
}>()("@candor/domain/ApiKeys") {}
