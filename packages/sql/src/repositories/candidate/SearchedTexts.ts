/** The texts that the search of candidates reads besides a candidate's fields. A further kind of text is an entry here. */
import type { TextSource } from "@candor/domain/candidate/CandidateSearch"

interface SearchedText {
  /** A table of texts of applications, or of candidates. */
  readonly table: string
  readonly of: "application" | "candidate"
  /** The text of a row `t`, as the index of the table has it. */
  readonly content: string
}

export const searchedTexts: Readonly<Record<TextSource, SearchedText>> = {
  note: { table: "notes", of: "application", content: "t.body" },
  answer: { table: "application_answers", of: "application", content: "t.answer_text" },
  attachment: { table: "attachments", of: "application", content: "t.text" },
  ai_summary: { table: "ai_profiles", of: "candidate", content: "t.summary" }
}

/** The sources of texts, always in this order: a statement keeps its plan. */
export const sources = Object.keys(searchedTexts) as ReadonlyArray<TextSource>
