/** The texts that the search of candidates reads besides a candidate's fields, from the declarations of nouns. */
import { searchedTexts as texts } from "@candor/domain/nouns"
import type { TextSource } from "@candor/domain/search/CandidateSearch"

/** What a row has in place of the id of an owner that rows like it never have. */
export const noOwner = "NULL::uuid"

interface SearchedText {
  /** A table of texts of applications, of candidates, or of either. */
  readonly table: string
  /** The columns of a row `t` that name its application, and its candidate; null where it has none. */
  readonly application: string
  readonly candidate: string
  /** The columns besides the organization and the id that the primary key of the table has. */
  readonly key: ReadonlyArray<"application_id">
  /** A condition on a row `t`: it belongs to somebody. Some mails do not. */
  readonly isOwned: string
  /** The text of a row `t`, as the index of the table has it. */
  readonly content: string
}

export const searchedTexts = Object.fromEntries(
  texts.map(({ column, owners, source, table }): readonly [TextSource, SearchedText] => [source, {
    table,
    application: owners.includes("application") ? "t.application_id" : noOwner,
    candidate: owners.includes("candidate") ? "t.candidate_id" : noOwner,
    key: owners.includes("candidate") ? [] : ["application_id"],
    isOwned: owners.includes("candidate") ? "true" : "t.application_id IS NOT NULL",
    content: `t.${column}`
  }])
) as Readonly<Record<TextSource, SearchedText>>

/** The sources of texts, always in this order: a statement keeps its plan. */
export const sources = texts.map(({ source }) => source)
