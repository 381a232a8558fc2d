/** The port to the criteria of jobs. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { CriteriaAudit } from "./CriteriaAudit.ts"
import type { JobCriteriaState } from "./JobCriteria.ts"

export class Criteria extends Context.Service<Criteria, {
  /** Returns the criteria of a job; their default with version 0 if the job has none. */
  readonly get: (organization: OrganizationId, job: JobId) => Effect.Effect<JobCriteriaState, JobNotFound>
  /** Stores the criteria that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    job: JobId,
    decide: (criteria: JobCriteriaState, context: DecisionContext) => Decision<JobCriteriaState, Failure>
  ) => Effect.Effect<JobCriteriaState, Failure | JobNotFound>
  /** Counts the results of a job's assessments by criterion and the present stage of the application. */
  readonly audit: (organization: OrganizationId, job: JobId) => Effect.Effect<CriteriaAudit, JobNotFound>
}>()("@candor/domain/Criteria") {}
