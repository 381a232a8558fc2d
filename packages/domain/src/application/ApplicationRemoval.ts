/** The deletion of an application. */
import { type Decision, decided } from "../Decision.ts"
import { noun } from "./Application.ts"
import type { ApplicationId, CandidateId, JobId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApplicationStatus } from "./ApplicationStatus.ts"

/** The other candidate's application on the same job, in a merge. */
export interface Rival {
  readonly id: ApplicationId
  readonly version: number
  readonly status: ApplicationStatus
  /** The position of its stage in the job's pipeline. */
  readonly order_index: number
  readonly created_at: Timestamp
  /** Set if the job is hidden from the member who merges (decision 0083). */
  readonly is_hidden?: true
}

/** An application to delete, with the duplicates of it: other applications of the candidate on the job. */
export interface RemovableApplication {
  readonly id: ApplicationId
  readonly job_id: JobId
  readonly candidate_id: CandidateId
  /** The application that this one is a duplicate of. */
  readonly duplicate_of: ApplicationId | null
  readonly duplicates: ReadonlyArray<Rival>
}

/** A deleted application with the duplicate that replaces it; null if there is none. */
export interface RemovedApplication {
  readonly id: ApplicationId
  readonly successor: ApplicationId | null
}

/** The order of progress: hired, then active, then ended without a hire. */
const progress: Record<ApplicationStatus, number> = { hired: 2, active: 1, rejected: 0, withdrawn: 0 }

/**
 * Tells whether one application is further along than another: by status, then by stage, then by age, the older one
 * first.
 */
export const isFurtherOn = (one: Rival, other: Rival): boolean => {
  if (progress[one.status] !== progress[other.status]) return progress[one.status] > progress[other.status]
  if (one.order_index !== other.order_index) return one.order_index > other.order_index
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at
}

/**
 * Deletes an application permanently. The duplicate that is furthest along replaces it, and the others become
 * duplicates of that one. The event contains ids only.
 */
export const remove = (
  { candidate_id, duplicates, id, job_id }: RemovableApplication
): Decision<RemovedApplication, never> => {
  const [successor] = duplicates.toSorted((one, other) => isFurtherOn(one, other) ? -1 : 1)
  return decided({ id, successor: successor?.id ?? null }, noun.event("deleted", { id, job_id, candidate_id }))
}
