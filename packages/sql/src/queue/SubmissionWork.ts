/** Queued work: makes an application of a submission. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { OrganizationId, SubmissionId } from "@candor/domain/Id"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "submissions"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  id: SubmissionId,
  /** The id of the HTTP request that brought or released the submission. */
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/**
 * Milliseconds by which work moves forward in the queue, so that an organization with a flood of submissions does not
 * delay others.
 */
export const ahead = { flooded: 0, released: 30 * 60 * 1000, accepted: 60 * 60 * 1000 } as const

/** Returns the work for a submission that was accepted or released. `id` is the id of the work. */
export const of = (
  id: string,
  submission: SubmissionId,
  { organization_id, request_id }: Actor | Worker,
  turn: keyof typeof ahead
): Work => ({
  queue,
  id,
  element: { organization_id, id: submission, request_id },
  delay_millis: -ahead[turn]
})
