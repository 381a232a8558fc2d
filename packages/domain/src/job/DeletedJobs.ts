/** The port to deleted jobs whose rows are still stored. Every other port ignores these jobs. */
import { Context, type Effect, Schema } from "effect"
import type { JobId, OrganizationId } from "../Id.ts"
import type { Position } from "../Pagination.ts"

/** Selects a batch of a deleted job's applications, newest first. */
export interface ApplicationPortion {
  /** The approximate number of rows to remove: all rows of an application are removed at once. */
  readonly maxRows: number
  /** The last application of the previous batch; none for the first. */
  readonly after: Position | undefined
}

/** Other transactions have locked some rows of a deleted job. */
export class JobRemovalIncomplete extends Schema.TaggedError<JobRemovalIncomplete>()("JobRemovalIncomplete", {
  job_id: Schema.String
}) {
  override get message() {
    return `Some rows of the deleted job ${this.job_id} are locked by other transactions. Remove them when these transactions have ended`
  }
}

export class DeletedJobs extends Context.Service<DeletedJobs, {
  /**
   * Removes a batch of applications with their notes, feedback, answers and attachments. Skips applications that
   * another transaction has locked. Returns the last application of the batch; none if it is empty.
   */
  readonly removeApplications: (
    organization: OrganizationId,
    job: JobId,
    portion: ApplicationPortion
  ) => Effect.Effect<Position | undefined>
  /** Removes the job and its stages. Fails while an application is left. */
  readonly remove: (organization: OrganizationId, job: JobId) => Effect.Effect<void, JobRemovalIncomplete>
}>()("@candor/domain/DeletedJobs") {}
