/** What the statements of a search compare. Values that a plan must not depend on are subselects: PostgreSQL keeps one plan. */
import type { SearchFilter, TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { ApplicationId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { candidateFields } from "../../database/ConcurrentIndexes.ts"
import type { SqlClient, Statement } from "effect/sql"
import { ofVisibleJob } from "../application/Visibility.ts"

/** What a statement searches for. */
export interface Search {
  readonly organization: OrganizationId
  readonly words: ReadonlyArray<string>
  readonly filter: SearchFilter
}

/** A match with its score within its kind, of which the greatest comes first. */
export interface Scored {
  readonly id: CandidateId
  readonly score: number
  /** A text that has words of the search. */
  readonly text?: TextMatch | null
}

/** A text that matches. */
export interface TextMatch {
  readonly source: TextSource
  readonly id: string
  readonly application_id: ApplicationId | null
}

/** The searched fields of a candidate `c`, as their index has them. */
export const fieldsText = candidateFields.replaceAll(/(?<=[(,] ?)(?=\w)/g, "c.")

/** The words of these fields. */
export const fieldsWords = `search_words(${fieldsText})`

/** A text search query for texts that have words which begin with these. */
export const allOf = (words: ReadonlyArray<string>): string => words.map((word) => `${word}:*`).join(" & ")

/** A text search query for texts that have a word which begins with one of these. */
export const anyOf = (words: ReadonlyArray<string>): string => words.map((word) => `${word}:*`).join(" | ")

/** A text search query as a value of SQL. */
export const queryOf = (sql: SqlClient.SqlClient, query: string): Statement.Fragment =>
  sql`(SELECT to_tsquery('candor_search', ${query}))`

/** The condition that candidates `c` were not anonymised and meet the filters. */
export const selected = (
  sql: SqlClient.SqlClient,
  { filter: { job_id, stage_id, status, tag, university, years_min }, organization }: Search
): Statement.Fragment => {
  const ofApplication = [
    ...(job_id === undefined ? [] : [sql`a.job_id = ${job_id}`]),
    ...(stage_id === undefined ? [] : [sql`a.stage_id = ${stage_id}`]),
    ...(status === undefined ? [] : [sql`a.status = ${status}`])
  ]
  return sql.and([
    sql`c.anonymised_at IS NULL`,
    ...(years_min === undefined ? [] : [sql`c.years_experience >= ${years_min}`]),
    ...(university === undefined ? [] : [sql`search_text(c.university) = search_text(${university})`]),
    ...(tag === undefined ? [] : [sql`c.tags @> ARRAY[${tag}::text]`]),
    ...(ofApplication.length === 0 ? [] : [sql`EXISTS (
      SELECT FROM applications a
      WHERE a.organization_id = ${organization} AND a.candidate_id = c.id AND ${sql.and(ofApplication)}
        AND ${sql.literal(ofVisibleJob)}
    )`])
  ])
}
