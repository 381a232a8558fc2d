/** Candidates that have all words of a search as they are spelt, or words that begin so: in one place, or in several together. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxFiltered, maxMatches, type SearchPosition, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { SqlClient } from "effect/sql"
import { isVisible } from "../application/Visibility.ts"
import {
  allOf,
  fieldsWords,
  filters,
  firstOf,
  ofCandidate,
  ofOrganization,
  type Parameters,
  parameters,
  type Scored,
  type Search,
  shownColumns
} from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/** A match, and whether all words are in the fields. */
export type ExactMatch = CandidateDetail & Scored & { readonly in_fields: boolean }

/** The most candidates that have all words in one place: as many as each place may have. The name is one of its own. */
export const maxDirect = maxMatches * (2 + sources.length)

/** The candidate of an application whose job was not deleted. */
const candidateOf = (organization: string, application: string): string => `(
      SELECT a.candidate_id FROM applications a
      WHERE a.organization_id = ${organization} AND a.id = ${application} AND ${isVisible(organization, "a.job_id")}
    )`

/**
 * The first rows of a selection whose candidates meet the filters. The filters apply before the limit, or they would find nothing,
 * and to a bounded number of rows.
 */
const filtered = (organization: string, filter: ReadonlyArray<string>, candidate: string, id: string, select: (condition: string) => string): string =>
  filter.length === 0
    ? firstOf(maxMatches, id, select)
    : `(SELECT * FROM ${firstOf(maxFiltered, id, select)} found WHERE ${ofCandidate(organization, candidate, filter).join(" AND ")} LIMIT ${maxMatches})`

/** Texts of a source that have the words of a row of `query`: each with its application, or with its candidate. */
const textsOf = (organization: string, filter: ReadonlyArray<string>) => (source: TextSource): string => {
  const { content, of, table } = searchedTexts[source]
  const [application, candidate] = of === "application" ? ["t.application_id", "NULL::uuid"] : ["NULL::uuid", "t.candidate_id"]
  const words = `search_keys(t.organization_id, ${content}) @@ query.words`
  const found = of === "application" ? candidateOf(organization, "found.application_id") : "found.candidate_id"
  return filtered(organization, filter, found, "t.id", (condition) => `
    SELECT ${candidate} AS candidate_id, '${source}' AS source, t.id, ${application} AS application_id
    FROM ${table} t WHERE ${[ofOrganization(organization, "t"), words, condition].join(" AND ")}`)
}

/** Candidates whose fields have these words of a row of `query`. */
const fieldsOf = (organization: string, filter: ReadonlyArray<string>, words: "words" | "name_words"): string =>
  filtered(organization, filter, "found.candidate_id", "c.id", (condition) => `
    SELECT c.id AS candidate_id, NULL::text AS source, NULL::uuid AS id, NULL::uuid AS application_id FROM candidates c
    WHERE ${[ofOrganization(organization, "c"), `${fieldsWords} @@ query.${words}`, "c.anonymised_at IS NULL", condition].join(" AND ")}`)

/** What fields and texts have the words of a row of `query`. */
const hitsOf = (organization: string, filter: ReadonlyArray<string>): string =>
  [fieldsOf(organization, filter, "words"), ...sources.map(textsOf(organization, filter))].join(" UNION ALL ")

/** The candidate of a hit; none if its job was deleted. */
const candidateOfHit = (organization: string): string => `coalesce(hit.candidate_id, ${candidateOf(organization, "hit.application_id")})`

/** The text of a match; the sources are in their order. */
const bestText = "min(ARRAY[source, id::text, application_id::text]) FILTER (WHERE source IS NOT NULL)"

const asText = "json_build_object('source', best[1], 'id', best[2], 'application_id', best[3])"

/** The condition that a match with all words in one place is behind a position. */
const isBehind = ({ add }: Parameters, { id, match, score }: SearchPosition): string => {
  const position = `(${add(match === "fields")}::boolean, ${add(score)}::integer, ${add(id)}::uuid)`
  return `(found.in_fields, found.score, found.id) < ${position}`
}

/** Reads the candidates `c` of the matches, each by its id: a plan that joins the tables would read the whole one. */
const candidatesOf = (organization: string): string => `matching m CROSS JOIN LATERAL (
        SELECT * FROM candidates WHERE organization_id = ${organization} AND id = m.candidate_id AND anonymised_at IS NULL LIMIT 1
      ) c`

/**
 * Makes the function that returns the first candidates after a position who have all words in their fields, and then those who
 * have them in one text. Of the former, candidates whose name is the query come first, then those with the words in their name,
 * then those with words of which they are the beginnings there; of equal ones the newest first.
 */
