/** The port to interviews whose interviewers are replaced. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { InterviewId, OrganizationId, UserId } from "../Id.ts"
import type { Availability } from "../interview/Availability.ts"
import type { InterviewNotFound, InterviewState } from "../interview/Interview.ts"
import type { Schedulables } from "./Schedulable.ts"

/**
 * An interview, and the pool of members who can hold it: from the scheduling link that booked it, and from its planned
 * interview.
 */
export interface Pooled {
  readonly interview: InterviewState
  readonly pool: Schedulables
  /**
   * The members who are asked when an interviewer declines, if the link (or, without one, the planned interview) allows
   * it.
   */
  readonly next: ReadonlyArray<UserId>
  /** The minutes that the link keeps free before and after the interview. */
  readonly buffers: { readonly before: number; readonly after: number }
}

export class Replacements extends Context.Service<Replacements, {
  /** Returns an interview with its pool of members. */
  readonly pool: (organization: OrganizationId, id: InterviewId) => Effect.Effect<Pooled, InterviewNotFound>
  /** Stores the interview that `decide` returns. `decide` gets the pool of members. */
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
