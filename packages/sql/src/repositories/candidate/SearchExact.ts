/** Finds candidates with all words of a search, exactly or as prefixes: in one place, or spread over several. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { maxMatches, type SearchPosition } from "@candor/domain/search/CandidateSearch"
import { isPhrase, type SearchGroup } from "@candor/domain/search/SearchQuery"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible } from "../application/Visibility.ts"
import { excludedOwners } from "./SearchExcluded.ts"
import {
  formsQuery,
  groupPhrases,
  groupQueries,
  type Highlighted,
  highlightColumns,
  parameters,
  type Parameters,
  phrases,
  type Content,
  type Scored,
  type Search,
  candidateShown,
  withPieces,
  tenant
} from "./SearchConditions.ts"
import { candidateFilter } from "./SearchFilters.ts"
import { sources } from "./SearchedTexts.ts"
import { fieldsOf, hitsOf } from "./SearchHits.ts"

/** A match, and whether all words are in the fields. */
export type ExactMatch = CandidateDetail & Scored & Highlighted & { readonly in_fields: boolean }

/**
 * The most candidates with all words in one place: each place (fields, name, and each source of texts) has its limit.
 */
export const maxDirect = maxMatches * (2 + sources.length)

/**
 * Adds the candidate of each hit as `owner`: none if the application's job was deleted. If the condition on all hits
 * holds, one pass over an index finds them all.
 */
export const withOwners = (condition = "true"): string => `
    application AS MATERIALIZED (
      SELECT a.id, a.candidate_id FROM applications a
      WHERE a.organization_id = ${tenant} AND a.id = ANY ((SELECT array_agg(application_id) FROM hit)::uuid[])
      AND ${isVisible("a.job_id")} AND ${condition}
    ), owned AS MATERIALIZED (
      SELECT hit.*, coalesce(hit.candidate_id, application.candidate_id) AS owner
      FROM hit LEFT JOIN application ON application.id = hit.application_id
    )`

/** The text of a match that is shown: the first one by source, so that the choice is stable. */
const bestText = "min(ARRAY[source, id::text, application_id::text]) FILTER (WHERE source IS NOT NULL)"

const asText = "json_build_object('source', best[1], 'id', best[2], 'application_id', best[3])"

/** Reads the candidates `c` of matches `m`, each by its id: with a join the planner would read the whole table. */
const candidatesOf = (matches: string): string =>
  `${matches} m CROSS JOIN LATERAL (
        SELECT c.* FROM candidates c WHERE c.organization_id = ${tenant} AND c.id = m.candidate_id AND c.anonymised_at IS NULL LIMIT 1
      ) c`

/**
 * WHERE and ORDER BY for the rows after a position. Matches with all words in one place come first. `id` is the column
 * with the candidate's id.
 */
const inOrderAfter = (position: string | undefined, id: string): string => {
  const order = ["in_fields", "score", id]
  return `${position === undefined ? "" : `WHERE (${order.join(", ")}) < ${position}`} ORDER BY ${
    order.map((column) => `${column} DESC`).join(", ")
  }`
}

/** The conditions that a content has the phrases of all groups. */
const phrasesOf = (given: Parameters, tenant: string, { query: { forms } }: Search) => {
  const conditions = forms[0].flatMap((group) => phrases(given, tenant, group) ?? [])
  return (content: Content): ReadonlyArray<string> => conditions.map((condition) => condition(content))
}

/**
 * Makes the function that returns the first candidates after a position with all words in their fields, followed by
 * those with all words in one text.
 *
 * Of the former, candidates whose name is the query come first, then those with the words in their name, then those
 * with the words as prefixes in their name; equal ones newest first. Other matches are put in order before their
 * candidates are read, so that only those of the page are read.
 */
