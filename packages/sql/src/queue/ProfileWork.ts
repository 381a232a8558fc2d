/** Queued work: processes a profile. It has the profile's id. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { AiProfileId, OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "profiles"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  profile_id: AiProfileId,
  /** The id of the HTTP request that requested the profile. */
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/** Returns the work for a profile that somebody requests. */
export const of = (
  profile: { readonly id: AiProfileId },
  { organization_id, request_id }: Pick<Actor | Worker, "organization_id" | "request_id">
): Work => ({ queue, id: profile.id, element: { organization_id, profile_id: profile.id, request_id } })
