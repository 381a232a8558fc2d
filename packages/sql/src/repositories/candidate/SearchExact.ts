/** Candidates that have all words of a search as they are spelt, or words that begin so: in one place, or in several together. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxFiltered, maxMatches, type SearchPosition, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { SqlClient } from "effect/sql"
import { isVisible } from "../application/Visibility.ts"
import {
  fieldsWords,
  filters,
  firstOf,
  ofCandidate,
  ofOrganization,
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

/**
 * Adds the candidate of each hit as `owner`: none if the job of its application was deleted. One pass over an index finds them all,
 * if the condition on all hits holds.
 */
const withOwners = (organization: string, condition = "true"): string => `
    application AS MATERIALIZED (
      SELECT a.id, a.candidate_id FROM applications a
      WHERE a.organization_id = ${organization} AND a.id = ANY ((SELECT array_agg(application_id) FROM hit)::uuid[])
      AND ${isVisible(organization, "a.job_id")} AND ${condition}
    ), owned AS MATERIALIZED (
      SELECT hit.*, coalesce(hit.candidate_id, application.candidate_id) AS owner
      FROM hit LEFT JOIN application ON application.id = hit.application_id
    )`

/** The text of a match that is shown: the first by the name of its source, so that it is always the same. */
const bestText = "min(ARRAY[source, id::text, application_id::text]) FILTER (WHERE source IS NOT NULL)"

const asText = "json_build_object('source', best[1], 'id', best[2], 'application_id', best[3])"

/** Reads the candidates `c` of matches `m`, each by its id: a plan that joins the tables would read the whole one. */
const candidatesOf = (organization: string, matches: string): string => `${matches} m CROSS JOIN LATERAL (
        SELECT * FROM candidates WHERE organization_id = ${organization} AND id = m.candidate_id AND anonymised_at IS NULL LIMIT 1
      ) c`

/** WHERE and ORDER BY for the rows after a position, of matches with all words in one place. `id` is the column of the candidate. */
const inOrderAfter = (position: string | undefined, id: string): string => {
  const order = ["in_fields", "score", id]
  return `${position === undefined ? "" : `WHERE (${order.join(", ")}) < ${position}`} ORDER BY ${order.map((column) => `${column} DESC`).join(", ")}`
}

/**
 * Makes the function that returns the first candidates after a position who have all words in their fields, and then those who
 * have them in one text. Of the former, candidates whose name is the query come first, then those with the words in their name,
 * then those with words of which they are the beginnings there; of equal ones the newest first. Matches without the words in a
 * name are put in order before their candidates are read, so that only those of the page are.
 */
export const directMatches = (sql: SqlClient.SqlClient) =>
({ filter, forms, organization, words }: Search, limit: number, after?: SearchPosition) => {
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const conditions = filters(given, tenant, filter)
  const [name, spelt] = [words.join(" "), words.join(" & ")].map((text) => `${add(text)}::text`)
  const first = `(SELECT ${add(limit)}::integer)`
  const position = after === undefined
    ? undefined
    : `(${add(after.match === "fields")}::boolean, ${add(after.score)}::integer, ${add(after.id)}::uuid)`
  return sql.unsafe<ExactMatch>(`
    WITH query AS MATERIALIZED (
      SELECT string_agg(search_query(${tenant}, form)::text, ' | ')::tsquery AS words, search_query(${tenant}, ${name!}, '=') AS name_words
      FROM unnest(${add(forms)}::text[]) AS form
    ), hit AS MATERIALIZED (
      SELECT found.* FROM query CROSS JOIN LATERAL (
        SELECT *, true AS in_name FROM ${fieldsOf(tenant, conditions, "name_words")} named
        UNION ALL
        SELECT *, false AS in_name FROM (${hitsOf(tenant, conditions)}) other
      ) found
    ), ${withOwners(tenant)}, matching AS MATERIALIZED (
      SELECT owner AS candidate_id, bool_or(in_name) AS in_name, bool_or(source IS NULL) AS in_fields, ${bestText} AS best
      FROM owned GROUP BY 1
    ), named AS (
      SELECT ${shownColumns}, m.in_fields, CASE
          WHEN search_text(c.full_name) = (SELECT search_text(${name})) THEN 3
          WHEN search_words(c.full_name) @@ (SELECT to_tsquery('candor_search', ${spelt})) THEN 2
          ELSE 1
        END AS score, m.best
      FROM ${candidatesOf(tenant, "(SELECT * FROM matching WHERE in_name)")}
    ), rest AS (
      SELECT * FROM (SELECT *, 0 AS score FROM matching WHERE NOT in_name) m ${inOrderAfter(position, "candidate_id")}
    ), other AS (
      SELECT ${shownColumns}, m.in_fields, m.score, m.best FROM ${candidatesOf(tenant, "rest")}
      ORDER BY m.in_fields DESC, m.candidate_id DESC LIMIT ${first}
    )
    SELECT ${shownColumns}, in_fields, score, CASE WHEN NOT in_fields THEN ${asText} END AS text
    FROM (SELECT * FROM named UNION ALL SELECT * FROM other) c
    ${inOrderAfter(position, "id")} LIMIT ${first}`, values)
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
${withOwners(tenant, `(SELECT bit_or(bit) FROM hit) = ${all}`)}, matching AS (
      SELECT owner AS candidate_id, ${bestText} AS best FROM owned
      WHERE owner IN (SELECT owner FROM owned GROUP BY 1 HAVING bit_or(bit) = ${all})
      AND owner <> ALL ((SELECT ${add(direct)}::uuid[])::uuid[])
      GROUP BY 1
    )
    SELECT ${shownColumns}, false AS in_fields, 0 AS score, ${asText} AS text
    FROM ${candidatesOf(tenant, "matching")} ${after === undefined ? "" : `WHERE c.id < ${add(after.id)}::uuid`}
    ORDER BY id DESC LIMIT (SELECT ${add(limit)}::integer)`, values)
}
