/** The port to the application forms of jobs. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { JobId, OrganizationId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { JobFormState } from "./JobForm.ts"

export class JobForms extends Context.Service<JobForms, {
  /** Returns the form of a job; its default with version 0 if the job has none. */
  readonly get: (organization: OrganizationId, job: JobId) => Effect.Effect<JobFormState, JobNotFound>
  /** Stores the form that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    job: JobId,
    decide: (form: JobFormState, context: DecisionContext) => Decision<JobFormState, Failure>
  ) => Effect.Effect<JobFormState, Failure | JobNotFound>
}>()("@candor/domain/JobForms") {}
