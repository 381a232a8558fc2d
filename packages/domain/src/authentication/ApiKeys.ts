/** The port to stored API keys and to their request counts. */
import { Context, type Effect, type Option } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApiKey, ApiKeyNotFound, Issuing, Rotated } from "./ApiKey.ts"
import type { ParsedKey } from "./ApiKeyText.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApiKeyId, OrganizationId, UserId } from "../Id.ts"
import type { HourOfUse } from "./KeyUsage.ts"
import type { MemberNotFound } from "../organization/Member.ts"
import type { JobAccess } from "../access/MemberRole.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Principal } from "./Principal.ts"
import type { Scope } from "../access/Scope.ts"

/** What a request is counted for: the key, its member (all sessions together), or a connected app (all its tokens). */
export type CountedTo = "key" | "member" | "app"

/** A request of a valid key, counted for a clock hour. */
export interface CountedRequest {
  readonly principal: Principal
  /** Tells whether the request is within the limit. */
  readonly isWithinLimit: boolean
  /** The requests counted in this hour, this one included. Each authenticated request gets its own number. */
  readonly used: number
  /** When the hour ends by the database's clock, in seconds since the Unix epoch. */
  readonly reset: number
  /**
   * Whether the key is a session that a request can extend by an hour or more. Set for requests that are counted for a
   * member.
   */
  readonly mayExtend: boolean
}

/** A key, with the scope and job access that it was authenticated with. */
export interface KeyAddress {
  readonly organization_id: OrganizationId
  readonly id: ApiKeyId
  readonly scope: Scope
  readonly job_access: JobAccess
  readonly hides_feedback: boolean
}

/** A new key with its text, which is not stored. */
export interface IssuedKey {
  readonly api_key: ApiKey
  readonly text: string
}

export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Returns the principal of a key that is neither revoked nor expired and whose member is active, with at most the
   * member's role. Counts one request for the key, its member, or its app: at most `limit` in a clock hour, over all
   * processes.
   */
  readonly authenticate: (key: ParsedKey, limit: number, to?: CountedTo) => Effect.Effect<Option.Option<CountedRequest>>
  /**
   * Tells for each key, in order, whether `authenticate` would still accept it with this scope and access. Counts
   * nothing.
   */
  readonly isActive: (keys: ReadonlyArray<KeyAddress>) => Effect.Effect<ReadonlyArray<boolean>>
  /** Returns all keys of the organization, ended ones included, newest first. */
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<ApiKey>>
  readonly get: (organization: OrganizationId, id: ApiKeyId) => Effect.Effect<ApiKey, ApiKeyNotFound>
  /**
   * Returns the request counts of the latest `hoursKept` clock hours, the present one last. `limit` is the limit per
   * hour.
   */
  readonly usage: (
    organization: OrganizationId,
    id: ApiKeyId,
    limit: number
  ) => Effect.Effect<ReadonlyArray<HourOfUse>, ApiKeyNotFound>
  /**
   * Stores the key of this member that `decide` returns; decides again after a concurrent change of a member or a key.
   */
  readonly create: <Failure>(
    by: Actor | Worker,
    user_id: UserId,
    decide: (issuing: Issuing, context: DecisionContext<Actor | Worker>) => Decision<ApiKey, Failure>
  ) => Effect.Effect<IssuedKey, Failure | MemberNotFound>
  /** Stores both keys that `decide` returns; decides again after a concurrent change of a member or a key. */
  readonly rotate: <Failure>(
    by: Actor | Worker,
    id: ApiKeyId,
    decide: (key: ApiKey, issuing: Issuing, context: DecisionContext<Actor | Worker>) => Decision<Rotated, Failure>
  ) => Effect.Effect<IssuedKey, Failure | ApiKeyNotFound>
  /**
   * Stores the key that `decide` returns; decides again after a concurrent change. Every process refuses a revoked key.
   */
  readonly modify: <Failure>(
    by: Actor | Worker,
    id: ApiKeyId,
    decide: (key: ApiKey, context: DecisionContext<Actor | Worker>) => Decision<ApiKey, Failure>
  ) => Effect.Effect<ApiKey, Failure | ApiKeyNotFound>
}>()("@candor/domain/ApiKeys") {}
