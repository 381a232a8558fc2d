/** The interview plan of an application's stage: which interviews have been created, and who could hold the others. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { InterviewId, type PlannedInterviewId, UserId } from "../Id.ts"
import type { InterviewStatus } from "./InterviewStatus.ts"
import { PlannedInterview } from "./PlannedInterview.ts"

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

/** Returns the plan of an application's stage. */
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
