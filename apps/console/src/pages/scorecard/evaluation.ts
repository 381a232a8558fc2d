/** Converts the content of a scorecard between the form and requests. */
import type { OwnScorecard, Scorecard, ScorecardDraft } from "@candor/client"
import { type Marked, msg } from "../../language/text.tsx"
import { textOf } from "../../parts/Action.tsx"
import { ratings } from "../../parts/ratings.ts"
import { oneOf } from "../../router/search.ts"

/** The recommendations with their names, worst to best. */
export const recommendations = [...ratings, ["no_decision", msg("Undecided")]] as ReadonlyArray<
  readonly [NonNullable<Scorecard["overall"]>, Marked]
>

export type Evaluation = Required<ScorecardDraft>

/** The field names of the form. */
export const fieldOf = {
  rating: (id: string) => `rating:${id}`,
  note: (id: string) => `note:${id}`,
  answer: (id: string) => `answer:${id}`
}

type Asked = Pick<OwnScorecard, "questions" | "sections">

/** Reads the evaluation from the form. */
export const evaluationOf = (form: FormData, { questions, sections }: Asked): Evaluation => ({
  ratings: sections.flatMap(({ attributes }) =>
    attributes.flatMap(({ id: attribute_id }) => {
      const [rating = null, note] = [
        oneOf(ratings, textOf(form, fieldOf.rating(attribute_id))),
        textOf(form, fieldOf.note(attribute_id))
      ]
      return rating === null && note === "" ? [] : [{ attribute_id, rating, note: note || null }]
    })
  ),
  answers: questions.flatMap(({ id: question_id }) => {
    const answer = textOf(form, fieldOf.answer(question_id))
    return answer === "" ? [] : [{ question_id, answer }]
  }),
  overall: oneOf(recommendations, textOf(form, "overall")) ?? null,
  summary: textOf(form, "summary") || null
})
