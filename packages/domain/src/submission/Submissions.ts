/**
 * The port to stored submissions. Contents of files are stored first: `reserve` queues their removal, and `receive`
 * cancels that together with storing the row. So whatever was confirmed to a person is in the database, with its files.
 */
import { Context, type Effect, type Option, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import { signalFilters } from "../application/ApplicationFilter.ts"
import { described } from "../Described.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import { type ApplicationId, type AttachmentId, JobId, type OrganizationId, type SubmissionId } from "../Id.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import type { LimitReached } from "../Limit.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Completed, Present } from "./Intake.ts"
import type { Signs } from "./Suspicion.ts"
import type {
  Arrival,
  Circumstances,
  StoredSubmission,
  Submission,
  SubmissionListItem,
  SubmissionNotFound
} from "./Submission.ts"

/** Selects submissions in the quarantine by all conditions that are given. */
export const QuarantineFilter = Schema.Struct({
  job_id: Schema.optionalKey(JobId).pipe(described("Only submissions for this job")),
  ...signalFilters("submissions")
})
export interface QuarantineFilter extends Schema.Schema.Type<typeof QuarantineFilter> {}

export class Submissions extends Context.Service<Submissions, {
  /**
   * Returns the secret of the organization's careers site, created at its first use: 32 bytes in hexadecimal. None for
   * an unknown organization.
   */
  readonly secret: (organization: OrganizationId) => Effect.Effect<Option.Option<string>>
  /** Counts the organization's submissions of the last minutes, as far as needed to detect a flood. */
  readonly recent: (organization: OrganizationId) => Effect.Effect<Pick<Signs, "of_board">>
  /** Reserves an id for a content for an hour, if the organization has room for one more file. */
  readonly reserve: (organization: OrganizationId) => Effect.Effect<AttachmentId, LimitReached>
  /** Stores the submission that `decide` returns, and queues making its application unless it is quarantined. */
  readonly receive: <Failure>(
    worker: Worker,
    arrival: Arrival,
    decide: (circumstances: Circumstances, context: DecisionContext<Worker>) => Decision<StoredSubmission, Failure>
  ) => Effect.Effect<StoredSubmission, Failure>
  /** Returns a page of quarantined submissions that match a filter, newest first. */
  readonly quarantined: (
    organization: OrganizationId,
    filter: QuarantineFilter,
    page: PageRequest
  ) => Effect.Effect<Page<SubmissionListItem>>
  /** Returns the newest submissions of an application, at most 100. */
  readonly ofApplication: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<Submission>>
  readonly get: (organization: OrganizationId, id: SubmissionId) => Effect.Effect<StoredSubmission, SubmissionNotFound>
  /** Stores the submission that `decide` releases, and queues making its application. */
  readonly release: <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (
      submission: StoredSubmission,
      job_status: JobStatus,
      context: AnyContext
    ) => Decision<StoredSubmission, Failure>
  ) => Effect.Effect<StoredSubmission, Failure | SubmissionNotFound>
  /** Stores the submission that `decide` returns. */
  readonly modify: <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (submission: StoredSubmission, context: AnyContext) => Decision<StoredSubmission, Failure>
  ) => Effect.Effect<StoredSubmission, Failure | SubmissionNotFound>
  /** Stores a submission that belongs to this application, with the files and answers for the application. */
  readonly complete: <Failure>(
    worker: Worker,
    id: SubmissionId,
    application: ApplicationId,
    decide: (submission: StoredSubmission, present: Present, context: AnyContext) => Decision<Completed, Failure>
  ) => Effect.Effect<Completed, Failure | SubmissionNotFound>
  /** Deletes the submission with its files. */
  readonly remove: <Failure>(
    by: Actor | Worker,
    id: SubmissionId,
    decide: (submission: StoredSubmission, context: AnyContext) => Decision<StoredSubmission, Failure>
  ) => Effect.Effect<void, Failure | SubmissionNotFound>
}>()("@candor/domain/Submissions") {}
