/** A summary of an application's scorecards, for a debrief: by attribute, with disagreement and gaps. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Rating } from "../feedback/Rating.ts"
import { AttributeId, InterviewId, QuestionId, ScorecardId, type UserId } from "../Id.ts"
import { Author } from "../organization/Author.ts"
import { shown, ShownLine } from "../Text.ts"
import { noteLength, QuestionAnswer, Recommendation, summaryLength } from "./Evaluation.ts"
import { DueScorecard, type Scorecard } from "./Scorecard.ts"
import { exampleContent, Question, type Section } from "../template/ScorecardContent.ts"

const said = {
  scorecard_id: ScorecardId,
  interview_id: InterviewId,
  member: Author.pipe(named("RatingMember", "The interviewer, with the current name"))
}

const GivenRating = Schema.Struct({
  ...said,
  rating: Schema.NullOr(Rating).pipe(described("The rating; null if the interviewer gave only a note", "yes")),
  note: Schema.NullOr(shown(noteLength)).pipe(described("The evidence for the rating; null if none is given", null))
}).pipe(named("GivenRating", "The rating of an attribute by one interviewer"))

const GivenRecommendation = Schema.Struct({
  ...said,
  overall: Schema.NullOr(Recommendation).pipe(described("The interviewer's recommendation", "yes")),
  summary: Schema.NullOr(shown(summaryLength)).pipe(described("The reasons", example.feedback))
}).pipe(named("GivenRecommendation", "The recommendation of one interviewer"))

const disagreement = "Whether interviewers disagree: some say `yes` or `strong_yes`, others `no` or `strong_no`"

const SummarizedAttribute = Schema.Struct({
  id: AttributeId,
  name: ShownLine.pipe(described("The name of the attribute", exampleContent.sections[0].attributes[0].name)),
  section: ShownLine.pipe(described("The section that contains the attribute", exampleContent.sections[0].name)),
  focus_interview_ids: Schema.Array(InterviewId).pipe(described("The interviews that focus on the attribute", [])),
  ratings: Schema.Array(GivenRating).pipe(described("Each interviewer's rating, first submitted first")),
  is_disputed: Schema.Boolean.pipe(described(disagreement, false)),
  is_gap: Schema.Boolean.pipe(described("Whether nobody has rated it", false))
}).pipe(named("SummarizedAttribute", "All interviewers' ratings of an attribute"))

const GivenAnswer = Schema.Struct({
  ...said,
  answer: QuestionAnswer.fields.answer
}).pipe(named("GivenAnswer", "The answer to a question by one interviewer"))

const SummarizedQuestion = Schema.Struct({
  id: QuestionId,
  text: Question.fields.text,
  answers: Schema.Array(GivenAnswer).pipe(described("Each interviewer's answer, first submitted first"))
}).pipe(named("SummarizedQuestion", "All interviewers' answers to a question"))

export const ScorecardSummary = Schema.Struct({
  recommendations: Schema.Array(GivenRecommendation).pipe(described("The recommendations, first submitted first")),
  is_disputed: Schema.Boolean.pipe(described(`${disagreement}, as recommendation`, false)),
  attributes: Schema.Array(SummarizedAttribute).pipe(described("The attributes, in the order of the templates")),
  questions: Schema.Array(SummarizedQuestion).pipe(
    described("The questions of the submitted scorecards, in the order of the templates")
  ),
  due: Schema.Array(DueScorecard).pipe(described("The scorecards that have yet to be submitted")),
  is_hidden: Schema.Boolean.pipe(
    described(
      "Whether others' scorecards are hidden, because the caller has yet to submit one or is the applicant",
      false
    )
  )
}).pipe(named("ScorecardSummary", "A summary of the scorecards of an application"))
export interface ScorecardSummary extends Schema.Schema.Type<typeof ScorecardSummary> {}

/** The scorecard that an interview requires. */
export interface AskedOf {
  readonly id: InterviewId
  readonly sections: ReadonlyArray<Section>
  readonly focus_attribute_ids: ReadonlyArray<AttributeId>
}

/** The scorecards of an application that a member sees. */
export interface Debrief extends Pick<ScorecardSummary, "due"> {
  readonly interviews: ReadonlyArray<AskedOf>
  /** Submitted ones, in the order of submission. */
  readonly scorecards: ReadonlyArray<Scorecard>
  /** Whether the application is the member's own. */
  readonly is_own: boolean
}

const isFor = (vote: Recommendation | null): boolean => vote === "yes" || vote === "strong_yes"
const isAgainst = (vote: Recommendation | null): boolean => vote === "no" || vote === "strong_no"
const isDisputed = (votes: ReadonlyArray<Recommendation | null>): boolean => votes.some(isFor) && votes.some(isAgainst)

/**
 * Summarizes the scorecards that a member sees. An attribute that was removed from the template keeps its name from the
 * scorecards.
 */
export const summaryOf = ({ due, interviews, is_own, scorecards }: Debrief, viewer: UserId): ScorecardSummary => {
  const attributes = new Map<AttributeId, { readonly name: string; readonly section: string }>()
  for (const { sections } of [...interviews, ...scorecards]) {
    for (const { attributes: all, name: section } of sections) {
      for (const { id, name } of all) if (!attributes.has(id)) attributes.set(id, { name, section })
    }
  }
  const questions = new Map(scorecards.flatMap((one) => one.questions.map(({ id, text }) => [id, text] as const)))
  const by = ({ id, interview, member }: Scorecard) => ({ scorecard_id: id, interview_id: interview.id, member })
  const recommendations = scorecards.map((one) => ({ ...by(one), overall: one.overall, summary: one.summary }))
  return {
    recommendations,
    is_disputed: isDisputed(recommendations.map(({ overall }) => overall)),
    attributes: [...attributes].map(([id, about]) => {
      const ratings = scorecards.flatMap((one) =>
        one.ratings.flatMap(({ attribute_id, note, rating }) =>
          attribute_id === id ? [{ ...by(one), rating, note }] : []
        )
      )
      return {
        id,
        ...about,
        focus_interview_ids: interviews.flatMap((interview) =>
          interview.focus_attribute_ids.includes(id) ? [interview.id] : []
        ),
        ratings,
        is_disputed: isDisputed(ratings.map(({ rating }) => rating)),
        is_gap: ratings.every(({ rating }) => rating === null)
      }
    }),
    questions: [...questions].map(([id, text]) => ({
      id,
      text,
      answers: scorecards.flatMap((one) =>
        one.answers.flatMap(({ answer, question_id }) => question_id === id ? [{ ...by(one), answer }] : [])
      )
    })),
    due,
    is_hidden: is_own || due.some(({ member }) => member.id === viewer)
  }
}
