/** Who changes something, as the record of the change keeps it. */
import type { ApiKeyId, OrganizationId, UserId } from "../Id.ts"

/** A user, by an API key. */
export interface Actor {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  readonly api_key_id: ApiKeyId
  readonly request_id: string
}

/** A background worker, in the pursuit of what somebody asked for in the request with this id. */
export interface Worker {
  readonly organization_id: OrganizationId
  /** What the worker does, for example `profiles`. */
  readonly worker: string
  readonly request_id: string
}
