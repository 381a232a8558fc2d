/** The port to stored jobs. Everything is asked within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { Job, JobNotFound, JobState, PublishLimitReached } from "./Job.ts"
import type { JobStatus } from "./JobStatus.ts"
import type { Page, PageRequest } from "../Pagination.ts"

export interface JobFilter {
  readonly status?: JobStatus | undefined
  readonly department?: string | undefined
}

export class Jobs extends Context.Service<Jobs, {
  readonly list: (organization: OrganizationId, filter: JobFilter, page: PageRequest) => Effect.Effect<Page<Job>>
  readonly get: (organization: OrganizationId, id: JobId) => Effect.Effect<JobState, JobNotFound>
  /** Stores what `decide` makes of the slugs that are taken and begin like that of `title`. */
  readonly create: <Failure>(
    actor: Actor,
    title: string,
    decide: (taken: ReadonlySet<string>, context: DecisionContext) => Decision<JobState, Failure>
  ) => Effect.Effect<JobState, Failure>
  /** Stores what `decide` makes of the job, and decides again where somebody else was faster. */
  readonly modify: <Failure>(
    actor: Actor,
    id: JobId,
    decide: (job: JobState, context: DecisionContext) => Decision<JobState, Failure>
  ) => Effect.Effect<JobState, Failure | JobNotFound | PublishLimitReached>
  /** Deletes the job with its stages, applications, and all that belongs to those; candidates stay. */
  readonly remove: (actor: Actor, id: JobId) => Effect.Effect<void, JobNotFound>
}>()("@candor/domain/Jobs") {}
