/** An organization: the tenant. Everything else belongs to exactly one. */
import { Schema } from "effect"
import { OrganizationId } from "./Id.ts"
import { Plan } from "./Plan.ts"
import { Line } from "./Text.ts"

export const Organization = Schema.Struct({
  id: OrganizationId,
  name: Line,
  plan: Plan
})
export interface Organization extends Schema.Schema.Type<typeof Organization> {}

export class OrganizationNotFound
  extends Schema.TaggedError<OrganizationNotFound>()("OrganizationNotFound", { organization_id: Schema.String })
{}
