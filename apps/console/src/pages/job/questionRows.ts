/** The questions of a form while they are edited. */
import type { JobForm, JobFormDraft } from "@candor/client"

type Question = JobForm["questions"][number]

/** A question in the editor. */
export interface QuestionRow extends Pick<Question, "label" | "required" | "type"> {
  readonly key: string
  /** Undefined of a new one. */
  readonly id?: string
  readonly help_text: string
  /** One in each line. */
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

/** The questions of a request. Those of the form keep their ids. */
export const questionsIn = (rows: ReadonlyArray<QuestionRow>): NonNullable<JobFormDraft["questions"]> =>
  rows.map(({ help_text, key: _, options, ...question }) => ({
    ...question,
    help_text: help_text.trim() || null,
    options: isChoice(question)
      ? [...new Set(options.split("\n").map((option) => option.trim()).filter((option) => option !== ""))]
      : []
  }))
