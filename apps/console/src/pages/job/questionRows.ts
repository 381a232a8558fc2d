/** The questions of a form in its editor. */
import type { JobForm, JobFormDraft } from "@candor/client"

type Question = JobForm["questions"][number]

/** A question in the editor. */
export interface QuestionRow extends Pick<Question, "label" | "required" | "type"> {
  readonly key: string
  /** Undefined for a new question. */
  readonly id?: string
  readonly help_text: string
  /** One option in each line. */
  readonly options: string
}

export const rowsOf = ({ questions }: JobForm): ReadonlyArray<QuestionRow> =>
  questions.map(({ help_text, options, ...question }) => ({
    ...question,
    key: question.id,
    help_text: help_text ?? "",
    options: options.join("\n")
  }))

export const isChoice = ({ type }: Pick<QuestionRow, "type">): boolean =>
  type === "single_choice" || type === "multiple_choice"

/** Returns the questions for a request. Existing ones keep their ids. */
export const questionsIn = (rows: ReadonlyArray<QuestionRow>): NonNullable<JobFormDraft["questions"]> =>
  rows.map(({ help_text, key: _, options, ...question }) => ({
    ...question,
    help_text: help_text.trim() || null,
    options: isChoice(question)
      ? [...new Set(options.split("\n").map((option) => option.trim()).filter((option) => option !== ""))]
      : []
  }))
