/**
 * The content of a scorecard: attributes to rate, in sections, and questions. It belongs to templates, and each
 * scorecard has a copy.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AttributeId, QuestionId, Uuid } from "../Id.ts"
import { filled, Line, orNull, shown, ShownLine, text } from "../Text.ts"
import { because } from "../IssueReason.ts"

/** The most sections, attributes of all sections together, and questions of a template. */
export const [maxSections, maxAttributes, maxQuestions] = [10, 40, 20]

const [descriptionLength, questionLength] = [1000, 1000]

const about = {
  section: "The title of the section",
  attribute: "The name of the attribute",
  description: "What to look for; null if the name says enough",
  question: "The question"
} as const

const texts = {
  section: "Technical skills",
  attribute: "Concurrency",
  description: "Knows what can happen when two requests change the same row, and how to keep it right.",
  question: "What would you ask in the next interview?"
} as const

export const Attribute = Schema.Struct({
  id: AttributeId,
  name: ShownLine.pipe(described(about.attribute, texts.attribute)),
  description: Schema.NullOr(shown(descriptionLength)).pipe(described(about.description, texts.description))
}).pipe(named("ScorecardAttribute", "An attribute that interviewers rate"))
export interface Attribute extends Schema.Schema.Type<typeof Attribute> {}

export const Section = Schema.Struct({
  name: ShownLine.pipe(described(about.section, texts.section)),
  attributes: Schema.Array(Attribute).pipe(described("The attributes to rate, in order"))
}).pipe(named("ScorecardSection", "Attributes that belong together"))
export interface Section extends Schema.Schema.Type<typeof Section> {}

export const Question = Schema.Struct({
  id: QuestionId.pipe(described("The id of the question", example.id.scorecardQuestion)),
  text: shown(questionLength).pipe(described(about.question, texts.question))
}).pipe(named("ScorecardQuestion", "A question that an interviewer answers in words"))
export interface Question extends Schema.Schema.Type<typeof Question> {}

const keptId = (what: string, id: string) =>
  Schema.optionalKey(Uuid).pipe(
    described(
      `The id of ${what} of the template, to keep it. An unknown id is replaced by a new one`,
      id
    )
  )

const AttributeDraft = Schema.Struct({
  id: keptId("an attribute", example.id.attribute),
  name: Line.pipe(described(about.attribute, texts.attribute)),
  description: Schema.optionalKey(orNull(text(descriptionLength))).pipe(described(about.description, texts.description))
}).pipe(named("ScorecardAttributeDraft", "An attribute of a template, in a request"))

const SectionDraft = Schema.Struct({
  name: Line.pipe(described(about.section, texts.section)),
  attributes: Schema.Array(AttributeDraft).pipe(described("The attributes to rate, in order"))
}).pipe(named("ScorecardSectionDraft", "A section of a template, in a request"))

export const SectionDrafts = Schema.Array(SectionDraft).check(
  Schema.isMaxLength(maxSections, { expected: `at most ${maxSections} sections` }),
  Schema.makeFilter<ReadonlyArray<typeof SectionDraft.Type>>(
    (sections) => sections.reduce((sum, { attributes }) => sum + attributes.length, 0) <= maxAttributes,
    {
      expected: `at most ${maxAttributes} attributes in all sections`,
      ...because("too_many", { limit: maxAttributes }),
      toJsonSchema: () => ({})
    }
  )
)

const QuestionDraft = Schema.Struct({
  id: keptId("a question", example.id.scorecardQuestion),
  text: filled(questionLength).pipe(described(about.question, texts.question))
}).pipe(named("ScorecardQuestionDraft", "A question of a template, in a request"))

export const QuestionDrafts = Schema.Array(QuestionDraft).check(
  Schema.isMaxLength(maxQuestions, { expected: `at most ${maxQuestions} questions` })
)

/** The content of a scorecard. */
export interface Content {
  readonly sections: ReadonlyArray<Section>
  readonly questions: ReadonlyArray<Question>
}

export const exampleContent = {
  sections: [{
    name: texts.section,
    attributes: [{ id: example.id.attribute, name: texts.attribute, description: texts.description }]
  }],
  questions: [{ id: example.id.scorecardQuestion, text: texts.question }]
} as const

/** Returns all attributes of sections, in order. */
export const attributesOf = (sections: ReadonlyArray<Section>): ReadonlyArray<Attribute> =>
  sections.flatMap(({ attributes }) => attributes)

/** Returns a function that returns an id of `present` unchanged the first time, and a new id otherwise. */
const keeping = (present: ReadonlyArray<{ readonly id: string }>, nextId: () => string) => {
  const left = new Set(present.map(({ id }) => id))
  return (id: string | undefined): string => id !== undefined && left.delete(id) ? id : nextId()
}

/** Returns the requested sections. Present attributes keep their ids, each once. */
export const sectionsOf = (
  drafts: typeof SectionDrafts.Type,
  present: ReadonlyArray<Section>,
  nextId: () => string
): ReadonlyArray<Section> => {
  const idOf = keeping(attributesOf(present), nextId)
  return drafts.map(({ attributes, name }) => ({
    name,
    attributes: attributes.map(({ description = null, id, name }) => ({
      id: AttributeId.make(idOf(id)),
      name,
      description
    }))
  }))
}

/** Returns the requested questions. Present ones keep their ids, each once. */
export const questionsOf = (
  drafts: typeof QuestionDrafts.Type,
  present: ReadonlyArray<Question>,
  nextId: () => string
): ReadonlyArray<Question> => {
  const idOf = keeping(present, nextId)
  return drafts.map(({ id, text }) => ({ id: QuestionId.make(idOf(id)), text }))
}
