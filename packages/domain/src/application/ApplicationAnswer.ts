/** A candidate's answers to the questions of an application. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import { ApplicationAnswerId } from "../Id.ts"
import { filled, shown, text } from "../Text.ts"

const question = described("The question", "When can you start?")
const answer = described("The candidate's answer", "In January; my notice period is three months.")

export const ApplicationAnswer = Schema.Struct({
  id: ApplicationAnswerId,
  question_text: shown(2000).pipe(question),
  answer_text: shown(20_000, 0).pipe(answer)
}).pipe(named("ApplicationAnswer", "A question of an application with the candidate's answer"))
export interface ApplicationAnswer extends Schema.Schema.Type<typeof ApplicationAnswer> {}

export const ApplicationAnswerDraft = Schema.Struct({
  question_text: filled(2000).pipe(question),
  answer_text: text(20_000).pipe(answer)
}).pipe(named("ApplicationAnswerDraft", "A question of an application with the candidate's answer, in a request"))
