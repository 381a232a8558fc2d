/**
 * Interview feedback on an application. Only its author may revise it; its author or an administrator may delete it.
 */
import { Result, Schema } from "effect"
import { type Decision, decided, differences, type DecisionContext, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { includes, type Scope } from "../access/Scope.ts"
import { ApplicationId, FeedbackId, ScorecardId } from "../Id.ts"
import { addedLater, embedded, id, labelled, managed, reference, required, time, version } from "../Field.ts"
import { absent, declare } from "../Noun.ts"
import { Author, AuthorId } from "../organization/Author.ts"
import { DeletedPart } from "../part/Owner.ts"
import { Rating } from "./Rating.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { filled, line, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const bodyLength = 50_000

export const noun = declare({
  subject: "interview_feedback",
  description: "An interviewer's feedback on an application: a rating and a text",
  table: "interview_feedback",
  partOf: "application",
  sees: "owner",
  othersAfterOwn: "author_id",
  fields: {
    id: id(FeedbackId),
    application_id: reference(ApplicationId),
    interview_type: required(shown(100), line(100), {
      description: "The kind of interview, as free text",
      example: "Technical interview",
      privacy: "removed"
    }),
    rating: required(Rating, spelled(Rating, synonyms.rating), {
      description: "The interviewer's vote",
      example: "yes",
      privacy: "removed"
    }),
    body: required(shown(bodyLength), filled(bodyLength), {
      description: "The interviewer's reasons",
      example: example.feedback,
      privacy: "removed"
    }).pipe(labelled("Text", "Text")),
    scorecard_id: managed(Schema.NullOr(ScorecardId), {
      description:
        "The scorecard that the feedback comes from and stays in step with; null if it was given without one",
      example: null,
      privacy: "kept"
    }).pipe(addedLater),
    external_ids: externalIds("removed"),
    author_id: reference(AuthorId),
    author: embedded(Author),
    created_at: time(Timestamp, "When the feedback was given", example.time.interviewed),
    submitted_at: time(
      Timestamp,
      "When the feedback was submitted; a revision does not change it",
      example.time.interviewed
    ),
    version
  },
  events: {
    submitted: {
      summary: "Interview feedback was given",
      news: ["{actor} gave feedback.", "{actor} Feedback gegeben."],
      example: { version: 1 }
    },
    revised: {
      summary: "Interview feedback was revised",
      news: ["{actor} changed feedback.", "{actor} Feedback geändert."],
      example: { rating: "strong_yes" }
    },
    deleted: {
      summary: "Interview feedback was deleted",
      news: ["{actor} deleted feedback.", "{actor} Feedback gelöscht."],
      data: DeletedPart
    }
  }
})

/** Interview feedback as an application shows it (spec, part 2), with its author. */
export const InterviewFeedback = noun.json
export interface InterviewFeedback extends Schema.Schema.Type<typeof InterviewFeedback> {}

export const FeedbackState = noun.row
export interface FeedbackState extends Schema.Schema.Type<typeof FeedbackState> {}

/** A request for new feedback. */
export const FeedbackDraft = noun.create.pipe(
  named("FeedbackDraft", "New interview feedback. Its author is the member whose key makes the request")
)
export interface FeedbackDraft extends Schema.Schema.Type<typeof FeedbackDraft> {}

/** A request to change feedback: every field is optional. */
export const FeedbackPatch = noun.update.pipe(
  named("FeedbackPatch", "Changes to interview feedback. Omitted fields keep their values", { rating: "strong_yes" })
)
export interface FeedbackPatch extends Schema.Schema.Type<typeof FeedbackPatch> {}

export class FeedbackNotFound
  extends Schema.TaggedError<FeedbackNotFound>()("FeedbackNotFound", { id: Schema.String })
{}

/** The feedback was written by another user. */
export class NotFeedbackAuthor
  extends Schema.TaggedError<NotFeedbackAuthor>()("NotFeedbackAuthor", { id: Schema.String })
{}

/** The feedback belongs to a scorecard, which has to be revised instead. */
export class FeedbackOfScorecard
  extends Schema.TaggedError<FeedbackOfScorecard>()("FeedbackOfScorecard", { scorecard_id: ScorecardId })
{}

/** Creates feedback on an application. The actor is its author, and it is submitted immediately. */
export const submit = (
  application_id: ApplicationId,
  draft: FeedbackDraft,
  context: DecisionContext
): Decision<FeedbackState, never> => {
  const feedback: FeedbackState = {
    ...absent(noun),
    ...draft,
    id: FeedbackId.make(context.nextId()),
    application_id,
    scorecard_id: null,
    author_id: context.actor.user_id,
    created_at: context.now,
    submitted_at: context.now,
    version: 1
  }
  return decided(feedback, noun.event("submitted", feedback))
}

/** Applies a patch to feedback. `submitted_at` stays. */
export const revise = (
  feedback: FeedbackState,
  patch: FeedbackPatch,
  context: DecisionContext
): Decision<FeedbackState, FeedbackOfScorecard | NotFeedbackAuthor> =>
  Result.flatMap(byAuthor(feedback, context), () => {
    if (feedback.scorecard_id !== null)
      return Result.fail(new FeedbackOfScorecard({ scorecard_id: feedback.scorecard_id }))
    const changes = differences(feedback, patch)
    if (Object.keys(changes).length === 0) return unchanged(feedback)
    const after: FeedbackState = { ...feedback, ...changes, version: feedback.version + 1 }
    return decided(after, noun.event("revised", after))
  })

/** Deletes the actor's own feedback permanently. The event has the feedback's id without its content. */
export const remove = (
  feedback: FeedbackState,
  context: DecisionContext
): Decision<FeedbackState, FeedbackOfScorecard | NotFeedbackAuthor> =>
  Result.flatMap(byAuthor(feedback, context), () => removeAny(feedback))

/**
 * Returns the decision that deletes feedback with a key of this scope: any feedback for `admin`, else only the actor's
 * own.
 */
export const removeWith = (scope: Scope): typeof remove => includes(scope, "admin") ? removeAny : remove

const removeAny = (feedback: FeedbackState): Decision<FeedbackState, FeedbackOfScorecard> =>
  feedback.scorecard_id === null
    ? decided(feedback, noun.event("deleted", feedback))
    : Result.fail(new FeedbackOfScorecard({ scorecard_id: feedback.scorecard_id }))

const byAuthor = (feedback: FeedbackState, context: DecisionContext): Result.Result<void, NotFeedbackAuthor> =>
  feedback.author_id === context.actor.user_id ? Result.void : Result.fail(new NotFeedbackAuthor({ id: feedback.id }))
