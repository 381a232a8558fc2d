/** The deletion of an application. */
import { type Rival, isFurtherOn } from "../candidate/CandidateMerge.ts"
import { type Decision, decided } from "../Decision.ts"
import { noun } from "./Application.ts"
import type { ApplicationId, CandidateId, JobId } from "../Id.ts"

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
