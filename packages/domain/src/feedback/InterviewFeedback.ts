/** Interview feedback on an application. Only its author may revise it; its author or an administrator may delete it. */
import { Result, Schema } from "effect"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { includes, type Scope } from "../access/Scope.ts"
import { ApplicationId, FeedbackId, UserId } from "../Id.ts"
import { Author } from "../organization/Author.ts"
import { Rating } from "./Rating.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { filled, line, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const interviewType = described("The kind of interview, in the organization's own words", "Technical interview")
const InterviewType = line(100).pipe(interviewType)
const bodyLength = 50_000
const reasons = described("The interviewer's reasons", example.feedback)
const Body = filled(bodyLength).pipe(reasons)

/** Interview feedback as an application shows it (spec, part 2), with its author. */
export const InterviewFeedback = Schema.Struct({
  id: FeedbackId,
  interview_type: shown(100).pipe(interviewType),
  rating: Rating.pipe(described("The interviewer's vote", "yes")),
  body: shown(bodyLength).pipe(reasons),
  author: Author,
  created_at: Timestamp.pipe(described("When the feedback was given", example.time.interviewed)),
  submitted_at: Timestamp.pipe(
    described("When the feedback was submitted; it stays when the feedback is revised", example.time.interviewed)
  )
}).pipe(named("InterviewFeedback", "An interviewer's scorecard on an application: a rating and a text"))
export interface InterviewFeedback extends Schema.Schema.Type<typeof InterviewFeedback> {}

const { author: _author, ...stored } = InterviewFeedback.fields

/** Feedback with the application, the author's id and the version that decisions need. */
export const FeedbackState = Schema.Struct({
  ...stored,
  application_id: ApplicationId,
  author_id: UserId,
  version: Schema.Int
})
export interface FeedbackState extends Schema.Schema.Type<typeof FeedbackState> {}

/** A request for new feedback. */
export const FeedbackDraft = Schema.Struct({
  interview_type: InterviewType,
  rating: spelled(Rating, synonyms.rating).pipe(described("The interviewer's vote", "yes")),
  body: Body
}).pipe(named("FeedbackDraft", "New interview feedback. Its author is the member whose key makes the request"))
export interface FeedbackDraft extends Schema.Schema.Type<typeof FeedbackDraft> {}

/** A request to change feedback: every field is optional. */
export const FeedbackPatch = Schema.Struct({
  interview_type: Schema.optionalKey(InterviewType),
  rating: Schema.optionalKey(spelled(Rating, synonyms.rating)).pipe(described("The interviewer's vote", "strong_yes")),
  body: Schema.optionalKey(Body)
}).pipe(named(
  "FeedbackPatch",
  "Changes of interview feedback. A field that is left out stays",
  { rating: "strong_yes" }
))
export interface FeedbackPatch extends Schema.Schema.Type<typeof FeedbackPatch> {}

export class FeedbackNotFound
  extends Schema.TaggedError<FeedbackNotFound>()("FeedbackNotFound", { id: Schema.String })
{}

/** Another user is the author of the feedback. */
export class NotFeedbackAuthor
  extends Schema.TaggedError<NotFeedbackAuthor>()("NotFeedbackAuthor", { id: Schema.String })
{}

/** Creates feedback on an application. The actor is its author; it is submitted at once. */
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

/** Applies a patch to feedback. `submitted_at` stays. */
export const revise = (
  feedback: FeedbackState,
  patch: FeedbackPatch,
  context: DecisionContext
): Decision<FeedbackState, NotFeedbackAuthor> =>
  Result.flatMap(byAuthor(feedback, context), () => {
    const changes = differences(feedback, patch)
    if (Object.keys(changes).length === 0) return unchanged(feedback)
    const after: FeedbackState = { ...feedback, ...changes, version: feedback.version + 1 }
    return decided(after, event("interview_feedback.revised", after))
  })

/** Deletes feedback of the actor's permanently. The event has the feedback's id without its content. */
export const remove = (feedback: FeedbackState, context: DecisionContext): Decision<FeedbackState, NotFeedbackAuthor> =>
  Result.flatMap(byAuthor(feedback, context), () => removeAny(feedback))

/** Returns the decision that deletes feedback for a key of this scope: any feedback with the scope `admin`, else the actor's. */
export const removeWith = (scope: Scope): typeof remove => includes(scope, "admin") ? removeAny : remove

const removeAny = (feedback: FeedbackState) =>
  decided(feedback, {
    type: "interview_feedback.deleted",
    subject_id: feedback.id,
    data: { id: feedback.id, application_id: feedback.application_id }
  })

const byAuthor = (feedback: FeedbackState, context: DecisionContext): Result.Result<void, NotFeedbackAuthor> =>
  feedback.author_id === context.actor.user_id ? Result.void : Result.fail(new NotFeedbackAuthor({ id: feedback.id }))

const event = (type: DomainEvent["type"], feedback: FeedbackState): DomainEvent => ({
  type,
  subject_id: feedback.id,
  data: { ...feedback }
})
