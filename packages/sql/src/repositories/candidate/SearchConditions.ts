/**
 * What the statements of a search are put together from, as text: to compose statements of this size of fragments would take
 * longer than to run them. Values that a plan must not depend on are subselects: PostgreSQL keeps one plan.
 */
import type { SearchFilter, TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { ApplicationId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { candidateFields, inSample } from "../../database/ConcurrentIndexes.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { candidateColumns } from "./CandidateRows.ts"

/** What a statement searches for. */
export interface Search {
  readonly organization: OrganizationId
  readonly words: ReadonlyArray<string>
  /** The words in one text, and in other forms: a phone number in groups. */
  readonly forms: ReadonlyArray<string>
  readonly filter: SearchFilter
}

/** A text that matches. */
export interface TextMatch {
  readonly source: TextSource
  readonly id: string
  readonly application_id: ApplicationId | null
}

/** The values of a statement: `add` returns the text that stands for one. */
export const parameters = () => {
  const values: Array<unknown> = []
  return { values, add: (value: unknown): string => `$${values.push(value)}` }
}

export interface Parameters extends ReturnType<typeof parameters> {}

/** The columns of a candidate `c` that a search shows. */
export const shownColumns = `c.id, ${columnsOf("c", candidateColumns)}, c.created_at, c.updated_at, c.anonymised_at`

/** The searched fields of a candidate `c`, as their index has them. */
export const fieldsText = candidateFields.replaceAll(/(?<=[(,] ?)(?=\w)/g, "c.")

/** The words of these fields, as their index has them. */
export const fieldsWords = `(search_keys(c.organization_id, ${fieldsText}) || search_name_keys(c.organization_id, c.full_name))`

/** What other spellings of these words have in common with them, as their index has it. */
export const fieldsSpellings = `search_spellings(c.organization_id, ${fieldsText})`

/**
 * The condition that a row is of the organization. The words of a search have the organization in front, so that their index
 * finds few rows of others: an index of all rows of the organization, which PostgreSQL would read besides for a condition with
 * `=`, does not help. A subselect, so that PostgreSQL keeps one plan for organizations of any size.
 */
export const ofOrganization = (organization: string, alias: string) => `${alias}.organization_id IS NOT DISTINCT FROM (SELECT ${organization}::uuid)`

/** A text search query for texts that have words which begin with these. */
export const allOf = (words: ReadonlyArray<string>): string => words.map((word) => `${word}:*`).join(" & ")

/** A text search query for texts that have a word which begins with one of these. */
export const anyOf = (words: ReadonlyArray<string>): string => words.map((word) => `${word}:*`).join(" | ")

/**
 * The first rows of a selection, of which `id` is a column: those in the sample of its table come first. An index returns all
 * rows with a word before a limit applies. Where very many have it, those of the sample fill the limit, and the others are not
 * read.
 */
export const firstOf = (limit: number, id: string, select: (condition: string) => string): string => {
  const sampled = inSample(id)
  return `(SELECT * FROM ((${select(sampled)}) UNION ALL (${select(`NOT ${sampled}`)})) matching LIMIT ${limit})`
}

/**
 * The conditions of the filters on a candidate `c` of the organization; none without filters. Applications are looked up for each
 * candidate: with EXISTS, PostgreSQL would read all of the organization first.
 */
export const filters = (
  { add }: Parameters,
  organization: string,
  { job_id, stage_id, status, tag, university, years_min }: SearchFilter
): ReadonlyArray<string> => {
  const ofApplication = [
    ...(job_id === undefined ? [] : [`a.job_id = ${add(job_id)}`]),
    ...(stage_id === undefined ? [] : [`a.stage_id = ${add(stage_id)}`]),
    ...(status === undefined ? [] : [`a.status = ${add(status)}`])
  ]
  return [
    ...(years_min === undefined ? [] : [`c.years_experience >= ${add(years_min)}`]),
    ...(university === undefined ? [] : [`search_text(c.university) = search_text(${add(university)})`]),
    ...(tag === undefined ? [] : [`c.tags @> ARRAY[${add(tag)}::text]`]),
    ...(ofApplication.length === 0 ? [] : [`coalesce((
      SELECT true FROM applications a
      WHERE a.organization_id = ${organization} AND a.candidate_id = c.id AND ${ofApplication.join(" AND ")} AND ${ofVisibleJob}
      LIMIT 1
    ), false)`])
  ]
}

/** The condition that the candidate of an id meets the conditions on a candidate `c`. Each is looked up by its id. */
export const ofCandidate = (organization: string, id: string, conditions: ReadonlyArray<string>): ReadonlyArray<string> =>
  conditions.length === 0
    ? []
    : [`coalesce((SELECT ${conditions.join(" AND ")} FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${id}), false)`]

/** The candidate of a match, its score within its kind, of which the greatest comes first, and a text that has words of the search. */
export interface Scored {
  readonly id: CandidateId
  readonly score: number
  readonly text?: TextMatch | null
}
