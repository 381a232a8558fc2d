/** The port to jobs that were deleted and whose rows are still stored. Nobody else sees them. */
import { Context, type Effect, Schema } from "effect"
import type { JobId, OrganizationId } from "../Id.ts"
import type { Position } from "../Pagination.ts"

/** Applications of a deleted job, newest first. */
export interface ApplicationPortion {
  /** The rows to remove, about: those of an application (with its notes and so on) go together. */
  readonly maxRows: number
  /** The last application of the portion before; none for the first portion. */
  readonly after: Position | undefined
}

/** Some rows of a deleted job are held by other transactions, and go when those have ended. */
export class JobRemovalIncomplete extends Schema.TaggedError<JobRemovalIncomplete>()("JobRemovalIncomplete", {
  job_id: Schema.String
}) {
  override get message() {
    return `Some rows of the deleted job ${this.job_id} are locked by other transactions. Remove them when those have ended`
  }
}

export class DeletedJobs extends Context.Service<DeletedJobs, {
  /**
   * Removes a portion of the applications with their notes, feedback, answers and attachments. Leaves those that
   * another transaction has locked. Returns the last application of the portion; none where there was no application.
   */
  readonly removeApplications: (
    organization: OrganizationId,
    job: JobId,
    portion: ApplicationPortion
  ) => Effect.Effect<Position | undefined>
  /** Removes the job and its stages. Fails while an application is left. */
  readonly remove: (organization: OrganizationId, job: JobId) => Effect.Effect<void, JobRemovalIncomplete>
}>()("@candor/domain/DeletedJobs") {}