export const directMatches = (sql: SqlClient.SqlClient) => (search: Search, limit: number, after?: SearchPosition) => {
  const given = parameters(sql)
  const { add, values } = given
  const { query: { excluded, forms } } = search
  const filter = candidateFilter(given, search)
  const name = `${add(forms[0].flat().map(({ text }) => text).join(" "))}::text`
  const first = `(SELECT ${add(limit)}::integer)`
  const position = after === undefined
    ? undefined
    : `(${add(after.match === "fields")}::boolean, ${add(after.score)}::integer, ${add(after.id)}::uuid)`
  const found = phrasesOf(given, tenant, search)
  // If very many candidates have an excluded word, not all of them are known, so the matches themselves must not
  // contain it.
  const words = excluded.filter((term) => !isPhrase(term))
  const without = words.length === 0 ? "" : ` && !!${formsQuery(given, tenant, [[words]])}`
  const queryOf = (mark: string) => {
    const all = formsQuery(given, tenant, forms, mark)
    return without === "" ? all : `coalesce(${all}${without}, ${all})`
  }
  return sql.unsafe<ExactMatch>(
    `
    WITH ${excludedOwners(given, excluded)}${filter.tables}query AS MATERIALIZED (
      SELECT ${queryOf("")} AS words, ${queryOf("=")} AS name_words, ${
      formsQuery(given, tenant, forms, "=", "true")
    } AS whole_words
    ), hit AS MATERIALIZED (
      SELECT found.* FROM query CROSS JOIN LATERAL (
        SELECT *, true AS in_name FROM ${fieldsOf(given, filter, "name_words", found)} named
        UNION ALL
        SELECT *, false AS in_name FROM (${hitsOf(given, filter, found)}) other
      ) found
    ), ${withOwners()}, matching AS MATERIALIZED (
      SELECT owner AS candidate_id, bool_or(in_name) AS in_name, bool_or(source IS NULL) AS in_fields, ${bestText} AS best
      FROM owned GROUP BY 1
    ), named AS (
      SELECT ${candidateShown}, m.in_fields, CASE
          WHEN name_form(c.full_name) = (SELECT name_form(${name})) THEN 3
          WHEN text_name_keys(c.organization_id, c.full_name) @@ (SELECT whole_words FROM query) THEN 2
          ELSE 1
        END AS score, m.best
      FROM ${candidatesOf("(SELECT * FROM matching WHERE in_name)")}
    ), rest AS (
      SELECT * FROM (SELECT *, 0 AS score FROM matching WHERE NOT in_name) m ${inOrderAfter(position, "candidate_id")}
    ), other AS (
      SELECT ${candidateShown}, m.in_fields, m.score, m.best FROM ${candidatesOf("rest")}
      ORDER BY m.in_fields DESC, m.candidate_id DESC LIMIT ${first}
    ), page AS MATERIALIZED (
      SELECT * FROM (SELECT * FROM named UNION ALL SELECT * FROM other) c ${inOrderAfter(position, "id")} LIMIT ${first}
    )
    SELECT ${candidateShown}, in_fields, score, CASE WHEN NOT in_fields THEN ${asText} END AS text, ${
      highlightColumns(given, search)
    }
    FROM page c ${withPieces} ${inOrderAfter(undefined, "id")}`,
    values
  ).pipe(ofOrganization(sql, search.organization))
}

/**
 * The tables `query`, `hit` and `owned`: the hits of each group of words, and the owners who have all groups. A bit per
 * group marks the hits, and the hits of an owner together need all bits; a hit in other forms of the words has all. If
 * a group has no hit, no candidate is looked up.
 */
export const combined = (given: Parameters, groups: ReadonlyArray<SearchGroup>, hits: string, otherForms?: string) => {
  const all = 2 ** groups.length - 1
  const [more, bit] = otherForms === undefined
    ? ["", "1 << nth"]
    : [` UNION ALL SELECT ${otherForms} AS words, -1 AS nth`, `CASE WHEN nth < 0 THEN ${all} ELSE 1 << nth END`]
  return {
    tables: `query AS MATERIALIZED (${groupQueries(given, tenant, groups)}${more}),
    hit AS MATERIALIZED (SELECT found.*, ${bit} AS bit FROM query CROSS JOIN LATERAL (${hits}) found),
    ${withOwners(`(SELECT bit_or(bit) FROM hit) = ${all}`)}`,
    owners: `SELECT owner FROM owned GROUP BY 1 HAVING bit_or(bit) = ${all}`
  }
}

/**
 * Makes the function that returns the first candidates after a position with each group of words in their fields or in
 * one of their texts, newest first. Leaves out the candidates of `direct`, who have all words in one place.
 */
export const combinedMatches =
  (sql: SqlClient.SqlClient) =>
  (search: Search, direct: ReadonlyArray<string>, limit: number, after?: SearchPosition) => {
    const given = parameters(sql)
    const { add, values } = given
    const { query: { excluded, forms: [groups] } } = search
    const filter = candidateFilter(given, search)
    const { owners, tables } = combined(given, groups, hitsOf(given, filter, groupPhrases(given, tenant, groups)))
    return sql.unsafe<ExactMatch>(
      `
    WITH ${excludedOwners(given, excluded)}${filter.tables}${tables}, matching AS (
      SELECT owner AS candidate_id, ${bestText} AS best FROM owned
      WHERE owner IN (${owners})
      AND owner <> ALL ((SELECT ${add(direct)}::uuid[])::uuid[])
      GROUP BY 1
    ), page AS MATERIALIZED (
      SELECT ${candidateShown}, ${asText} AS text
      FROM ${candidatesOf("matching")} ${after === undefined ? "" : `WHERE c.id < ${add(after.id)}::uuid`}
      ORDER BY c.id DESC LIMIT (SELECT ${add(limit)}::integer)
    )
    SELECT ${candidateShown}, false AS in_fields, 0 AS score, text, ${
        highlightColumns(given, search)
      } FROM page c ${withPieces} ORDER BY c.id DESC`,
      values
    ).pipe(ofOrganization(sql, search.organization))
  }
