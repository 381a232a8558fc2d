/** The port to planned interviews, and the plan of an application's stage. */
import { Context, type Effect, Schema } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import {
  type ApplicationId,
  InterviewId,
  type JobId,
  type OrganizationId,
  type PlannedInterviewId,
  type ScorecardTemplateId,
  type StageId,
  UserId
} from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { StageNotFound } from "../job/Stage.ts"
import type { InterviewStatus } from "./InterviewStatus.ts"
import { type Planned, PlannedInterview, type PlannedInterviewNotFound, type Planning } from "./PlannedInterview.ts"

const Holder = Schema.Struct({
  member_id: UserId.pipe(described("The member", example.id.user)),
  held: Schema.Int.pipe(described("The number of the member's interviews since four weeks ago", 2)),
  is_suggested: Schema.Boolean.pipe(
    described("Whether the member is one of those with the fewest interviews, as many as are needed", true)
  )
}).pipe(named("PossibleHolder", "A member who can conduct a planned interview"))

export const PlannedForApplication = Schema.Struct({
  planned_interview: PlannedInterview,
  status: Schema.Literals(["open", "offered", "made"]).pipe(
    described(
      "`made` if the application has such an interview that is not cancelled; `offered` while an open scheduling link contains it",
      "open"
    )
  ),
  interview_id: Schema.NullOr(InterviewId).pipe(
    described("The newest interview made from it; null if there is none", null)
  ),
  holders: Schema.Array(Holder).pipe(
    described("Its members who are active and see the job, those with the fewest interviews first")
  )
}).pipe(named("PlannedForApplication", "A planned interview, with its state for an application"))
export interface PlannedForApplication extends Schema.Schema.Type<typeof PlannedForApplication> {}

/** The stored data of an application and the plan of its stage. */
export interface PlanFacts {
  readonly plan: ReadonlyArray<PlannedInterview>
  /** The interviews that were created from planned ones, newest first. */
  readonly interviews: ReadonlyArray<
    { readonly id: InterviewId; readonly planned_interview_id: PlannedInterviewId; readonly status: InterviewStatus }
  >
  /** The planned interviews that open scheduling links offer. */
  readonly offered: ReadonlyArray<PlannedInterviewId>
  /** The plan's members who are active and see the job. */
  readonly members: ReadonlyArray<{ readonly id: UserId; readonly held: number }>
}

/** Returns the plan of an application's stage: which interviews have been created, and who could hold the others. */
export const planOf = ({ interviews, members, offered, plan }: PlanFacts): ReadonlyArray<PlannedForApplication> => {
  const byLoad = members.toSorted((one, other) => one.held - other.held || (one.id < other.id ? -1 : 1))
  return plan.map((planned_interview) => {
    const { id, member_ids, needed } = planned_interview
    const made = interviews.find(({ planned_interview_id, status }) =>
      planned_interview_id === id && status !== "cancelled"
    )
    return {
      planned_interview,
      status: made !== undefined ? "made" : offered.includes(id) ? "offered" : "open",
      interview_id: made?.id ?? null,
      holders: byLoad.filter((member) => member_ids.includes(member.id))
        .map(({ held, id: member_id }, at) => ({ member_id, held, is_suggested: at < (needed ?? member_ids.length) }))
    }
  })
}

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

/** The port to planned interviews. Each method works within one organization. */
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
