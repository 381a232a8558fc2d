/** The port to stored jobs. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { DepartmentId } from "../department/Departments.ts"
import { described } from "../Described.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import { externalIdFilter, updatedSince } from "../Filter.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { Job, JobNotFound, JobState } from "./Job.ts"
import { JobStatus } from "./JobStatus.ts"
import { OfficeId } from "../office/Offices.ts"
import type { FoundPlaces, PlaceRequest, UnknownPlace } from "./Placement.ts"
import type { PublishedJobs } from "../organization/PublishLimit.ts"
import type { ChangePosition, Page, PageRequest, Position } from "../Pagination.ts"
import { spelled } from "../Spelling.ts"
import type { SpokenLanguage } from "../SpokenLanguage.ts"
import { Line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"

export const JobFilter = Schema.Struct({
  status: Schema.optionalKey(spelled(JobStatus)).pipe(described("Only jobs with this status")),
  department: Schema.optionalKey(Line).pipe(
    described("Only jobs of this department; case, accents, spaces and punctuation are ignored", "Engineering")
  ),
  department_id: Schema.optionalKey(DepartmentId).pipe(
    described("Only jobs of this department and the departments below it")
  ),
  office_id: Schema.optionalKey(OfficeId).pipe(described("Only jobs of this office and the offices below it")),
  ...externalIdFilter("jobs"),
  ...updatedSince("jobs")
})
export interface JobFilter extends Schema.Schema.Type<typeof JobFilter> {}

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
   * Stores the new job that `decide` returns. `taken` are the organization's slugs that begin like that of `title`;
   * `language` is the organization's.
   */
  readonly create: <Failure>(
    actor: Actor,
    title: string,
    decide: (
      taken: ReadonlySet<string>,
      context: DecisionContext,
      language: SpokenLanguage | null
    ) => Decision<JobState, Failure>
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
