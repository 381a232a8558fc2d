/** The port to interviews whose interviewers are replaced. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { InterviewId, OrganizationId, UserId } from "../Id.ts"
import type { Availability } from "../interview/Availability.ts"
import type { InterviewNotFound, InterviewState } from "../interview/Interview.ts"
import type { Schedulables } from "./Schedulable.ts"

/**
 * An interview, and the members who can hold it: those of the scheduling link by which it was booked, and of the
 * planned interview that it is.
 */
export interface Pooled {
  readonly interview: InterviewState
  readonly pool: Schedulables
  /**
   * Those who are asked in the place of one who declines, where the link says so, or without one the planned interview.
   */
  readonly next: ReadonlyArray<UserId>
  /** The minutes that the link keeps free before and after it. */
  readonly buffers: { readonly before: number; readonly after: number }
}

export class Replacements extends Context.Service<Replacements, {
  /** An interview, and the members who can hold it. */
  readonly pool: (organization: OrganizationId, id: InterviewId) => Effect.Effect<Pooled, InterviewNotFound>
  /** Stores the interview that `decide` returns, which knows the members who can hold it. */
  readonly replace: <Failure, By extends Actor | Worker = Actor>(
    by: By,
    id: InterviewId,
    decide: (
      pooled: Pooled,
      availability: Availability,
      context: DecisionContext<By>
    ) => Decision<InterviewState, Failure>
  ) => Effect.Effect<InterviewState, Failure | InterviewNotFound>
}>()("@candor/domain/Replacements") {}
