/** Checks a model's answer against the text, and drops whatever is not confirmed. */
import { Schema } from "effect"
import { ApplicationAnswerId, AttachmentId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AssessmentResult, NotAnswered } from "./Assessment.ts"
import { type Criterion, maxCriteria } from "./JobCriteria.ts"
import { type Document, findQuotation, flat } from "./Quotation.ts"

/** The most answers that are read from a response. A model that repeats itself gives more than there are criteria. */
const maxAnswers = 2 * maxCriteria

/** A model's answer: the number of a criterion from 1, the verdict, and the words that it is based on. */
export const ModelAnswer = Schema.Struct({
  criterion: Schema.Int,
  verdict: Schema.Literals(["meets", "does_not", "not_said"]),
  quotation: Schema.NullOr(Schema.String)
})
export interface ModelAnswer extends Schema.Schema.Type<typeof ModelAnswer> {}

export const ModelAnswers = Schema.Struct({ answers: Schema.Array(ModelAnswer) })

/** Why there are no answers at all. */
export type NoAnswers = Extract<NotAnswered, "no_text" | "refused" | "invalid">

/** The provenance of results. */
export interface Provenance {
  readonly provider: string
  readonly model: string
  readonly prompt_version: string
  readonly assessed_at: Timestamp
  /** Returns the hash of the question about a criterion. */
  readonly hashOf: (criterion: Criterion) => string
}

const unanswered = (reason: NotAnswered) =>
  ({ verdict: "not_answered", reason, quotation: null, attachment_id: null, answer_id: null }) as const

/** Returns the confirmed verdict of the answers about one criterion. */
const verdictOf = (answers: ReadonlyArray<ModelAnswer>, documents: ReadonlyArray<Document>) => {
  const [first, ...others] = answers
  if (first === undefined) return unanswered("left_out")
  if (others.some(({ verdict }) => verdict !== first.verdict)) return unanswered("contradicted")
  if (first.verdict === "not_said") {
    return { verdict: first.verdict, reason: null, quotation: null, attachment_id: null, answer_id: null }
  }
  const found = findQuotation(first.quotation, documents)
  if (typeof found === "string") return unanswered(found)
  return {
    verdict: first.verdict,
    reason: null,
    quotation: found.quotation,
    attachment_id: found.document.attachment_id === null ? null : AttachmentId.make(found.document.attachment_id),
    answer_id: found.document.answer_id === null ? null : ApplicationAnswerId.make(found.document.answer_id)
  }
}

/** Returns a result for each criterion that the model was asked about. Answers about others are ignored. */
export const judge = (
  criteria: ReadonlyArray<Criterion>,
  documents: ReadonlyArray<Document>,
  answers: ReadonlyArray<ModelAnswer> | NoAnswers,
  { hashOf, ...provenance }: Provenance
): ReadonlyArray<AssessmentResult> => {
  const flattened = documents.map((document) => ({ ...document, text: flat(document.text) }))
  return criteria.map((criterion, at) => ({
    criterion_id: criterion.id,
    criterion: criterion.text,
    ...(typeof answers === "string"
      ? unanswered(answers)
      : verdictOf(answers.slice(0, maxAnswers).filter((answer) => answer.criterion === at + 1), flattened)),
    ...provenance,
    input_hash: hashOf(criterion),
    decision: null,
    decided_by: null,
    decided_at: null
  }))
}
