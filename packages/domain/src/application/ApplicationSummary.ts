/** An application without its texts: the fields that decisions on it need and that its events show. */
import type { DomainEvent } from "../Decision.ts"
import type { ApplicationId, CandidateId, JobId } from "../Id.ts"
import type { Stage } from "../job/Stage.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApplicationStatus } from "./ApplicationStatus.ts"

export interface ApplicationSummary {
  readonly id: ApplicationId
  readonly job_id: JobId
  readonly candidate_id: CandidateId
  readonly stage: Stage
  readonly source_type: string
  readonly status: ApplicationStatus
  /** The name that the reason had at the rejection; null unless the application is rejected. */
  readonly rejection_reason: string | null
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  /** The time at which the application was rejected, withdrawn or hired; null while it is active. */
  readonly closed_at: Timestamp | null
  readonly version: number
}

/** Returns an event of this type with the application's state. */
export const eventOf = (
  type: DomainEvent["type"],
  { stage, ...application }: ApplicationSummary,
  more: DomainEvent["data"] = {}
): DomainEvent => ({
  type,
  subject_id: application.id,
  data: { ...application, stage_id: stage.id, ...more }
})
