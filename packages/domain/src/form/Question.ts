/** The questions of an application form, and the types of their answers. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { QuestionId, Uuid } from "../Id.ts"
import { spelled } from "../Spelling.ts"
import { filled, jsonBytes, line, orNull, shown, text } from "../Text.ts"
import { because } from "../IssueReason.ts"

export const QuestionType = Schema.Literals([
  "short_text",
  "long_text",
  "single_choice",
  "multiple_choice",
  "yes_no",
  "number",
  "date",
  "file",
  "url"
]).pipe(named("QuestionType", "The type of the answer", "long_text"))
export type QuestionType = typeof QuestionType.Type

const synonyms = {
  short_text: ["text", "line"],
  long_text: ["textarea", "paragraph"],
  single_choice: ["select", "radio", "single_select", "dropdown"],
  multiple_choice: ["multi_select", "checkboxes"],
  yes_no: ["boolean"],
  file: ["upload", "attachment"],
  url: ["link"]
} as const

/** A type in a request. */
export const QuestionTypeFromText = spelled(QuestionType, synonyms)

/**
 * A typed answer: a text, the chosen option or options, yes or no, a number, a date (`2027-01-31`), the name of a file,
 * or a web address.
 */
export const AnswerValue = Schema.Union([
  text(20_000),
  Schema.Finite,
  Schema.Boolean,
  Schema.Array(text(1000)).check(Schema.isMaxLength(100))
])
export type AnswerValue = typeof AnswerValue.Type

/** The most questions of a form, and the most options of a question. */
export const [maxQuestions, maxOptions] = [50, 100]

/** The most bytes of a form's questions as JSON, which are in each event of it. */
export const maxQuestionBytes = 100_000

const descriptions = {
  label: "The question",
  help_text: "An explanation of the question; null if there is none",
  options: `The options, at most ${maxOptions}; empty if the type is not a choice`,
  required: "Whether an answer is required"
} as const

const { label, options } = { label: "When can you start?", options: [] }

const hasChoices = (type: QuestionType): boolean => type === "single_choice" || type === "multiple_choice"

export const Question = Schema.Struct({
  id: QuestionId,
  label: shown(500).pipe(described(descriptions.label, label)),
  help_text: Schema.NullOr(shown(2000)).pipe(described(descriptions.help_text, null)),
  type: QuestionType,
  options: Schema.Array(shown(200)).pipe(described(descriptions.options, options)),
  required: Schema.Boolean.pipe(described(descriptions.required, true))
}).pipe(named("FormQuestion", "A question of an application form"))
export interface Question extends Schema.Schema.Type<typeof Question> {}

const isUnique = Schema.makeFilter<ReadonlyArray<string>>((options) => new Set(options).size === options.length, {
  expected: "each option once",
  ...because("repeated"),
  toJsonSchema: () => ({})
})

export const QuestionDraft = Schema.Struct({
  id: Schema.optionalKey(Uuid).pipe(
    described(
      "The id of an existing question of the form, to keep it. An unknown id is replaced by a new one",
      example.id.question
    )
  ),
  label: filled(500).pipe(described(descriptions.label, label)),
  help_text: Schema.optionalKey(orNull(text(2000))).pipe(described(descriptions.help_text, null)),
  type: QuestionTypeFromText.pipe(described("The type of the answer", "long_text")),
  options: Schema.optionalKey(
    Schema.Array(line(200)).check(
      Schema.isMaxLength(maxOptions, { expected: `at most ${maxOptions} options` }),
      isUnique
    )
  ).pipe(described(descriptions.options, options)),
  required: Schema.optionalKey(Schema.Boolean).pipe(described(`${descriptions.required}; false by default`, true))
}).check(
  Schema.makeFilter(({ options = [], type }) =>
    hasChoices(type) === options.length > 0 ||
    {
      path: ["options"],
      issue: hasChoices(type) ? "Expected one option at least" : `Expected none: ${type} is no choice`
    }, { ...because("wrong_combination"), toJsonSchema: () => ({}) })
).pipe(named("FormQuestionDraft", "A question of an application form, in a request"))
export interface QuestionDraft extends Schema.Schema.Type<typeof QuestionDraft> {}

/** The questions of a form in a request, in order. */
export const QuestionDrafts = Schema.Array(QuestionDraft).check(
  Schema.isMaxLength(maxQuestions, { expected: `at most ${maxQuestions} questions` }),
  Schema.makeFilter<ReadonlyArray<QuestionDraft>>(
    (questions) => jsonBytes(questions as unknown as Schema.Json) <= maxQuestionBytes,
    {
      expected: `at most ${maxQuestionBytes} bytes`,
      ...because("too_long", { limit: maxQuestionBytes, unit: "bytes" }),
      toJsonSchema: () => ({})
    }
  )
)

/** Returns the requested questions. Those that are `present` keep their ids, each once. */
export const questionsOf = (
  drafts: ReadonlyArray<QuestionDraft>,
  present: ReadonlyArray<Question>,
  nextId: () => string
): ReadonlyArray<Question> => {
  const left = new Set<string>(present.map(({ id }) => id))
  return drafts.map(({ help_text = null, id, label, options = [], required = false, type }) => ({
    id: QuestionId.make(id !== undefined && left.delete(id) ? id : nextId()),
    label,
    help_text,
    type,
    options,
    required
  }))
}
