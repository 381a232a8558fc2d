/** Actors: the user or worker that makes a change. Events name them. */
import type { ApiKeyId, OrganizationId, UserId } from "../Id.ts"

/** A user who acts with an API key, or in a console session. */
export interface Actor {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  /** Null in a session. */
  readonly api_key_id: ApiKeyId | null
  readonly request_id: string
}

/** A background worker that acts because of the request with this id. */
export interface Worker {
  readonly organization_id: OrganizationId
  /** The worker's name, for example `profiles`. */
  readonly worker: string
  readonly request_id: string
}

/** Returns the member who makes a change; null for a worker. */
export const memberOf = (actor: Actor | Worker): UserId | null => "worker" in actor ? null : actor.user_id
