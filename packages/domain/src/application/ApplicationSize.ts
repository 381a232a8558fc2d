/**
 * The size of an application: its number of notes and feedback, and the bytes of their texts and of its answers. For a
 * candidate, the size of its own notes.
 */
import { Result, type Schema } from "effect"
import type { ApplicationAnswer } from "./ApplicationAnswer.ts"
import { bytesOf } from "../ExternalId.ts"
import type { InterviewFeedback } from "../feedback/InterviewFeedback.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import type { Note } from "../note/Note.ts"
import { jsonBytes } from "../Text.ts"

/**
 * The stored size of an application, or the size that a change adds. An application that already exceeded a limit when
 * the limit was introduced counts as full.
 */
export interface ApplicationSize {
  readonly notes_counted: number
  readonly feedback_counted: number
  /**
   * The bytes of note bodies, feedback bodies, interview types, their external ids, scorecards, questions, answers and
   * unapplied values, as JSON.
   */
  readonly text_bytes: number
}

export const maxNotes: Limit = { what: "notes on an application", limit: 500 }
export const maxFeedback: Limit = { what: "interview feedback entries on an application", limit: 200 }
export const maxTextBytes: Limit = {
  what: "bytes of notes, feedback, scorecards and answers on an application",
  limit: 3 * 1024 * 1024
}

/** The limits of a candidate's own notes: the same as for an application. */
export const ofCandidate = {
  notes: { ...maxNotes, what: "notes on a candidate" },
  feedback: maxFeedback,
  text: { ...maxTextBytes, what: "bytes of notes on a candidate" }
}

export const ofApplication: typeof ofCandidate = { notes: maxNotes, feedback: maxFeedback, text: maxTextBytes }

/** Returns the size that a note adds. */
export const ofNote = (
  { body, external_ids = [] }: Pick<Note, "body"> & Partial<Pick<Note, "external_ids">>
): ApplicationSize => ({
  notes_counted: 1,
  feedback_counted: 0,
  text_bytes: jsonBytes(body) + bytesOf(external_ids)
})

/** Returns the size that interview feedback adds. */
export const ofFeedback = (
  { body, external_ids = [], interview_type }:
    & Pick<InterviewFeedback, "body" | "interview_type">
    & Partial<Pick<InterviewFeedback, "external_ids">>
): ApplicationSize => ({
  notes_counted: 0,
  feedback_counted: 1,
  text_bytes: jsonBytes(body) + jsonBytes(interview_type) + bytesOf(external_ids)
})

/** Returns the size that a submitted scorecard adds, besides its feedback. */
export const ofScorecard = (
  { answers, questions, ratings, sections, summary }: {
    readonly [Part in "answers" | "questions" | "ratings" | "sections" | "summary"]: unknown
  }
): ApplicationSize => ({
  notes_counted: 0,
  feedback_counted: 0,
  text_bytes: jsonBytes([sections, questions, ratings, answers, summary] as unknown as Schema.Json)
})

/** Returns the size of a new application: its answers, which fit into a request body of 1 MiB. */
export const ofAnswers = (
  answers: ReadonlyArray<
    Pick<ApplicationAnswer, "answer_text" | "question_text"> & Partial<Pick<ApplicationAnswer, "value">>
  >
): ApplicationSize => ({
  notes_counted: 0,
  feedback_counted: 0,
  text_bytes: answers.reduce(
    (sum, { answer_text, question_text, value = null }) =>
      sum + jsonBytes(question_text) + jsonBytes(answer_text) + (value === null ? 0 : jsonBytes(value)),
    0
  )
})

/** Returns the size of the values that did not get into the candidate's record. */
export const ofUnapplied = (unapplied: ReadonlyArray<object>): ApplicationSize => ({
  notes_counted: 0,
  feedback_counted: 0,
  text_bytes: unapplied.reduce((sum, one) => sum + jsonBytes({ ...one }), 0)
})

export const nothing: ApplicationSize = { notes_counted: 0, feedback_counted: 0, text_bytes: 0 }

export const sum = (one: ApplicationSize, other: ApplicationSize): ApplicationSize => ({
  notes_counted: one.notes_counted + other.notes_counted,
  feedback_counted: one.feedback_counted + other.feedback_counted,
  text_bytes: one.text_bytes + other.text_bytes
})

/** Returns the size that a change adds; negative if the application shrinks. */
export const difference = (before: ApplicationSize, after: ApplicationSize): ApplicationSize => ({
  notes_counted: after.notes_counted - before.notes_counted,
  feedback_counted: after.feedback_counted - before.feedback_counted,
  text_bytes: after.text_bytes - before.text_bytes
})

/** Fails if the application, or the candidate, would exceed one of its limits. */
export const withinLimits = (
  present: ApplicationSize,
  added: ApplicationSize,
  limits = ofApplication
): Result.Result<void, LimitReached> =>
  Result.gen(function*() {
    yield* withinLimit(limits.notes, present.notes_counted, added.notes_counted)
    yield* withinLimit(limits.feedback, present.feedback_counted, added.feedback_counted)
    yield* withinLimit(limits.text, present.text_bytes, added.text_bytes)
  })
