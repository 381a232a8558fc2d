/**
 * Reads what a person sent to a posting. Refuses only what cannot be an application: without a name, a usable address,
 * or a required part. Everything else is stored as given.
 */
import { Result, Schema, Struct } from "effect"
import { mayBePhone, SeveralEmails } from "../candidate/ContactDetails.ts"
import { cleanPersonLine, isBlank } from "../CleanText.ts"
import {
  type AnswerIssue,
  decodeAnswers,
  formParts,
  type FormPart,
  type GivenAnswers,
  missingParts
} from "./Answers.ts"
import { type JobForm, noun as jobForm } from "../form/JobForm.ts"
import type { QuestionType } from "../form/Question.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AttachmentId } from "../Id.ts"
import { ContentType } from "../attachment/FileKinds.ts"
import { withoutSurplusMarks } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type Source, sourceIn } from "./Source.ts"

/** A file of a submission. Its content is stored under its id, which becomes the attachment's id. */
export const SubmittedFile = Schema.Struct({
  id: AttachmentId,
  field: Schema.String.pipe(
    described("What it was sent for: `resume`, `cover_letter`, or the id of a question", "resume")
  ),
  original_filename: Schema.String.pipe(described("The name that the file was sent with", "maya-okafor-resume.pdf")),
  content_type: ContentType.pipe(described("The type detected from the content", "application/pdf")),
  size_bytes: Schema.Int.pipe(described("The size of the content in bytes", 184_320))
}).pipe(named("SubmittedFile", "A file of a submission"))
export interface SubmittedFile extends Schema.Schema.Type<typeof SubmittedFile> {}

/** The form as the person saw it. */
export const AskedForm = Schema.Struct({
  ...Struct.pick(jobForm.json.fields, [...formParts, "questions"]),
  language: Schema.optionalKey(Schema.String).pipe(
    described(
      "The language of the page with the form, used to read dates and numbers; absent if there was no page",
      "en"
    )
  )
}).pipe(named("AskedForm", "The form as it was shown to the person"))
export interface AskedForm extends Schema.Schema.Type<typeof AskedForm> {}

export const Consent = Schema.Struct({
  version: Schema.Int.pipe(described("The version of the text", 1)),
  text: Schema.NullOr(Schema.String).pipe(
    described("The text; null if the person agreed to a version that was not the current one", "I agree.")
  ),
  given_at: Timestamp.pipe(described("When the person agreed", example.time.applied))
}).pipe(named("SubmissionConsent", "What the person has agreed to"))
export interface Consent extends Schema.Schema.Type<typeof Consent> {}

/** The parts of a posting that determine what is expected. */
export interface Asking {
  readonly form: Pick<JobForm, FormPart | "questions">
  readonly consent_text: string | null
  readonly consent_version: number
  /**
   * The language of the person's page, as a BCP 47 tag: answers that are not understood are reported beside their
   * fields. Absent for requests of programs, whose answers are stored unchanged.
   */
  readonly language?: string | undefined
}

/** A submission as received: fields by name, answers and files by the ids of their questions. */
export interface Given {
  readonly fields: Readonly<Record<string, unknown>>
  readonly answers: GivenAnswers
  readonly files: ReadonlyArray<SubmittedFile>
}

/** The stored content of a submission. */
export interface Content {
  readonly full_name: string
  readonly primary_email: string
  /** The email addresses in it. */
  readonly email_addresses: ReadonlyArray<{ readonly address: string }>
  readonly phone: string | null
  readonly linkedin_url: string | null
  readonly website_url: string | null
  readonly cover_letter: string | null
  readonly form: AskedForm
  readonly answers: { readonly [question: string]: Schema.Json }
  readonly files: ReadonlyArray<SubmittedFile>
  readonly consent: Consent | null
  readonly source: Source
}

const ProblemReason = Schema.Literals([
  "ambiguous",
  "empty",
  "link",
  "missing",
  "not_understood",
  "several",
  "too_large",
  "too_long",
  "wrong_kind"
])

/** A problem that keeps a submission from being an application. */
export interface Problem {
  /** The name of the field in the form; `question:<id>` for a question. */
  readonly field: string
  readonly reason: typeof ProblemReason.Type
  readonly message: string
  /** The possible meanings of an ambiguous answer. */
  readonly readings?: ReadonlyArray<string | number> | undefined
}

/** The submission cannot be an application. */
export class NotAnApplication extends Schema.TaggedError<NotAnApplication>()("NotAnApplication", {
  problems: Schema.Array(Schema.Struct({
    field: Schema.String,
    reason: ProblemReason,
    message: Schema.String,
    readings: Schema.optionalKey(Schema.UndefinedOr(Schema.Array(Schema.Union([Schema.String, Schema.Finite]))))
  }))
}) {}

