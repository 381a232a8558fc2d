/**
 * The texts that the search of candidates reads besides a candidate's fields, derived from the declarations of nouns.
 */
import { searchedTexts as texts } from "@candor/domain/nouns"
import type { TextSource } from "@candor/domain/search/CandidateSearch"

/** The value for an owner that rows of a table never have. */
export const noOwner = "NULL::uuid"

interface SearchedText {
  /** A table with texts of applications, of candidates, or of both. */
  readonly table: string
  /** The columns of a row `t` with the ids of its application and candidate; null if it has none. */
  readonly application: string
  readonly candidate: string
  /** The columns of the primary key other than the organization and the id. */
  readonly key: ReadonlyArray<"application_id">
  /** A condition on a row `t`: it has an owner. Some mails have none. */
  readonly isOwned: string
  /** The text of a row `t`, in the form of the index. */
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

/** The sources of texts, always in the same order, so that a statement keeps its plan. */
export const sources = texts.map(({ source }) => source)
