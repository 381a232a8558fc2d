/** The port to stored scorecards. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, InterviewId, OrganizationId, UserId } from "../Id.ts"
import type { InterviewNotFound } from "../interview/Interview.ts"
import type { DueScorecard, Scorecard } from "./Scorecard.ts"
import type { Debrief } from "./ScorecardSummary.ts"
import type { Scored, Scoring } from "./Scoring.ts"

/** Submitted scorecards that the viewer sees, and those that are due. */
export interface ScorecardList {
  readonly scorecards: ReadonlyArray<Scorecard>
  readonly due: ReadonlyArray<DueScorecard>
}

export class Scorecards extends Context.Service<Scorecards, {
  /** Returns the data of a member's scorecard for an interview, even before it is begun. */
  readonly get: (
    organization: OrganizationId,
    interview: InterviewId,
    member: UserId
  ) => Effect.Effect<Scoring, InterviewNotFound>
  readonly ofInterview: (
    organization: OrganizationId,
    interview: InterviewId
  ) => Effect.Effect<ScorecardList, InterviewNotFound>
  /** Returns the scorecards of an application that a member sees, with what its interviews require. */
  readonly debrief: (
    organization: OrganizationId,
    application: ApplicationId,
    member: UserId
  ) => Effect.Effect<Debrief, ApplicationNotFound>
  /** Stores the actor's scorecard that `decide` returns, with its feedback; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    interview: InterviewId,
    decide: (scoring: Scoring, context: DecisionContext) => Decision<Scored, Failure>
  ) => Effect.Effect<Scored, Failure | InterviewNotFound>
}>()("@candor/domain/Scorecards") {}
