/** Candidates that have all words of a search as they are spelt, or words that begin so: in fields, in a text, or in both together. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxMatches, type SearchPosition, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import type { SqlClient } from "effect/sql"
import { allOf, fieldsWords, filters, firstOf, type Parameters, parameters, type Scored, type Search, shownColumns } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/** The kinds of these matches, in their order. */
export const exactKinds = ["fields", "text", "combined"] as const

/** A match; `kind` is its place in `exactKinds`. */
export type ExactMatch = CandidateDetail & Scored & { readonly kind: number }

/** Texts of a source that have the words of a row of `query`. The filters apply before the limit, or they would find nothing. */
const textsOf = (organization: string, filter: ReadonlyArray<string>) => (source: TextSource): string => {
  const { application, candidate, content, from, where } = searchedTexts[source]
  const ofCandidate = filter.length === 0 ? from : `${from} JOIN candidates c ON c.organization_id = ${organization} AND c.id = ${candidate}`
  return firstOf(maxMatches, "t.id", (condition) => `
    SELECT ${candidate} AS candidate_id, '${source}' AS source, t.id, ${application} AS application_id
    FROM ${ofCandidate}
    WHERE ${[`t.organization_id = ${organization}`, `search_words(${content}) @@ query.words`, where, ...filter, condition].join(" AND ")}`)
}

/** Candidates whose fields have the words of a row of `query`. */
const fieldsOf = (organization: string, filter: ReadonlyArray<string>): string =>
  firstOf(maxMatches, "c.id", (condition) => `
    SELECT c.id AS candidate_id, NULL::text AS source, NULL::uuid AS id, NULL::uuid AS application_id FROM candidates c
    WHERE ${[`c.organization_id = ${organization}`, `${fieldsWords} @@ query.words`, ...filter, condition].join(" AND ")}`)

/** The condition that a match is behind a position. */
const isBehind = ({ add }: Parameters, { id, match, score }: SearchPosition): string => {
  const position = `(${add((exactKinds as ReadonlyArray<string>).indexOf(match))}::integer, -${add(score)}::integer)`
  return `((found.kind, -found.score) > ${position} OR ((found.kind, -found.score) = ${position} AND found.id < ${add(id)}::uuid))`
}

/**
 * Makes the function that returns the first matches after a position. Of those in fields, candidates whose name is the query
 * come first, then those with the words in their name, then those with words of which they are the beginnings there; the
 * others, and of equal ones the newest first.
 *
 * The index is asked for all words together and, for `combined` matches, for each word as well. Each row has the bits of the
 * words that it was found for, and one more if it was found for all together.
 */
export const exactMatches = (sql: SqlClient.SqlClient) =>
({ filter, organization, words }: Search, kinds: "direct" | "combined", limit: number, after?: SearchPosition) => {
  const given = parameters()
  const { add, values } = given
  const tenant = add(organization)
  const direct = 2 ** words.length
  const all = direct - 1
  const single = kinds === "direct" ? [] : words.map((word, nth) => ({ words: allOf([word]), has: 2 ** nth }))
  const queries = [{ words: allOf(words), has: direct + all }, ...single]
  const conditions = filters(given, tenant, filter)
  const [name, spelt, begun] = [words.join(" "), words.join(" & "), allOf(words)].map((text) => `${add(text)}::text`)
  const nameHas = (query: string) => `search_words(c.full_name) @@ (SELECT to_tsquery('candor_search', ${query}))`
  return sql.unsafe<ExactMatch>(`
    WITH query AS MATERIALIZED (
      SELECT to_tsquery('candor_search', content) AS words, has
      FROM unnest(${add(queries.map((query) => query.words))}::text[], ${add(queries.map(({ has }) => has))}::integer[]) AS query (content, has)
    ), hit AS MATERIALIZED (
      SELECT found.candidate_id, found.source, found.id, found.application_id, bit_or(query.has) AS has
      FROM query CROSS JOIN LATERAL (
        ${[fieldsOf(tenant, conditions), ...sources.map(textsOf(tenant, conditions))].join(" UNION ALL ")}
      ) found
      GROUP BY found.candidate_id, found.source, found.id, found.application_id
    ), matching AS (
      SELECT candidate_id,
        CASE WHEN bool_or(has >= ${direct} AND source IS NULL) THEN 0 WHEN bool_or(has >= ${direct}) THEN 1 ELSE 2 END AS kind,
        min(ARRAY[(has < ${direct})::text, source, id::text, application_id::text]) FILTER (WHERE source IS NOT NULL) AS best
      FROM hit GROUP BY candidate_id HAVING bit_or(has) & ${all} = ${all}
    ), found AS (
      SELECT ${shownColumns}, m.kind, CASE
          WHEN m.kind > 0 THEN 0
          WHEN search_text(c.full_name) = (SELECT search_text(${name})) THEN 3
          WHEN ${nameHas(spelt!)} THEN 2
          WHEN ${nameHas(begun!)} THEN 1
          ELSE 0
        END AS score,
        CASE WHEN m.kind > 0 THEN json_build_object('source', best[2], 'id', best[3], 'application_id', best[4]) END AS text
      FROM matching m JOIN candidates c ON c.organization_id = ${tenant} AND c.id = m.candidate_id
      WHERE c.anonymised_at IS NULL
    )
    SELECT * FROM found ${after === undefined ? "" : `WHERE ${isBehind(given, after)}`}
    ORDER BY kind, score DESC, id DESC LIMIT ${add(limit)}`, values)
}
