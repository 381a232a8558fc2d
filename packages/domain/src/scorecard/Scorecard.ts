/** Scorecards: an interviewer's evaluation of a candidate after an interview. Scoring.ts has the decisions on them. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, id, list, managed, nullable, reference, state, time, version } from "../Field.ts"
import { ApplicationId, InterviewId, ScorecardId, UserId } from "../Id.ts"
import { declare } from "../Noun.ts"
import { Author } from "../organization/Author.ts"
import { orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import {
  AttributeRating,
  AttributeRatingDrafts,
  QuestionAnswer,
  QuestionAnswerDrafts,
  Recommendation,
  RecommendationFromText,
  summaryLength
} from "./Evaluation.ts"
import { exampleContent, Question, Section } from "../template/ScorecardContent.ts"
import { ScorecardStatus, submittedStatuses } from "./ScorecardStatus.ts"

const Interviewed = Schema.Struct({
  id: InterviewId,
  title: ShownLine.pipe(described("The title", "Technical interview")),
  starts_at: Schema.NullOr(Timestamp).pipe(
    described("When it begins; null without a time", "2026-10-14T14:00:00.000Z")
  )
}).pipe(named("ScoredInterview", "The interview of the scorecard"))

export const noun = declare({
  subject: "scorecard",
  label: ["Scorecard", "Bewertungsbogen"],
  description: "An interviewer's scorecard of an interview",
  table: "scorecards",
  partOf: "application",
  sees: "owner",
  everybodySees: {
    some: [
      { field: "member_id", is: { viewer: "member" } },
      ...submittedStatuses.map((status) => ({ field: "status", is: status }))
    ]
  },
  othersAfterOwn: "member_id",
  fields: {
    id: id(ScorecardId),
    application_id: reference(ApplicationId),
    interview_id: reference(InterviewId),
    interview: embedded(Interviewed),
    member_id: reference(UserId.pipe(described("The interviewer whose scorecard it is", example.id.user))),
    member: embedded(
      Author.pipe(named("ScorecardMember", "The interviewer whose scorecard it is, with the current name"))
    ),
    status: state(ScorecardStatus, "kept"),
    sections: managed(Schema.Array(Section), {
      description: "The sections with attributes to rate, as the template had them when the scorecard was begun",
      example: exampleContent.sections,
      privacy: "kept"
    }),
    questions: managed(Schema.Array(Question), {
      description: "The questions to answer in words, as the template had them then",
      example: exampleContent.questions,
      privacy: "kept"
    }),
    ratings: list(Schema.Array(AttributeRating), AttributeRatingDrafts, {
      description:
        "The ratings of attributes, in the order of the sections. Those without rating and note are left out",
      example: [{
        attribute_id: example.id.attribute,
        rating: "yes",
        note: "Found the lost update at once, and two ways around it."
      }],
      privacy: "removed"
    }),
    answers: list(Schema.Array(QuestionAnswer), QuestionAnswerDrafts, {
      description: "The answers to questions, in their order",
      example: [{
        question_id: example.id.scorecardQuestion,
        answer: "How she would split the service that she described."
      }],
      privacy: "removed"
    }),
    overall: nullable(Recommendation, Schema.NullOr(RecommendationFromText), {
      description: "The interviewer's recommendation; null in a draft without one",
      example: "yes",
      privacy: "removed"
    }),
    summary: nullable(shown(summaryLength), orNull(text(summaryLength)), {
      description: "The reasons for the recommendation; null in a draft without them",
      example: example.feedback,
      privacy: "removed"
    }),
    created_at: time(Timestamp, "When the draft was begun", example.time.interviewed),
    updated_at: time(Timestamp, "When it was last changed", example.time.interviewed),
    submitted_at: time(
      Schema.NullOr(Timestamp),
      "When it was submitted; null in a draft. A revision does not change it",
      example.time.interviewed
    ),
    version
  },
  events: {
    submitted: {
      summary: "An interviewer submitted a scorecard",
      news: ["{actor} submitted a scorecard.", "{actor} einen Bewertungsbogen abgegeben."],
      example: { version: 2 }
    },
    revised: {
      summary: "An interviewer changed a scorecard that was submitted",
      news: ["{actor} changed a scorecard.", "{actor} einen Bewertungsbogen geändert."],
      example: { version: 3, status: "revised", overall: "strong_yes" }
    }
  }
})

/** A scorecard as the interface shows it. */
export const Scorecard = noun.json
export interface Scorecard extends Schema.Schema.Type<typeof Scorecard> {}

export const ScorecardState = noun.row
export interface ScorecardState extends Schema.Schema.Type<typeof ScorecardState> {}

/** A member's own scorecard, begun or still to be filled in. */
export const OwnScorecard = Schema.Struct({
  ...noun.json.fields,
  id: Schema.NullOr(ScorecardId).pipe(described("Its id; null before a draft is saved", null)),
  created_at: Schema.NullOr(Timestamp).pipe(described("When the draft was begun; null before that", null)),
  updated_at: Schema.NullOr(Timestamp).pipe(described("When it was last changed; null before a draft is saved", null))
}).pipe(named("OwnScorecard", "An interviewer's scorecard of an interview, even before it is begun"))
export interface OwnScorecard extends Schema.Schema.Type<typeof OwnScorecard> {}

/** A draft, which replaces the previous one. */
export const ScorecardDraft = noun.create.pipe(
  named("ScorecardDraft", "A draft of a scorecard, which replaces the previous one. Omitted fields are empty")
)
export interface ScorecardDraft extends Schema.Schema.Type<typeof ScorecardDraft> {}

export const ScorecardPatch = noun.update.pipe(
  named("ScorecardPatch", "Changes to a submitted scorecard. Omitted fields keep their values", {
    overall: "strong_yes"
  })
)
export interface ScorecardPatch extends Schema.Schema.Type<typeof ScorecardPatch> {}

/** An interviewer who still has to submit a scorecard. */
export const DueScorecard = Schema.Struct({
  interview: Interviewed,
  member: Author.pipe(named("DueMember", "The interviewer whose scorecard is due, with the current name"))
}).pipe(named("DueScorecard", "A scorecard that an interviewer has not submitted, begun or not"))
export interface DueScorecard extends Schema.Schema.Type<typeof DueScorecard> {}

/** The interview has no template, so there is nothing to fill in. */
export class NoScorecardAsked
  extends Schema.TaggedError<NoScorecardAsked>()("NoScorecardAsked", { interview_id: InterviewId })
{}

/** The member is not an interviewer or has declined, or the interview was canceled or missed. */
export class NotScoring extends Schema.TaggedError<NotScoring>()("NotScoring", { interview_id: InterviewId }) {}

/** A scorecard cannot be submitted without these fields. */
export class ScorecardIncomplete extends Schema.TaggedError<ScorecardIncomplete>()("ScorecardIncomplete", {
  missing: Schema.Array(Schema.Literals(["overall", "summary"]))
}) {}
