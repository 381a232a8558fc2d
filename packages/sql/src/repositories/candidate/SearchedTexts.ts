/** The texts that the search of candidates reads besides a candidate's fields. A further kind of text is an entry here. */
import type { TextSource } from "@candor/domain/candidate/CandidateSearch"
import { isVisible } from "../application/Visibility.ts"

interface SearchedText {
  /** The table with the alias `t`, and that of its applications `a` where the text belongs to one. */
  readonly from: string
  /** The condition that `t` is the row of a `text`, besides its organization. */
  readonly key: string
  readonly candidate: string
  readonly application: string
  /** The text, as the index of the table has it. */
  readonly content: string
  readonly where: string
}

/** A table of parts of applications. */
const ofApplication = (table: string, content: string): SearchedText => ({
  from: `(${table} t JOIN applications a ON a.organization_id = t.organization_id AND a.id = t.application_id)`,
  key: "t.application_id = text.application_id AND t.id = text.id",
  candidate: "a.candidate_id",
  application: "a.id",
  content,
  where: isVisible("a.organization_id", "a.job_id")
})

export const searchedTexts: Readonly<Record<TextSource, SearchedText>> = {
  note: ofApplication("notes", "t.body"),
  answer: ofApplication("application_answers", "t.answer_text"),
  attachment: ofApplication("attachments", "t.text"),
  ai_summary: {
    from: "ai_profiles t",
    key: "t.id = text.id",
    candidate: "t.candidate_id",
    application: "NULL::uuid",
    content: "t.summary",
    where: "true"
  }
}

/** The sources of texts, always in this order: a statement keeps its plan. */
export const sources = Object.keys(searchedTexts) as ReadonlyArray<TextSource>
