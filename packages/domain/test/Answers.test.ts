import { decodeAnswers, missingParts } from "@candor/domain/submission/Answers"
import { initial, JobFormDraft, replace } from "@candor/domain/form/JobForm"
import type { QuestionType } from "@candor/domain/form/Question"
import { JobId } from "@candor/domain/Id"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const context = contextAt()
const before = initial(JobId.make(id(900)), context.now)
const formOf = (draft: typeof JobFormDraft.Encoded, form = before) =>
  Result.getOrThrow(replace(form, Schema.decodeSync(JobFormDraft)(draft), context))
const choices = { options: ["Red wine", "White wine", "Beer"] }

/** The decoded answer to one question, and what is wrong with it. */
const answerTo = (type: QuestionType, given: unknown, required = false) => {
  const options = type === "single_choice" || type === "multiple_choice" ? choices : {}
  const { entity } = formOf({ questions: [{ label: "Which?", type, required, ...options }] })
  const { answers, issues } = decodeAnswers(entity, { [entity.questions[0]!.id]: given })
  return { value: answers[0]?.value, text: answers[0]?.answer_text, reasons: issues.map(({ reason }) => reason) }
}

test.each<readonly [QuestionType, given: unknown, understood: { readonly value: unknown; readonly text?: string }]>([
  ["short_text", " two\nlines ", { value: "two lines", text: " two\nlines " }],
  ["long_text", "nul\u0000 and half a \ud800", { value: "nul and half a \ufffd", text: "nul and half a \ufffd" }],
  ["single_choice", "red-wine", { value: "Red wine", text: "Red wine" }],
  ["single_choice", ["Beer"], { value: "Beer" }],
  ["multiple_choice", ["beer", "Red wine"], { value: ["Red wine", "Beer"], text: "Red wine, Beer" }],
  ["multiple_choice", "White wine", { value: ["White wine"] }],
  ["yes_no", true, { value: true, text: "Yes" }],
  ["yes_no", "on", { value: true, text: "Yes" }],
  ["yes_no", "Nein", { value: false, text: "Nein" }],
  ["number", "60.000", { value: 60_000 }],
  ["number", "60,000.50", { value: 60_000.5 }],
  ["number", "1.234.567,8", { value: 1_234_567.8 }],
  ["number", "1,5", { value: 1.5 }],
  ["number", -3, { value: -3 }],
  ["date", "31.1.2027", { value: "2027-01-31" }],
  ["date", "2027-01-31T12:00:00Z", { value: "2027-01-31" }],
  ["url", "example.com/me", { value: "https://example.com/me" }],
  ["file", "cv.pdf", { value: "cv.pdf" }]
])("an answer to a question of the type %s, %p, is understood", (type, given, understood) => {
  expect(answerTo(type, given)).toMatchObject({ ...understood, reasons: [] })
})

test.each<readonly [QuestionType, given: string]>([
  ["single_choice", "Water"],
  ["multiple_choice", "Water, beer"],
  ["yes_no", "perhaps"],
  ["number", "about 60k"],
  ["date", "31.2.2027"],
  ["url", "javascript:alert(1)"]
])("an answer to a question of the type %s that is not understood is kept and told: %s", (type, given) => {
  expect(answerTo(type, given)).toEqual({ value: null, text: given, reasons: ["not_understood"] })
})

test.each<readonly [QuestionType, given: string, language: string | undefined, value: unknown, readings: unknown]>([
  ["date", "3/4/2027", undefined, null, ["2027-04-03", "2027-03-04"]],
  ["date", "3/4/2027", "en", null, ["2027-04-03", "2027-03-04"]],
  ["date", "3/4/2027", "de", "2027-04-03", undefined],
  ["number", "1.500", undefined, 1500, undefined],
  ["number", "1.500", "en", null, [1.5, 1500]],
  ["number", "1.500", "de", 1500, undefined]
])(
  "the answer to a question of the type %s, %p, is read in the language %p as %p, or may be each of %p",
  (type, given, language, value, readings) => {
    const { entity: { questions } } = formOf({ questions: [{ label: "Which?", type }] })
    const { answers, issues } = decodeAnswers({ questions, language }, { [questions[0]!.id]: given })
    expect([answers[0]!.value, answers[0]!.answer_text, issues[0]?.readings]).toEqual([
      value as never,
      given,
      readings as never
    ])
  }
)

test("an answer of which nothing is seen is none, and missing where one is required", () => {
  for (const given of [undefined, null, " \u200b", [], {}, [[["x"]]]]) {
    expect(answerTo("long_text", given, true)).toEqual({ value: undefined, text: undefined, reasons: ["missing"] })
    expect(answerTo("long_text", given).reasons).toEqual([])
  }
})

test("a long answer is shortened, and what answers no question is told", () => {
  expect(answerTo("long_text", "😀".repeat(20_001))).toMatchObject({
    text: "😀".repeat(20_000),
    reasons: ["shortened"]
  })
  const { answers, issues } = decodeAnswers(before, { [id(7)]: "yes", [id(8)]: "" })
  expect([answers, issues]).toEqual([[], [{ question_id: id(7), label: null, reason: "unknown_question" }]])
})

test("a form requires what it says, and a hidden part is never missing", () => {
  const { entity } = formOf({ phone: "required", resume: "Off" })
  expect(missingParts(entity, new Set(["cover_letter"]))).toEqual(["phone"])
})

test("questions that are sent back stay the same, each once, and others get ids of the server's", () => {
  const first =
    formOf({ questions: [{ label: "One?", type: "Yes/No" }, { label: "Two?", type: "select", options: ["a", "b"] }] })
      .entity
  const [one, two] = first.questions
  expect(Result.getOrThrow(replace(first, first, context)).events).toEqual([])
  const { entity, events } = formOf({
    questions: [{ ...two!, label: "Second?" }, { ...one! }, { ...one! }, { id: id(999), label: "New?", type: "date" }]
  }, first)
  expect(entity.questions.map(({ label }) => label)).toEqual(["Second?", "One?", "One?", "New?"])
  expect(entity.questions.slice(0, 2).map(({ id }) => id)).toEqual([two!.id, one!.id])
  expect(new Set([...entity.questions.map(({ id }) => id as string), id(999)]).size).toBe(5)
  expect(events.map(({ type, subject_id }) => [type, subject_id])).toEqual([["job_form.updated", before.id]])
})

test.each([
  ["a choice without options", [{ label: "Which?", type: "select" }]],
  ["the same option twice", [{ label: "Which?", type: "select", options: ["a", " a "] }]],
  ["options of what is no choice", [{ label: "When?", type: "date", options: ["today"] }]],
  ["51 questions", Array.from({ length: 51 }, () => ({ label: "Which?", type: "url" }))],
  [
    "more than 100,000 bytes",
    Array.from({ length: 50 }, () => ({ label: "Which?", type: "url", help_text: "x".repeat(2000) }))
  ],
  ["a question of which nothing is seen", [{ label: " ", type: "url" }]]
])("a form is refused with %s", (_, questions) => {
  expect(Schema.decodeUnknownResult(JobFormDraft)({ questions })._tag).toBe("Failure")
})
