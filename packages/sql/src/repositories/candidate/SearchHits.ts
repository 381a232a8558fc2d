/** Finds the fields and texts of candidates that contain words of a search. */
import { maxFiltered, maxMatches, maxSought, type TextSource } from "@candor/domain/search/CandidateSearch"
import { partsSeen } from "../../database/Seen.ts"
import { isVisible } from "../application/Visibility.ts"
import { fieldsKeys, fieldsContent, firstOf, type Content, type Parameters, tenant } from "./SearchConditions.ts"
import type { CandidateFilter } from "./SearchFilters.ts"
import { noOwner, searchedTexts, sources } from "./SearchedTexts.ts"

/** Conditions on a content other than its words. */
export type ContentConditions = (content: Content) => ReadonlyArray<string>

/** A table with searched words: candidates, or the texts of a source. */
interface Searched {
  readonly table: string
  readonly alias: "c" | "t"
  /**
   * Expressions: the ids of the candidate and the application that a row belongs to, and of a text its source and its
   * own id.
   */
  readonly candidate: string
  readonly application: string
  readonly source: string
  readonly id: string
}

/**
 * Selects the first rows of a table that contain the words, are visible, meet the conditions that the index cannot
 * check, and whose candidates meet the filters. All conditions apply before the limit, which would otherwise leave no
 * matches, but to a bounded number of rows.
 */
const filtered = (
  { ids, ofCandidate, ofText }: CandidateFilter,
  { alias, application, candidate, id, source, table }: Searched,
  conditions: ReadonlyArray<string>,
  compared: ReadonlyArray<string>,
  limit: number
): string => {
  const withWords = (count: number) =>
    firstOf(
      count,
      `${alias}.id`,
      (condition) => `SELECT ${alias}.* FROM public.${table} ${alias} WHERE ${[...conditions, condition].join(" AND ")}`
    )
  const all = withWords(compared.length === 0 ? maxSought : maxFiltered)
  // This comes before the check for visibility, which PostgreSQL would otherwise push down.
  const first = ids === undefined
    ? all
    : `(SELECT ${alias}.*, ids.by_ids FROM (
        SELECT CASE WHEN EXISTS (SELECT FROM ${
      withWords(maxMatches + 1)
    } many OFFSET ${maxMatches}) THEN ${ids.areComplete}
          ELSE false END AS by_ids OFFSET 0
      ) ids CROSS JOIN ${all} ${alias} WHERE CASE WHEN ids.by_ids THEN ${
      ids.have(candidate, application)
    } ELSE true END OFFSET 0)`
  const columns = `${candidate} AS candidate_id, ${source} AS source, ${id} AS id, ${application} AS application_id`
  const isSeen = [`${alias}.organization_id = ${tenant}`, ...compared].join(" AND ")
  const seen = (selected: string, count: number) =>
    `(WITH first AS ${first} SELECT ${selected} FROM $scanned_${table}(first) ${alias} WHERE ${isSeen} LIMIT ${count})`
  const condition = alias === "c" ? ofCandidate : ofText
  if (condition === undefined) return seen(columns, limit)
  const [isMet, more] = ids === undefined
    ? [condition, ""]
    : [`CASE WHEN by_ids THEN true ELSE ${condition} END`, ", by_ids"]
  return alias === "c"
    ? `(SELECT ${columns} FROM ${seen("c.*", maxFiltered)} c WHERE ${isMet} LIMIT ${limit})`
    : `(SELECT candidate_id, source, id, application_id FROM ${
      seen(columns + more, maxFiltered)
    } found WHERE ${isMet} LIMIT ${limit})`
}

/** Selects texts of a source that contain the words of a row of `query`, each with its application or candidate. */
const textsOf =
  (given: Parameters, filter: CandidateFilter, found: ContentConditions, limit: number) =>
  (source: TextSource): string => {
    const { content, isOwned, ...text } = searchedTexts[source]
    const keys = `text_keys(t.organization_id, ${content})`
    const conditions = [given.isOwn("t"), isOwned, `${keys} @@ query.words`]
    const searched = { ...text, alias: "t", source: `'${source}'`, id: "t.id" } as const
    return filtered(filter, searched, conditions, found({ keys, sequence: `text_sequence(${content})` }), limit)
  }

const candidates: Searched = {
  table: "candidates",
  alias: "c",
  candidate: "c.id",
  application: noOwner,
  source: "NULL::text",
  id: "NULL::uuid"
}

/** Selects candidates whose fields contain these words of a row of `query`. */
export const fieldsOf = (
  given: Parameters,
  filter: CandidateFilter,
  words: "words" | "name_words",
  found: ContentConditions,
  limit = maxMatches
): string => {
  const conditions = [given.isOwn("c"), `${fieldsKeys} @@ query.${words}`, "c.anonymised_at IS NULL"]
  return filtered(filter, candidates, conditions, found(fieldsContent), limit)
}

