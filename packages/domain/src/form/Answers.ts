/**
 * A candidate's answers to the questions of a form. They are people's data: what is understood gets its typed value, and what is not is
 * kept as it was given, and told.
 */
import { Schema } from "effect"
import type { ApplicationAnswerDraft } from "../application/ApplicationAnswer.ts"
import { cleanLine, cleanPersonLine, isBlank } from "../CleanText.ts"
import { WebAddress } from "../Text.ts"
import { TimestampFromText } from "../Timestamp.ts"
import type { JobForm } from "./JobForm.ts"
import type { AnswerValue, Question, QuestionType } from "./Question.ts"

/** Answers by the ids of their questions, as they came; of a question for a file the file's name. */
export type GivenAnswers = Readonly<Record<string, unknown>>

/** What is wrong with an answer. Only a missing one keeps an application from being complete. */
export interface AnswerIssue {
  readonly question_id: string
  /** Null where the form has no such question. */
  readonly label: string | null
  readonly reason: "missing" | "not_understood" | "shortened" | "unknown_question"
}

export interface DecodedAnswers {
  /** In the order of the questions, without those that were not answered. */
  readonly answers: ReadonlyArray<typeof ApplicationAnswerDraft.Type>
  readonly issues: ReadonlyArray<AnswerIssue>
}

const maxText = 20_000

/** Returns what the database can keep of a text. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "")

/** Returns an answer as a text; what is neither a text nor a number, nor yes or no, means nothing. */
const textOf = (given: unknown): string =>
  Array.isArray(given)
    ? given.map((one) => Array.isArray(one) ? "" : textOf(one)).join(", ")
    : ["string", "number", "boolean"].includes(typeof given) ? String(given) : ""

/** Returns what spellings of an option have in common. */
const keyOf = (text: string): string => text.slice(0, 1000).normalize("NFKC").toLowerCase().replace(/[\s\p{P}]+/gu, "")

const optionOf = ({ options }: Question, given: unknown): string | undefined => {
  const text = cleanPersonLine(textOf(given))
  const key = keyOf(text)
  return options.find((option) => option === text) ?? options.find((option) => key !== "" && keyOf(option) === key)
}

const words = new Map([
  ...["yes", "y", "true", "1", "on", "ja", "oui", "si", "sí", "sim", "tak"].map((word) => [word, true] as const),
  ...["no", "n", "false", "0", "off", "nein", "non", "não", "nie"].map((word) => [word, false] as const)
])

/** Three digits behind each separator are thousands: `60.000` and `60,000` are both sixty thousand. */
const grouped = /^([+-]?[1-9]\d{0,2})((?:([.,'’\s])\d{3})(?:\3\d{3})*)(?:[.,](\d+))?$/

const numberOf = (text: string): number | undefined => {
  const [, begin, groups, separator, decimals] = grouped.exec(text) ?? []
  if (begin !== undefined && !(decimals !== undefined && text.at(-decimals.length - 1) === separator)) {
    return Number(`${begin}${groups!.replace(/\D/g, "")}.${decimals ?? 0}`)
  }
  return /^[+-]?\d{1,15}(?:[.,]\d{1,15})?$/.test(text) ? Number(text.replace(",", ".")) : undefined
}

const decodeTime = Schema.decodeUnknownResult(TimestampFromText)

/** Returns a day of the calendar as ISO 8601 has it. `3/4/2027` may be either of two, and is not understood. */
const dayOf = (text: string): string | undefined => {
  const turned = text.replace(/^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/, (_, day: string, month: string, year: string) =>
    `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`)
  const decoded = decodeTime(/^\d{4}-\d{2}-\d{2}/.exec(turned)?.[0])
  return decoded._tag === "Success" ? decoded.success.slice(0, 10) : undefined
}

const decodeAddress = Schema.decodeUnknownResult(WebAddress)

const addressOf = (text: string): string | undefined => {
  const decoded = decodeAddress(text)
  return decoded._tag === "Success" ? decoded.success : undefined
}

/** Returns the value of an answer; undefined where it is not understood. */
const decoders: Readonly<Record<QuestionType, (given: unknown, text: string, question: Question) => AnswerValue | undefined>> = {
  short_text: (_, text) => cleanPersonLine(text),
  long_text: (_, text) => text,
  single_choice: (given, _, question) => optionOf(question, Array.isArray(given) && given.length === 1 ? given[0] : given),
  multiple_choice: (given, _, question) => {
    const chosen = (Array.isArray(given) ? given : [given]).map((one) => optionOf(question, one))
    return chosen.some((option) => option === undefined) ? undefined : question.options.filter((option) => chosen.includes(option))
  },
  yes_no: (_, text) => words.get(cleanLine(text).toLowerCase()),
  number: (_, text) => numberOf(cleanLine(text)),
  date: (_, text) => dayOf(cleanLine(text)),
  file: (_, text) => text,
  url: (_, text) => addressOf(text)
}

/** Returns the answer as people read it: options as the form spells them, and others as they were given. */
const readable = (type: QuestionType, value: AnswerValue | undefined, text: string): string =>
  Array.isArray(value)
    ? value.join(", ")
    : type === "single_choice" && typeof value === "string"
    ? value
    : type === "yes_no" && /^(?:true|false|on|off|[01])$/i.test(text)
    ? value === true ? "Yes" : "No"
    : text

/**
 * Returns the answers to a form's questions, each with the question as it was asked, and what is missing, was not understood, or was
 * shortened to 20,000 characters. An answer to a question that the form does not have is left out, and told.
 */
export const decodeAnswers = ({ questions }: Pick<JobForm, "questions">, given: GivenAnswers): DecodedAnswers => {
  const known = new Set<string>(questions.map(({ id }) => id))
  const issues: Array<AnswerIssue> = Object.keys(given).filter((id) => !known.has(id) && !isBlank(textOf(given[id])))
    .map((question_id) => ({ question_id, label: null, reason: "unknown_question" }))
  const answers = questions.flatMap((question) => {
    const { id: question_id, label, required, type } = question
    const say = (reason: AnswerIssue["reason"]) => void issues.push({ question_id, label, reason })
    const whole = storable(textOf(given[question_id]))
    if (isBlank(whole)) {
      if (required) say("missing")
      return []
    }
    const text = Array.from(whole.slice(0, 2 * maxText)).slice(0, maxText).join("")
    if (text.length < whole.length) say("shortened")
    const value = decoders[type](given[question_id], text, question)
    if (value === undefined) say("not_understood")
    return [{ question_id, question_text: label, type, answer_text: readable(type, value, text), value: value ?? null }]
  })
  return { answers, issues }
}

/** What a form can ask for besides its questions. */
export const formParts = ["phone", "linkedin_url", "website_url", "resume", "cover_letter"] as const
export type FormPart = typeof formParts[number]

/** Returns the parts that a form requires and an application does not have. */
export const missingParts = (form: Pick<JobForm, FormPart>, present: ReadonlySet<FormPart>): ReadonlyArray<FormPart> =>
  formParts.filter((part) => form[part] === "required" && !present.has(part))
