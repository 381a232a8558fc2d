/** A candidate's answers to the questions of an application. */
import { Schema } from "effect"
import { ApplicationAnswerId } from "../Id.ts"
import { filled, text } from "../Text.ts"

export const ApplicationAnswer = Schema.Struct({
  id: ApplicationAnswerId,
  question_text: filled(2000),
  answer_text: text(20_000)
}).annotate({ identifier: "ApplicationAnswer" })
export interface ApplicationAnswer extends Schema.Schema.Type<typeof ApplicationAnswer> {}

export const ApplicationAnswerDraft = Schema.Struct({
  question_text: ApplicationAnswer.fields.question_text,
  answer_text: ApplicationAnswer.fields.answer_text
}).annotate({ identifier: "ApplicationAnswerDraft" })
