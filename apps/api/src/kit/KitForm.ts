/** The fields of the scorecard on the page of a kit: their initial values, and how they are read. */
import { type OwnScorecard, ScorecardDraft } from "@candor/domain/scorecard/Scorecard"
import { attributesOf, type Content } from "@candor/domain/template/ScorecardContent"
import { type Result, Schema } from "effect"

/** The names of fields. */
export const nameOf = {
  rating: (id: string) => `rating:${id}`,
  note: (id: string) => `note:${id}`,
  answer: (id: string) => `answer:${id}`
}

/** The texts of fields by name. */
export type Values = ReadonlyMap<string, string>

/** Returns the initial values of the fields. */
export const valuesOf = ({ answers, overall, ratings, summary }: OwnScorecard): Values =>
  new Map([
    ...ratings.flatMap(({ attribute_id, note, rating }) =>
      [[nameOf.rating(attribute_id), rating ?? ""], [nameOf.note(attribute_id), note ?? ""]] as const
    ),
    ...answers.map(({ answer, question_id }) => [nameOf.answer(question_id), answer] as const),
    ["overall", overall ?? ""],
    ["summary", summary ?? ""]
  ])

/**
 * Returns the names of filled-in fields that the scorecard no longer has, because its template was changed after the
 * page was loaded.
 */
export const unasked = (values: Values, asked: Content | null): ReadonlyArray<string> => {
  const known = asked === null ? [] : [
    ...attributesOf(asked.sections).flatMap(({ id }) => [nameOf.rating(id), nameOf.note(id)]),
    ...asked.questions.map(({ id }) => nameOf.answer(id)),
    "overall",
    "summary"
  ]
  return [...values].flatMap(([name, text]) =>
    /^(?:rating:|note:|answer:|overall$|summary$)/.test(name) && text.trim() !== "" && !known.includes(name)
      ? [name]
      : []
  )
}

const decode = Schema.decodeUnknownResult(ScorecardDraft)

/** Returns the draft in the fields; an error if a text is too long. */
export const draftOf = (
  values: Values,
  { questions, sections }: Content
): Result.Result<ScorecardDraft, Schema.SchemaError> => {
  const textOf = (name: string) => (values.get(name) ?? "").trim()
  return decode({
    ratings: attributesOf(sections).map(({ id }) => ({
      attribute_id: id,
      rating: textOf(nameOf.rating(id)) || null,
      note: textOf(nameOf.note(id)) || null
    })),
    answers: questions.flatMap(({ id }) =>
      textOf(nameOf.answer(id)) === "" ? [] : [{ question_id: id, answer: textOf(nameOf.answer(id)) }]
    ),
    overall: textOf("overall") || null,
    summary: textOf("summary") || null
  })
}
