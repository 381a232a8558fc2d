/** The port to stored interview feedback. Each method works on one application of one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/ApplicationNotFound.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, FeedbackId, OrganizationId } from "../Id.ts"
import type { Encoded } from "../Encoded.ts"
import type { LimitReached } from "../Limit.ts"
import type { FeedbackNotFound, FeedbackState, InterviewFeedback } from "./InterviewFeedback.ts"

export class Feedback extends Context.Service<Feedback, {
  /** Returns all feedback on the application, newest first. */
  readonly list: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<Encoded<ReadonlyArray<InterviewFeedback>>, ApplicationNotFound>
  /** Stores the new feedback that `decide` returns, within the limits of `ApplicationSize`. */
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (context: DecisionContext) => Decision<FeedbackState, Failure>
  ) => Effect.Effect<FeedbackState, Failure | ApplicationNotFound | LimitReached>
  /** Stores the feedback that `decide` returns, within the same limits; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    application: ApplicationId,
    id: FeedbackId,
    decide: (feedback: FeedbackState, context: DecisionContext) => Decision<FeedbackState, Failure>
  ) => Effect.Effect<FeedbackState, Failure | ApplicationNotFound | FeedbackNotFound | LimitReached>
}>()("@candor/domain/Feedback") {}
