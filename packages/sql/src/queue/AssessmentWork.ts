/** Queued work: assesses an application by the criteria of its job. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const queue = "assessments"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  application_id: ApplicationId,
  /** The id of the HTTP request that requested it, or else the name of the queue. */
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/** Returns the work for an application whose assessment a member requests. */
export const elementOf = (
  application_id: ApplicationId,
  { organization_id, request_id }: Actor
): Element => ({ organization_id, application_id, request_id })
