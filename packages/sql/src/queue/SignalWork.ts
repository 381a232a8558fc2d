/** Queued work: looks for signals of an application, or of a submission in quarantine. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationId, OrganizationId, SubmissionId } from "@candor/domain/Id"
import type { Checked } from "@candor/domain/screening/Signals"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

export const queue = "signals"

export const Element = Schema.Struct({
  organization_id: OrganizationId,
  application_id: Schema.optionalKey(ApplicationId),
  submission_id: Schema.optionalKey(SubmissionId),
  /** The id of the HTTP request that brought the content to check. */
  request_id: Schema.String
})
export interface Element extends Schema.Schema.Type<typeof Element> {}

/**
 * Returns the work of a check. `id` is the id of what arrived: the application, the submission, or a file whose text
 * was read.
 */
export const of = (id: string, checked: Checked, { organization_id, request_id }: Actor | Worker): Work => ({
  queue,
  id,
  element: { organization_id, ...checked, request_id }
})
