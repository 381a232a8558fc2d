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

/** The stage whose plan changes, or the one that a planned interview is in, and what a decision needs to know. */
export interface Changed {
  readonly stage: StageId | { readonly of: PlannedInterviewId }
  readonly members?: ReadonlyArray<UserId> | undefined
  /** The template of scorecards that is asked for; undefined for the one that the planned interview has. */
  readonly template_id?: ScorecardTemplateId | null | undefined
}

export class PlannedInterviews extends Context.Service<PlannedInterviews, {
  /** Those of all stages of a job, in the order of the stages and their own. */
  readonly ofJob: (
    organization: OrganizationId,
    job: JobId
  ) => Effect.Effect<ReadonlyArray<PlannedInterview>, JobNotFound>
  /** What the plan of an application's stage depends on. */
  readonly ofApplication: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<PlanFacts, ApplicationNotFound>
  /** Stores the plan of a stage that `decide` returns; decides again after a concurrent change of it. */
  readonly change: <Failure>(
    actor: Actor,
    job: JobId,
    changed: Changed,
    decide: (planning: Planning, context: DecisionContext) => Decision<Planned, Failure>
  ) => Effect.Effect<Planned, Failure | JobNotFound | StageNotFound | PlannedInterviewNotFound>
}>()("@candor/domain/PlannedInterviews") {}