export const directMatches = (sql: SqlClient.SqlClient) =>
({ filter, forms, organization, words }: Search, limit: number, after?: SearchPosition) => {
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const conditions = filters(given, tenant, filter)
  const [name, spelt, begun] = [words.join(" "), words.join(" & "), allOf(words)].map((text) => `${add(text)}::text`)
  const nameHas = (query: string) => `search_words(c.full_name) @@ (SELECT to_tsquery('candor_search', ${query}))`
  return sql.unsafe<ExactMatch>(`
    WITH query AS MATERIALIZED (
      SELECT string_agg(search_query(${tenant}, form)::text, ' | ')::tsquery AS words, search_query(${tenant}, ${name!}, '=') AS name_words
      FROM unnest(${add(forms)}::text[]) AS form
    ),
    hit AS MATERIALIZED (
      SELECT found.* FROM query CROSS JOIN LATERAL (
        ${fieldsOf(tenant, conditions, "name_words")} UNION ALL ${hitsOf(tenant, conditions)}
      ) found
    ),
    matching AS (
      SELECT ${candidateOfHit(tenant)} AS candidate_id, bool_or(source IS NULL) AS in_fields, ${bestText} AS best FROM hit GROUP BY 1
    ), found AS (
      SELECT ${shownColumns}, m.in_fields, CASE
          WHEN NOT m.in_fields THEN 0
          WHEN search_text(c.full_name) = (SELECT search_text(${name})) THEN 3
          WHEN ${nameHas(spelt!)} THEN 2
          WHEN ${nameHas(begun!)} THEN 1
          ELSE 0
        END AS score, m.best
      FROM ${candidatesOf(tenant)}
    )
    SELECT ${shownColumns}, in_fields, score, CASE WHEN NOT in_fields THEN ${asText} END AS text FROM (
      SELECT * FROM found ${after === undefined ? "" : `WHERE ${isBehind(given, after)}`}
      ORDER BY in_fields DESC, score DESC, id DESC LIMIT (SELECT ${add(limit)}::integer)
    ) c
    ORDER BY in_fields DESC, score DESC, id DESC`, values)
}

/**
 * Makes the function that returns the first candidates after a position who have each word in their fields or in one of their
 * texts, the newest first, without those of `direct` that have all in one place. Each place that is found for a word has its bit;
 * the places of a candidate together need all bits. Where a word is nowhere, no candidate is looked up.
 */
export const combinedMatches = (sql: SqlClient.SqlClient) =>
({ filter, organization, words }: Search, direct: ReadonlyArray<string>, limit: number, after?: SearchPosition) => {
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const conditions = filters(given, tenant, filter)
  const queries = add(words)
  const bits = add(words.map((_, nth) => 2 ** nth))
  const all = 2 ** words.length - 1
  return sql.unsafe<ExactMatch>(`
    WITH query AS MATERIALIZED (
      SELECT search_query(${tenant}, content) AS words, bit
      FROM unnest((SELECT ${queries}::text[]), (SELECT ${bits}::integer[])) AS query (content, bit)
    ), hit AS MATERIALIZED (SELECT found.*, bit FROM query CROSS JOIN LATERAL (${hitsOf(tenant, conditions)}) found),
    owner AS MATERIALIZED (
      SELECT a.id, a.candidate_id FROM applications a
      WHERE (SELECT bit_or(bit) FROM hit) = ${all} AND a.organization_id = ${tenant} AND ${isVisible(tenant, "a.job_id")}
      AND a.id = ANY ((SELECT array_agg(DISTINCT application_id) FROM hit)::uuid[])
    ), owned AS MATERIALIZED (
      SELECT coalesce(hit.candidate_id, owner.candidate_id) AS candidate_id, source, hit.id, application_id, bit
      FROM hit LEFT JOIN owner ON owner.id = hit.application_id
    ), matching AS (
      SELECT candidate_id, ${bestText} AS best FROM owned
      WHERE candidate_id IN (SELECT candidate_id FROM owned GROUP BY 1 HAVING bit_or(bit) = ${all})
      AND candidate_id <> ALL ((SELECT ${add(direct)}::uuid[])::uuid[])
      GROUP BY candidate_id
    )
    SELECT ${shownColumns}, false AS in_fields, 0 AS score, ${asText} AS text
    FROM ${candidatesOf(tenant)} ${after === undefined ? "" : `WHERE c.id < ${add(after.id)}::uuid`}
    ORDER BY id DESC LIMIT (SELECT ${add(limit)}::integer)`, values)
}