/** The most characters of a text. */
export const maxText = 20_000

const [maxAnswers, maxKey] = [200, 100]

/** Returns a text as the database can store it, cut to 20,000 characters. */
const kept = (text: string): string =>
  withoutSurplusMarks(text.slice(0, maxText).toWellFormed().replaceAll("\u0000", ""))

const textIn = (fields: Given["fields"], name: string): string | null => {
  const value = fields[name]
  const text = typeof value === "string" || typeof value === "number" ? kept(String(value)) : ""
  return isBlank(text) ? null : text
}

/**
 * Returns a problem for each text that would be cut. People can shorten it; programs are told by the documentation
 * only.
 */
export const tooLong = ({ answers, fields }: Pick<Given, "answers" | "fields">): ReadonlyArray<Problem> =>
  [
    ...["full_name", "email", ...formParts].map((name) => [name, fields[name]] as const),
    ...Object.entries(answers).map(([id, answer]) => [`question:${id}`, answer] as const)
  ].flatMap(([field, text]) =>
    typeof text === "string" && text.length > maxText
      ? [{ field, reason: "too_long", message: `Expected at most ${maxText} characters` }]
      : []
  )

const isPlain = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value)

/** Returns an answer as it is stored: a text, a number, a boolean, or a list of these; null for anything else. */
const keptAnswer = (value: unknown): Schema.Json => {
  if (Array.isArray(value))
    return value.filter(isPlain).slice(0, maxAnswers).map((one) => typeof one === "string" ? kept(one) : one)
  return typeof value === "string" ? kept(value) : isPlain(value) && !Number.isNaN(value) ? value : null
}

/** The fields of a form that have one value. */
const singleFields = ["full_name", "email", "primary_email", ...formParts, "consent"]

/** Returns the distinct values of a repeated field. */
const distinct = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? [...new Set(value.filter(isPlain).map((one) => kept(String(one))).filter((text) => !isBlank(text)))]
    : []

/** Replaces each repeated field by its value if all its values are equal. */
const once = (values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const [first, ...others] = distinct(value)
      return [
        name,
        Array.isArray(value) && value.length > 1 && first !== undefined && others.length === 0 ? first : value
      ]
    })
  )

const several = (field: string, values: ReadonlyArray<string>): ReadonlyArray<Problem> => {
  if (values.length < 2) return []
  const readings = values.slice(0, 3).map((value) => Array.from(value.slice(0, 200)).slice(0, 100).join(""))
  return [{
    field,
    reason: "several",
    message: `Expected one value; found ${values.length}: ${readings.join(", ")}`,
    readings
  }]
}

/** The expected answer for each type of question, for the message about another one. */
const expected: Readonly<Record<QuestionType, string>> = {
  short_text: "a text",
  long_text: "a text",
  single_choice: "one of the options",
  multiple_choice: "some of the options",
  yes_no: "yes or no",
  number: "a number, for example 60000 or 1.5",
  date: "a day, for example 2027-01-31",
  file: "a file",
  url: "an address, for example https://example.com"
}

/** Returns the message about an answer, for the field of a page. */
const ofAnswer = (
  { questions }: Asking["form"],
  { question_id, readings, reason }: AnswerIssue
): ReadonlyArray<Problem> => {
  const type = questions.find(({ id }) => id === question_id)?.type
  if (type === undefined || reason !== "ambiguous" && reason !== "not_understood") return []
  const found = readings?.filter((one) => typeof one === "string" || typeof one === "number")
  const message = `Expected ${expected[type]}${found === undefined ? "" : `; this may be ${found.join(" or ")}`}`
  return [{ field: `question:${question_id}`, reason, message, readings: found }]
}

const decodeEmails = Schema.decodeUnknownResult(SeveralEmails)

/**
 * Returns the consent: to the version of the text that was shown, which may be an earlier one if the page was open for
 * long. Anything else is no consent.
 */
const consentIn = (given: unknown, { consent_text, consent_version }: Asking, now: Timestamp): Consent | null => {
  const isNamed = typeof given === "number" || typeof given === "string"
  const version = isNamed && /^\s*[1-9]\d{0,8}\s*$/.test(String(given)) ? Number(given) : undefined
  if (consent_text === null || version === undefined || version > consent_version) return null
  return { version, text: version === consent_version ? consent_text : null, given_at: now }
}

