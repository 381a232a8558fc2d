/** A candidate's answers to the questions of an application. */
import { Schema } from "effect"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { AnswerValue, QuestionType, QuestionTypeFromText } from "../form/Question.ts"
import { ApplicationAnswerId, ApplicationId, QuestionId } from "../Id.ts"
import { hidden, id, nullable, reference, required, searchedAs } from "../Field.ts"
import { declare } from "../Noun.ts"
import { filled, orNull, shown, text } from "../Text.ts"

export const noun = declare({
  subject: "application_answer",
  description: "A question of an application with the candidate's answer",
  table: "application_answers",
  partOf: "application",
  sees: "owner",
  fields: {
    id: id(ApplicationAnswerId),
    application_id: reference(ApplicationId),
    question_text: required(shown(2000), filled(2000), {
      description: "The question",
      example: "When can you start?",
      privacy: "removed"
    }),
    answer_text: required(shown(20_000, 0), text(20_000), {
      description: "The candidate's answer",
      example: "In January; my notice period is three months.",
      privacy: "removed"
    }).pipe(searchedAs("answer")),
    question_id: nullable(QuestionId, Schema.NullOr(QuestionId), {
      description: "The question of the job's form, which may have changed since; null for another question",
      example: example.id.question,
      privacy: "kept"
    }),
    type: nullable(QuestionType, orNull(QuestionTypeFromText), {
      description: "The type of the answer; null where that was not told",
      example: "long_text",
      privacy: "kept"
    }),
    value: nullable(AnswerValue, Schema.NullOr(AnswerValue), {
      description:
        "The answer in its type: text, chosen option or options, boolean, number, date, file name or URL; null " +
        "if it could not be parsed, or has no type",
      example: "In January; my notice period is three months.",
      privacy: "removed"
    }),
    order_index: hidden(Schema.Int, {
      description: "The position among the answers, from 0",
      example: 0,
      privacy: "kept"
    })
  },
  events: {}
})

export const ApplicationAnswer = noun.json
export interface ApplicationAnswer extends Schema.Schema.Type<typeof ApplicationAnswer> {}

export const ApplicationAnswerDraft = noun.create.pipe(
  named("ApplicationAnswerDraft", "A question of an application with the candidate's answer, in a request")
)
