/** The port to stored jobs. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { DepartmentId } from "../department/Departments.ts"
import type { ExternalId, ExternalIdTaken } from "../ExternalId.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { Job, JobNotFound, JobState } from "./Job.ts"
import type { JobStatus } from "./JobStatus.ts"
import type { OfficeId } from "../office/Offices.ts"
import type { FoundPlaces, PlaceRequest, UnknownPlace } from "./Placement.ts"
import type { PublishedJobs } from "../organization/PublishLimit.ts"
import type { ChangePosition, Page, PageRequest, Position } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"

export interface JobFilter {
  readonly status?: JobStatus | undefined
  readonly department?: string | undefined
  readonly external_id?: ExternalId | undefined
  /** Jobs of this department, or of one below it. */
  readonly department_id?: DepartmentId | undefined
  /** Jobs of this office, or of one below it. */
  readonly office_id?: OfficeId | undefined
  /** Jobs that have changed at this time or later, including their stages, ordered by their change. */
  readonly updated_since?: Timestamp | undefined
}

/** The position of a job in a list. Its fields determine the order. */
export type JobPosition = Position | ChangePosition

export class Jobs extends Context.Service<Jobs, {
  /** Returns a page of jobs: newest first, or by last change. The position to start after has to match this order. */
  readonly list: (
    organization: OrganizationId,
    filter: JobFilter,
    page: PageRequest<JobPosition>
  ) => Effect.Effect<Page<Job, JobPosition>>
  readonly get: (organization: OrganizationId, id: JobId) => Effect.Effect<JobState, JobNotFound>
  /** Finds the department and office that a request names. */
  readonly find: (organization: OrganizationId, request: PlaceRequest) => Effect.Effect<FoundPlaces>
  /**
   * Stores the new job that `decide` returns. `taken` are the organization's slugs with the same beginning as that of
   * `title`.
   */
  readonly create: <Failure>(
    actor: Actor,
    title: string,
    decide: (taken: ReadonlySet<string>, context: DecisionContext) => Decision<JobState, Failure>
  ) => Effect.Effect<JobState, Failure | ExternalIdTaken | UnknownPlace>
  /**
   * Stores the job that `decide` returns; decides again after a concurrent change of the job or of the publish limit.
   */
  readonly modify: <Failure>(
    by: Actor | Worker,
    id: JobId,
    decide: (job: JobState, organization: PublishedJobs) => Decision<JobState, Failure>
  ) => Effect.Effect<JobState, Failure | ExternalIdTaken | JobNotFound | UnknownPlace>
  /**
   * Returns published jobs of all organizations whose postings have ended without an event about it: only some if there
   * are many.
   */
  readonly ended: (
    now: Timestamp
  ) => Effect.Effect<ReadonlyArray<{ readonly organization_id: OrganizationId; readonly id: JobId }>>
  /** Deletes the job with its stages and applications, and their notes, feedback and answers. Candidates stay. */
  readonly remove: (actor: Actor, id: JobId) => Effect.Effect<void, JobNotFound>
}>()("@candor/domain/Jobs") {}
