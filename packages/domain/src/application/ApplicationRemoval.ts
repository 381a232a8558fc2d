/** The deletion of an application. */
import { type Decision, decided } from "../Decision.ts"
import { noun } from "./Application.ts"
import type { ApplicationId, CandidateId, JobId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApplicationStatus } from "./ApplicationStatus.ts"

/** An application on a job that the other candidate has applied to as well. */
export interface Rival {
  readonly id: ApplicationId
  readonly version: number
  readonly status: ApplicationStatus
  /** The position of its stage in the job's pipeline. */
  readonly order_index: number
  readonly created_at: Timestamp
  /** Set where its job is hidden from the member who merges (decision 0083). */
  readonly is_hidden?: true
}

/** An application that is to be deleted, with those of the same candidate on the same job that are duplicates of it. */
export interface RemovableApplication {
  readonly id: ApplicationId
  readonly job_id: JobId
  readonly candidate_id: CandidateId
  /** The application that this one is a duplicate of. */
  readonly duplicate_of: ApplicationId | null
  readonly duplicates: ReadonlyArray<Rival>
}

/** A deleted application with the duplicate that takes its place; null if there is none. */
export interface RemovedApplication {
  readonly id: ApplicationId
  readonly successor: ApplicationId | null
}

/** The order of progress: an end that was reached, then open applications, then those that ended without a hire. */
const progress: Record<ApplicationStatus, number> = { hired: 2, active: 1, rejected: 0, withdrawn: 0 }

/**
 * Tells whether one application is further on than another: by its status, then by its stage. Of two that are equal it
 * is the older one.
 */
export const isFurtherOn = (one: Rival, other: Rival): boolean => {
  if (progress[one.status] !== progress[other.status]) return progress[one.status] > progress[other.status]
  if (one.order_index !== other.order_index) return one.order_index > other.order_index
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

/**
 * Deletes an application permanently. Of its duplicates the one that is furthest on takes its place: the others are
 * duplicates of that one. The event has ids alone.
 */
export const remove = (
  { candidate_id, duplicates, id, job_id }: RemovableApplication
): Decision<RemovedApplication, never> => {
  const [successor] = duplicates.toSorted((one, other) => isFurtherOn(one, other) ? -1 : 1)
  return decided({ id, successor: successor?.id ?? null }, noun.event("deleted", { id, job_id, candidate_id }))
}
