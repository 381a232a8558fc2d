/** What interviewers say of an application. Only its author may revise it. */
import { Result, Schema } from "effect"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { ApplicationId, FeedbackId, UserId } from "../Id.ts"
import { Rating } from "./Rating.ts"
import { filled } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const InterviewType = filled(100)
const Body = filled(50_000)

/** Interview feedback as an application shows it (spec, part 2). */
export const InterviewFeedback = Schema.Struct({
  id: FeedbackId,
  interview_type: InterviewType,
  rating: Rating,
  body: Body,
  created_at: Timestamp,
  submitted_at: Timestamp
}).annotate({ identifier: "InterviewFeedback" })
export interface InterviewFeedback extends Schema.Schema.Type<typeof InterviewFeedback> {}

/** Feedback as decisions see it: with its application, its author and its version. */
export const FeedbackState = Schema.Struct({
  ...InterviewFeedback.fields,
  application_id: ApplicationId,
  author_id: UserId,
  version: Schema.Int
})
export interface FeedbackState extends Schema.Schema.Type<typeof FeedbackState> {}

/** A wish to give feedback. */
export const FeedbackDraft = Schema.Struct({
  interview_type: InterviewType,
  rating: Rating,
  body: Body
}).annotate({ identifier: "FeedbackDraft" })
export interface FeedbackDraft extends Schema.Schema.Type<typeof FeedbackDraft> {}

/** A wish to change feedback: every field is optional. */
export const FeedbackPatch = Schema.Struct({
  interview_type: Schema.optionalKey(InterviewType),
  rating: Schema.optionalKey(Rating),
  body: Schema.optionalKey(Body)
}).annotate({ identifier: "FeedbackPatch" })
export interface FeedbackPatch extends Schema.Schema.Type<typeof FeedbackPatch> {}

export class FeedbackNotFound
  extends Schema.TaggedError<FeedbackNotFound>()("FeedbackNotFound", { id: Schema.String })
{}

/** Somebody else gave the feedback. */
export class NotFeedbackAuthor
  extends Schema.TaggedError<NotFeedbackAuthor>()("NotFeedbackAuthor", { id: Schema.String })
{}

/** New feedback on an application, by the one who acts. It is submitted as it is made. */
export const submit = (
  application_id: ApplicationId,
  draft: FeedbackDraft,
  context: DecisionContext
): Decision<FeedbackState, never> => {
  const feedback: FeedbackState = {
    ...draft,
    id: FeedbackId.make(context.nextId()),
    application_id,
    author_id: context.actor.user_id,
    created_at: context.now,
    submitted_at: context.now,
    version: 1
  }
  return decided(feedback, event("interview_feedback.submitted", feedback))
}

/** Feedback after a patch. It stays submitted when it was. */
export const revise = (
  feedback: FeedbackState,
  patch: FeedbackPatch,
  context: DecisionContext
): Decision<FeedbackState, NotFeedbackAuthor> => {
  if (feedback.author_id !== context.actor.user_id) return Result.fail(new NotFeedbackAuthor({ id: feedback.id }))
  const changes = differences(feedback, patch)
  if (Object.keys(changes).length === 0) return unchanged(feedback)
  const after: FeedbackState = { ...feedback, ...changes, version: feedback.version + 1 }
  return decided(after, event("interview_feedback.revised", after))
}

const event = (type: DomainEvent["type"], feedback: FeedbackState): DomainEvent => ({
  type,
  subject_id: feedback.id,
  data: { ...feedback }
})
