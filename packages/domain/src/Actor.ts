/** Who changes something, as the record of the change keeps it. */
import type { ApiKeyId, OrganizationId, UserId } from "./Id.ts"

export interface Actor {
  readonly organization_id: OrganizationId
  readonly user_id: UserId
  readonly api_key_id: ApiKeyId
  readonly request_id: string
}
