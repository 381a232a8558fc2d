/** A candidate's answers to the questions of an application. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { ApplicationAnswerId } from "../Id.ts"
import { filled, text } from "../Text.ts"

export const ApplicationAnswer = Schema.Struct({
  id: ApplicationAnswerId,
  question_text: filled(2000).pipe(described("The question", "When can you start?")),
  answer_text: text(20_000).pipe(described("The candidate's answer", "In January; my notice period is three months."))
}).pipe(named("ApplicationAnswer", "A question of an application with the candidate's answer"))
export interface ApplicationAnswer extends Schema.Schema.Type<typeof ApplicationAnswer> {}

export const ApplicationAnswerDraft = Schema.Struct({
  question_text: ApplicationAnswer.fields.question_text,
  answer_text: ApplicationAnswer.fields.answer_text
}).pipe(named("ApplicationAnswerDraft", "A question of an application with the candidate's answer, in a request"))
