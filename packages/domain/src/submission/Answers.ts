/**
 * A candidate's answers to the questions of a form. Valid answers get a typed value. People's data is never dropped: an
 * answer that is not understood is stored as given, and reported.
 */
import { Schema } from "effect"
import type { ApplicationAnswerDraft } from "../application/ApplicationAnswer.ts"
import { cleanLine, cleanPersonLine, isBlank } from "../CleanText.ts"
import { WebAddress } from "../Text.ts"
import { readDay } from "../form/DateReading.ts"
import type { JobForm } from "../form/JobForm.ts"
import { readNumber } from "../form/NumberReading.ts"
import type { AnswerValue, Question, QuestionType } from "../form/Question.ts"

/** Answers by the ids of their questions, as received; for a question for a file, the file's name. */
export type GivenAnswers = Readonly<Record<string, unknown>>

/** A problem with an answer. Only a missing answer makes an application incomplete. */
export interface AnswerIssue {
  readonly question_id: string
  /** Null if the form does not have the question. */
  readonly label: string | null
  readonly reason: "ambiguous" | "missing" | "not_understood" | "shortened" | "unknown_question"
  /** The possible meanings of an ambiguous answer. */
  readonly readings?: ReadonlyArray<AnswerValue>
}

export interface DecodedAnswers {
  /** In the order of the questions, without unanswered ones. */
  readonly answers: ReadonlyArray<typeof ApplicationAnswerDraft.Type>
  readonly issues: ReadonlyArray<AnswerIssue>
}

/** Questions, and the language of the page that asked them (a BCP 47 tag), if there was one. */
export interface AskedIn extends Pick<JobForm, "questions"> {
  readonly language?: string | null | undefined
}

const maxText = 20_000

/** Removes what the database cannot store from a text. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "")

/** Returns an answer as a text; empty unless it is a text, a number, or a boolean. */
const textOf = (given: unknown): string =>
  Array.isArray(given)
    ? given.map((one) => Array.isArray(one) ? "" : textOf(one)).join(", ")
    : ["string", "number", "boolean"].includes(typeof given)
    ? String(given)
    : ""

/** Returns the key that spellings of an option share. */
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

const decodeAddress = Schema.decodeUnknownResult(WebAddress)

const addressOf = (text: string): string | undefined => {
  const decoded = decodeAddress(text)
  return decoded._tag === "Success" ? decoded.success : undefined
}

type Decoder = (
  given: unknown,
  text: string,
  question: Question,
  language: string | null
) => ReadonlyArray<AnswerValue | undefined>

/**
 * Decoders of answers. They return undefined if the answer is not understood, and several values if it is ambiguous.
 */
const decoders: Readonly<Record<QuestionType, Decoder>> = {
  short_text: (_, text) => [cleanPersonLine(text)],
  long_text: (_, text) => [text],
  single_choice: (
    given,
    _,
    question
  ) => [optionOf(question, Array.isArray(given) && given.length === 1 ? given[0] : given)],
  multiple_choice: (given, _, question) => {
    const chosen = (Array.isArray(given) ? given : [given]).map((one) => optionOf(question, one))
    return chosen.some((option) => option === undefined)
      ? []
      : [question.options.filter((option) => chosen.includes(option))]
  },
  yes_no: (_, text) => [words.get(cleanLine(text).toLowerCase())],
  number: (_, text, __, language) => readNumber(cleanLine(text), language),
  date: (_, text, __, language) => readDay(cleanLine(text), language),
  file: (_, text) => [text],
  url: (_, text) => [addressOf(text)]
}

/** Returns the answer for people: options as the form spells them, others as given. */
const readable = (type: QuestionType, value: AnswerValue | undefined, text: string): string =>
  Array.isArray(value)
    ? value.join(", ")
    : type === "single_choice" && typeof value === "string"
    ? value
    : type === "yes_no" && /^(?:true|false|on|off|[01])$/i.test(text)
    ? value === true ? "Yes" : "No"
    : text

/**
 * Returns the answers to a form's questions, each with the question as asked, and reports what is missing, was not
 * understood, or was cut to 20,000 characters. Answers to questions that the form does not have are dropped and
 * reported. Dates and numbers are read in the language of the form.
 */
export const decodeAnswers = ({ language = null, questions }: AskedIn, given: GivenAnswers): DecodedAnswers => {
  const known = new Set<string>(questions.map(({ id }) => id))
  const issues: Array<AnswerIssue> = Object.keys(given).filter((id) => !known.has(id) && !isBlank(textOf(given[id])))
    .map((question_id) => ({ question_id, label: null, reason: "unknown_question" }))
  const answers = questions.flatMap((question) => {
    const { id: question_id, label, required, type } = question
    const say = (reason: AnswerIssue["reason"], more?: Pick<AnswerIssue, "readings">) =>
      void issues.push({ question_id, label, reason, ...more })
    const whole = storable(textOf(given[question_id]))
    if (isBlank(whole)) {
      if (required) say("missing")
      return []
    }
    const text = Array.from(whole.slice(0, 2 * maxText)).slice(0, maxText).join("")
    if (text.length < whole.length) say("shortened")
    const [value, ...others] = decoders[type](given[question_id], text, question, language)
    if (value === undefined) say("not_understood")
    else if (others.length > 0) say("ambiguous", { readings: [value, ...others].filter((one) => one !== undefined) })
    return [{
      question_id,
      question_text: label,
      type,
      answer_text: readable(type, value, text),
      value: others.length > 0 ? null : value ?? null
    }]
  })
  return { answers, issues }
}

/** The fields that a form can have besides its questions. */
export const formParts = ["phone", "linkedin_url", "website_url", "resume", "cover_letter"] as const
export type FormPart = typeof formParts[number]

/** Returns the parts that a form requires and an application lacks. */
export const missingParts = (form: Pick<JobForm, FormPart>, present: ReadonlySet<FormPart>): ReadonlyArray<FormPart> =>
  formParts.filter((part) => form[part] === "required" && !present.has(part))
