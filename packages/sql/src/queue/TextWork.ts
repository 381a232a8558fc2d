/** Queued work: extracts the text of an attachment. It has the attachment's id. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { AttachmentId, OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "texts"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  id: AttachmentId,
  /** The id of the HTTP request that added the attachment. */
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/** Returns the work for a new attachment. */
export const of = (id: AttachmentId, { organization_id, request_id }: Actor | Worker): Work => ({
  queue,
  id,
  element: { organization_id, id, request_id }
})