const noConsent = ({ consent_version }: Asking): Problem => ({
  field: "consent",
  reason: "missing",
  message: `Expected the version of the consent text that was shown, for example ${consent_version}`
})

const noFile = "Expected a file; found its name alone. A form sends files where its enctype is multipart/form-data"

const missing = (field: string): Problem => ({ field, reason: "missing", message: "Required, and missing" })

/** Returns the content of a submission to store, or all problems that keep it from being an application. */
export const read = (
  asking: Asking,
  { files, ...all }: Given,
  now: Timestamp
): Result.Result<Content, NotAnApplication> => {
  const { consent_text, form: { cover_letter, linkedin_url, phone, questions, resume, website_url }, language } = asking
  const form = {
    cover_letter,
    linkedin_url,
    phone,
    questions,
    resume,
    website_url,
    ...(language === undefined ? {} : { language })
  }
  const [fields, answers] = [once(all.fields), once(all.answers)]
  const name = cleanPersonLine(textIn(fields, "full_name") ?? "")
  const email = textIn(fields, "email") ?? textIn(fields, "primary_email")
  const decoded = email === null ? undefined : decodeEmails(email)
  const texts = {
    phone: textIn(fields, "phone"),
    linkedin_url: textIn(fields, "linkedin_url"),
    website_url: textIn(fields, "website_url"),
    cover_letter: textIn(fields, "cover_letter")
  }
  const sent = new Set(files.map(({ field }) => field))
  const present = new Set(formParts.filter((part) => sent.has(part) || part !== "resume" && texts[part] !== null))
  const ofFiles = questions.flatMap(({ id, type }) => {
    const names = type === "file"
      ? files.filter(({ field }) => field === id).map(({ original_filename }) => original_filename)
      : []
    return names.length === 0 ? [] : [[id, names.length === 1 ? names[0]! : names] as const]
  })
  const given = Object.fromEntries([
    ...Object.entries(answers).slice(0, maxAnswers).map(([id, value]) =>
      [kept(id).slice(0, maxKey), keptAnswer(value)] as const
    ),
    // A file that was not sent is no answer, whatever the field contains.
    ...questions.filter(({ type }) => type === "file").map(({ id }) => [id, null] as const),
    ...ofFiles
  ])
  const consent = consentIn(fields["consent"], asking, now)
  const { issues } = decodeAnswers(form, given)
  const repeated = singleFields.flatMap((name) => several(name, distinct(fields[name])))
  const withoutFile = (field: string, value: unknown) =>
    isPlain(value) && !isBlank(String(value)) ? [{ field, reason: "not_understood" as const, message: noFile }] : []
  const ofPage = language === undefined ? [] : [
    ...(resume === "hidden" || sent.has("resume") ? [] : withoutFile("resume", fields["resume"])),
    ...questions.flatMap(({ id, type }) =>
      type !== "file" || sent.has(id) ? [] : withoutFile(`question:${id}`, answers[id])
    ),
    ...(texts.phone === null || mayBePhone(texts.phone)
      ? []
      : [{
        field: "phone",
        reason: "not_understood" as const,
        message: "Expected a phone number, for example +49 30 901820"
      }]),
    ...questions.flatMap(({ id, type }) =>
      type === "multiple_choice" || type === "file" ? [] : several(`question:${id}`, distinct(given[id]))
    ),
    ...issues.flatMap((issue) => ofAnswer(form, issue))
  ]
  const others: ReadonlyArray<Problem> = [
    ...(name === "" ? [missing("full_name")] : []),
    ...(email === null
      ? [missing("email")]
      : decoded?._tag === "Failure" || decoded?.success === ""
      ? [{
        field: "email",
        reason: "not_understood" as const,
        message: "Expected an email address, for example ada@example.com"
      }]
      : []),
    ...missingParts(form, present).map(missing),
    ...issues.flatMap(({ question_id, reason }) => reason === "missing" ? [missing(`question:${question_id}`)] : []),
    ...(consent_text !== null && consent === null ? [noConsent(asking)] : [])
  ]
  // Each field gets one problem: “given several times” is more precise than “missing”.
  const problems = [
    ...new Map([...repeated, ...ofPage, ...others].toReversed().map((problem) => [problem.field, problem])).values()
  ].toReversed()
  if (problems.length > 0) return Result.fail(new NotAnApplication({ problems }))
  const email_addresses = decoded?._tag === "Success" ? decoded.success.split(",").map((address) => ({ address })) : []
  return Result.succeed({
    full_name: name,
    primary_email: email!,
    email_addresses,
    ...texts,
    form,
    answers: given,
    files,
    consent,
    source: sourceIn(fields)
  })
}
