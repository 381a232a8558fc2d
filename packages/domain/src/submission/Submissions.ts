/**
 * The port to stored submissions. The contents of files are stored before: `reserve` queues their removal, and
 * `receive` takes it back with the row. So what a person was told is accepted stands in the database with its files.
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
  job_id: Schema.optionalKey(JobId).pipe(described("Submissions for this job only")),
  ...signalFilters("Submissions")
})
export interface QuarantineFilter extends Schema.Schema.Type<typeof QuarantineFilter> {}

export class Submissions extends Context.Service<Submissions, {
  /**
   * The secret of the organization's careers site, which is made at its first use: 32 bytes in hexadecimal. None of an
   * unknown one.
   */
  readonly secret: (organization: OrganizationId) => Effect.Effect<Option.Option<string>>
  /** The submissions to the organization in the last minutes, as far as a flood is told by them. */
  readonly recent: (organization: OrganizationId) => Effect.Effect<Pick<Signs, "of_board">>
  /** Returns an id under which a content may be stored for an hour, if the organization has room for one more file. */
  readonly reserve: (organization: OrganizationId) => Effect.Effect<AttachmentId, LimitReached>
  /** Stores the submission that `decide` returns, and has an application made of it unless it is in the quarantine. */
  readonly receive: <Failure>(
    worker: Worker,
    arrival: Arrival,
    decide: (circumstances: Circumstances, context: DecisionContext<Worker>) => Decision<StoredSubmission, Failure>
  ) => Effect.Effect<StoredSubmission, Failure>
  /** Lists the submissions in the quarantine that a filter selects, the newest first. */
  readonly quarantined: (
    organization: OrganizationId,
    filter: QuarantineFilter,
    page: PageRequest
  ) => Effect.Effect<Page<SubmissionListItem>>
  /** The newest submissions of an application, at most 100. */
  readonly ofApplication: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<Submission>>
  readonly get: (organization: OrganizationId, id: SubmissionId) => Effect.Effect<StoredSubmission, SubmissionNotFound>
  /** Has an application made of the submission that `decide` releases. */
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
  /** Stores a submission that belongs to this application, with the files and answers that the application gets. */
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
