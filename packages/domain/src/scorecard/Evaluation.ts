/**
 * An interviewer's evaluation of a candidate on a scorecard: ratings of attributes, answers to questions, and a
 * recommendation.
 */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Rating } from "../feedback/Rating.ts"
import { AttributeId, QuestionId } from "../Id.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { filled, jsonBytes, orNull, shown, text } from "../Text.ts"
import { attributesOf, type Content, maxAttributes, maxQuestions } from "../template/ScorecardContent.ts"
import { because, reasonFields } from "../IssueReason.ts"

const recommendations = [...Rating.literals, "no_decision"] as const

/** `no_decision` means that the interviewer cannot tell; `mixed` is a vote with reasons on both sides. */
export const Recommendation = Schema.Literals(recommendations).pipe(named(
  "Recommendation",
  "The interviewer's recommendation, from worst to best. `no_decision` means that the interview showed too little, unlike `mixed`"
)).annotate({ message: `Expected one of ${recommendations.join(", ")}` })
export type Recommendation = typeof Recommendation.Type

export const RecommendationFromText = spelled(Recommendation, {
  ...synonyms.rating,
  no_decision: ["undecided", "no vote", "cannot tell"]
})

export const noteLength = 2000
const answerLength = 5000
export const summaryLength = 10_000

/** The most bytes of an evaluation as JSON, which is in each event of its scorecard. */
export const maxEvaluationBytes = 100_000

const attribute_id = AttributeId.pipe(described("The attribute", example.id.attribute))
const question_id = QuestionId.pipe(described("The question", example.id.scorecardQuestion))
const about = {
  rating: ["The rating; null if the interviewer could not assess it", "yes"],
  note: [
    "The evidence for the rating; null if none is given",
    "Found the lost update at once, and two ways around it."
  ],
  answer: ["The answer", "How she would split the service that she described."]
} as const

export const AttributeRating = Schema.Struct({
  attribute_id,
  rating: Schema.NullOr(Rating).pipe(described(...about.rating)),
  note: Schema.NullOr(shown(noteLength)).pipe(described(...about.note))
}).pipe(named("AttributeRating", "The rating of an attribute"))
export interface AttributeRating extends Schema.Schema.Type<typeof AttributeRating> {}

export const QuestionAnswer = Schema.Struct({
  question_id,
  answer: shown(answerLength).pipe(described(...about.answer))
}).pipe(
  named("ScorecardAnswer", "The answer to a question")
)
export interface QuestionAnswer extends Schema.Schema.Type<typeof QuestionAnswer> {}

const AttributeRatingDraft = Schema.Struct({
  attribute_id,
  rating: Schema.optionalKey(Schema.NullOr(spelled(Rating, synonyms.rating))).pipe(described(...about.rating)),
  note: Schema.optionalKey(orNull(text(noteLength))).pipe(described(...about.note))
}).pipe(named("AttributeRatingDraft", "The rating of an attribute, in a request"))

const QuestionAnswerDraft = Schema.Struct({
  question_id,
  answer: filled(answerLength).pipe(described(...about.answer))
}).pipe(
  named("ScorecardAnswerDraft", "The answer to a question, in a request. A question without an answer is left out")
)

const once = <One>(idOf: (one: One) => string, what: string) =>
  Schema.makeFilter<ReadonlyArray<One>>((all) => new Set(all.map(idOf)).size === all.length, {
    expected: `each ${what} once`,
    ...because("repeated"),
    toJsonSchema: () => ({})
  })

export const AttributeRatingDrafts = Schema.Array(AttributeRatingDraft).check(
  Schema.isMaxLength(maxAttributes, { expected: `at most ${maxAttributes} ratings` }),
  once(({ attribute_id }) => attribute_id, "attribute")
)

export const QuestionAnswerDrafts = Schema.Array(QuestionAnswerDraft).check(
  Schema.isMaxLength(maxQuestions, { expected: `at most ${maxQuestions} answers` }),
  once(({ question_id }) => question_id, "question")
)

/** An evaluation as stored. */
export interface Evaluation {
  readonly ratings: ReadonlyArray<AttributeRating>
  readonly answers: ReadonlyArray<QuestionAnswer>
  readonly overall: Recommendation | null
  readonly summary: string | null
}

/** A part of a request refers to something that is not on the scorecard, or is too long. */
export class EvaluationRefused extends Schema.TaggedError<EvaluationRefused>()("EvaluationRefused", {
  path: Schema.Array(Schema.Union([Schema.String, Schema.Int])),
  expected: Schema.String,
  ...reasonFields
}) {}

/** Returns the ratings of a request, in the order of the sections, without empty ones. */
export const ratingsOf = (
  drafts: typeof AttributeRatingDrafts.Type,
  { sections }: Pick<Content, "sections">
): Result.Result<ReadonlyArray<AttributeRating>, EvaluationRefused> => {
  const order = attributesOf(sections).map(({ id }) => id)
  const unknown = drafts.findIndex(({ attribute_id }) => !order.includes(attribute_id))
  if (unknown >= 0)
    return Result.fail(
      new EvaluationRefused({
        path: ["ratings", unknown, "attribute_id"],
        expected: "an attribute of the scorecard",
        reason: "unknown_reference"
      })
    )
  const given = new Map(drafts.map((draft) => [draft.attribute_id, draft]))
  return Result.succeed(order.flatMap((attribute_id) => {
    const { note = null, rating = null } = given.get(attribute_id) ?? {}
    return note === null && rating === null ? [] : [{ attribute_id, rating, note }]
  }))
}

/** Returns the answers of a request, in the order of the questions. */
export const answersOf = (
  drafts: typeof QuestionAnswerDrafts.Type,
  { questions }: Pick<Content, "questions">
): Result.Result<ReadonlyArray<QuestionAnswer>, EvaluationRefused> => {
  const order = questions.map(({ id }) => id)
  const unknown = drafts.findIndex(({ question_id }) => !order.includes(question_id))
  if (unknown >= 0)
    return Result.fail(
      new EvaluationRefused({
        path: ["answers", unknown, "question_id"],
        expected: "a question of the scorecard",
        reason: "unknown_reference"
      })
    )
  return Result.succeed(order.flatMap((id) => drafts.filter(({ question_id }) => question_id === id)))
}

/** Fails if an evaluation is too large for its events. */
export const withinBytes = ({ answers, ratings, summary }: Evaluation): Result.Result<void, EvaluationRefused> =>
  jsonBytes([...ratings.map((one) => ({ ...one })), ...answers.map((one) => ({ ...one })), summary]) <=
      maxEvaluationBytes
    ? Result.void
    : Result.fail(
      new EvaluationRefused({
        path: [],
        expected: `at most ${maxEvaluationBytes} bytes in all`,
        reason: "too_long",
        values: { limit: maxEvaluationBytes, unit: "bytes" }
      })
    )
