/** The texts that the search of candidates reads besides a candidate's fields, from the declarations of nouns. */
import type { TextSource } from "@candor/domain/candidate/CandidateSearch"
import { searchedTexts as texts } from "@candor/domain/nouns"

interface SearchedText {
  /** A table of texts of applications, or of candidates. */
  readonly table: string
  readonly of: "application" | "candidate"
  /** The text of a row `t`, as the index of the table has it. */
  readonly content: string
}

export const searchedTexts = Object.fromEntries(
  texts.map(({ column, owner, source, table }) => [source, { table, of: owner, content: `t.${column}` }])
) as Readonly<Record<TextSource, SearchedText>>

/** The sources of texts, always in this order: a statement keeps its plan. */
export const sources = texts.map(({ source }) => source)
