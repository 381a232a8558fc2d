/** An application without its texts: the fields that decisions on it need and that its events show. */
import type { DomainEvent } from "../Decision.ts"
import type { ApplicationId, CandidateId, JobId, ProspectId } from "../Id.ts"
import type { Stage } from "../job/Stage.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ApplicationStatus } from "./ApplicationStatus.ts"

export interface ApplicationSummary {
  readonly id: ApplicationId
  readonly job_id: JobId
  readonly job_title: string
  readonly candidate_id: CandidateId
  /** The name of the candidate. */
  readonly full_name: string
  readonly stage: Stage
  readonly source_type: string
  readonly status: ApplicationStatus
  /** The name that the reason had at the rejection; null unless the application is rejected. */
  readonly rejection_reason: string | null
  readonly created_at: Timestamp
  readonly updated_at: Timestamp
  /** The time at which the application was rejected, withdrawn or hired; null while it is active. */
  readonly closed_at: Timestamp | null
  /** The application that this one was left beside by a merge of candidates. */
  readonly duplicate_of: ApplicationId | null
  /** The prospect that was converted into the application. */
  readonly prospect_id: ProspectId | null
  readonly version: number
}

/** A stage as an event names it. */
export const stageNamed = ({ id, name }: Pick<Stage, "id" | "name">) => ({ id, name })

/** Returns an event of this type with the application's state, and the names that a reader needs to say what happened. */
export const eventOf = (
  type: DomainEvent["type"],
  { full_name, job_title, stage, ...application }: ApplicationSummary,
  more: DomainEvent["data"] = {}
): DomainEvent => ({
  type,
  subject_id: application.id,
  data: {
    ...application,
    stage_id: stage.id,
    candidate: { id: application.candidate_id, full_name },
    job: { id: application.job_id, title: job_title },
    stage: stageNamed(stage),
    ...more
  }
})

/** The time of a change that is made now: never before that of an earlier one, which another server's clock may have told. */
export const changedAt = (before: Pick<ApplicationSummary, "updated_at">, now: Timestamp): Timestamp =>
  now > before.updated_at ? now : before.updated_at
