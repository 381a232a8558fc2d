/** The port to planned interviews. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type {
  ApplicationId,
  JobId,
  OrganizationId,
  PlannedInterviewId,
  ScorecardTemplateId,
  StageId,
  UserId
} from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { StageNotFound } from "../job/Stage.ts"
import type { PlanFacts } from "./ApplicationPlan.ts"
import type { PlannedInterview, PlannedInterviewNotFound, Planned, Planning } from "./PlannedInterview.ts"

/**
 * What is to change: a stage's plan, by the stage or by one of its planned interviews; and which data the decision
 * needs.
 */
export interface Changed {
  readonly stage: StageId | { readonly of: PlannedInterviewId }
  readonly members?: ReadonlyArray<UserId> | undefined
  /** The requested scorecard template; undefined for the present one. */
  readonly template_id?: ScorecardTemplateId | null | undefined
}

export class PlannedInterviews extends Context.Service<PlannedInterviews, {
  /** Returns the planned interviews of a job, in the order of its stages. */
  readonly ofJob: (
    organization: OrganizationId,
    job: JobId
  ) => Effect.Effect<ReadonlyArray<PlannedInterview>, JobNotFound>
  /** Returns the data that the plan of an application's stage needs. */
  readonly ofApplication: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<PlanFacts, ApplicationNotFound>
  /** Stores the plan of a stage that `decide` returns; decides again after a concurrent change. */
  readonly change: <Failure>(
    actor: Actor,
    job: JobId,
    changed: Changed,
    decide: (planning: Planning, context: DecisionContext) => Decision<Planned, Failure>
  ) => Effect.Effect<Planned, Failure | JobNotFound | StageNotFound | PlannedInterviewNotFound>
}>()("@candor/domain/PlannedInterviews") {}