/**
 * The beginning of a WITH clause: the applicants of a job as `person (id)`, and all their applications as
 * `application_of_person (id)`. Used if a word has more rows than are read of the organization.
 */
export const peopleOf = (job: string): string =>
  `person AS MATERIALIZED (
      SELECT DISTINCT a.candidate_id AS id FROM $applications a
      WHERE a.organization_id = ${tenant} AND a.job_id = ${job} AND ${isVisible("a.job_id")}
    ), application_of_person AS MATERIALIZED (
      SELECT a.id FROM person CROSS JOIN LATERAL (
        SELECT a.id FROM $applications a
        WHERE a.organization_id = ${tenant} AND a.candidate_id = person.id AND ${isVisible("a.job_id")} OFFSET 0
      ) a
    )`

/** Selects the rows `alias` of a table for each row of `people`, looked up by this column. */
const rowsOf = (table: string, alias: string, people: "person" | "application_of_person", column: string): string =>
  `${people} CROSS JOIN LATERAL (
      SELECT * FROM ${table} ${alias} WHERE ${alias}.organization_id = ${tenant} AND ${alias}.${column} = ${people}.id OFFSET 0
    ) ${alias}`

/**
 * Selects the first rows that an index finds in the whole organization and that belong to `people`. If the index may
 * have more, selects the rows of `people` instead, and compares each with the words. Rows that the viewer does not see
 * count for that limit: finding enough visible ones would take all rows with a frequent word.
 */
const ofPeople = (
  id: string,
  select: (condition: string) => string,
  isOfPeople: string,
  people: ReadonlyArray<string>
): string =>
  `(WITH first AS MATERIALIZED ${firstOf(maxFiltered, id, select)}
    SELECT * FROM first WHERE (SELECT count(*) FROM first) < ${maxFiltered} AND ${isOfPeople}
    ${people.map((rows) => `UNION ALL ${rows} AND (SELECT count(*) FROM first) >= ${maxFiltered}`).join(" ")})`

/** Selects the fields and texts of a job's applicants (see `peopleOf`) that contain the words of a row of `query`. */
export const hitsOfPeople = (given: Parameters, found: ContentConditions): string => {
  const fields = "SELECT c.id AS candidate_id, NULL::text AS source, NULL::uuid AS id, NULL::uuid AS application_id"
  const ofFields = ["c.anonymised_at IS NULL", ...found(fieldsContent)]
  const isPerson = "first.candidate_id IN (SELECT id FROM person)"
  const ofCandidates = ofPeople(
    "c.id",
    (condition) =>
      `${fields} FROM public.candidates c WHERE ${
        [given.isOwn("c"), `${fieldsKeys} @@ query.words`, ...ofFields, condition].join(" AND ")
      }`,
    isPerson,
    [`${fields} FROM ${rowsOf("candidates", "c", "person", "id")} WHERE ${
      [`(${fieldsKeys} @@ query.words) IS TRUE`, ...ofFields].join(" AND ")
    }`]
  )
  const ofTexts = sources.map((source) => {
    const { application, candidate, content, isOwned, table } = searchedTexts[source]
    const keys = `text_keys(t.organization_id, ${content})`
    const text = `SELECT ${candidate} AS candidate_id, '${source}' AS source, t.id, ${application} AS application_id`
    const conditions = [isOwned, ...found({ keys, sequence: `text_sequence(${content})` })]
    const part = partsSeen(table)
    const isSeen = part === table
      ? "true"
      : `(SELECT true FROM ${part} s WHERE s.organization_id = ${tenant} AND s.id = first.id LIMIT 1) IS TRUE`
    const owners = [
      ...(application === "t.application_id"
        ? [{
          rows: rowsOf(part, "t", "application_of_person", "application_id"),
          isOf: "first.application_id IN (SELECT id FROM application_of_person)"
        }]
        : []),
      ...(candidate === "t.candidate_id" ? [{ rows: rowsOf(part, "t", "person", "candidate_id"), isOf: isPerson }] : [])
    ]
    return ofPeople(
      "t.id",
      (condition) =>
        `${text} FROM public.${table} t WHERE ${
          [given.isOwn("t"), `${keys} @@ query.words`, ...conditions, condition].join(" AND ")
        }`,
      `(${owners.map(({ isOf }) => isOf).join(" OR ")}) AND ${isSeen}`,
      owners.map(({ rows }) =>
        `${text} FROM ${rows} WHERE ${[`(${keys} @@ query.words) IS TRUE`, ...conditions].join(" AND ")}`
      )
    )
  })
  return [ofCandidates, ...ofTexts].join(" UNION ALL ")
}

/** Selects the fields and texts that contain the words of a row of `query`. */
export const hitsOf = (
  given: Parameters,
  filter: CandidateFilter,
  found: ContentConditions,
  limit = maxMatches
): string =>
  [fieldsOf(given, filter, "words", found, limit), ...sources.map(textsOf(given, filter, found, limit))].join(
    " UNION ALL "
  )
