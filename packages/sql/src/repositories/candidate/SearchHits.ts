/** What has words of a search: the fields of candidates, and their texts. */
import { maxFiltered, maxMatches, type TextSource } from "@candor/domain/candidate/CandidateSearch"
import { isVisible } from "../application/Visibility.ts"
import { fieldsKeys, fieldsContent, firstOf, ofCandidate, type Content, type Parameters, tenant } from "./SearchConditions.ts"
import { searchedTexts, sources } from "./SearchedTexts.ts"

/** The conditions on a content besides its words. */
export type ContentConditions = (content: Content) => ReadonlyArray<string>

/** The candidate of an application whose job was not deleted. */
const candidateOf = (application: string): string => `(
      SELECT a.candidate_id FROM applications a
      WHERE a.organization_id = ${tenant} AND a.id = ${application} AND ${isVisible("a.job_id")}
    )`

/**
 * The first rows of a selection whose candidates meet the filters. The filters apply before the limit, or they would find nothing,
 * and to a bounded number of rows.
 */
const filtered = (filter: ReadonlyArray<string>, candidate: string, id: string, limit: number, select: (condition: string) => string): string =>
  filter.length === 0
    ? firstOf(limit, id, select)
    : `(SELECT * FROM ${firstOf(maxFiltered, id, select)} found WHERE ${ofCandidate(tenant, candidate, filter).join(" AND ")} LIMIT ${limit})`

/** Texts of a source that have the words of a row of `query`: each with its application, or with its candidate. */
const textsOf = (given: Parameters, filter: ReadonlyArray<string>, found: ContentConditions, limit: number) => (source: TextSource): string => {
  const { application, candidate, content, isOwned, table } = searchedTexts[source]
  const keys = `text_keys(t.organization_id, ${content})`
  const owner = `coalesce(found.candidate_id, ${candidateOf("found.application_id")})`
  const conditions = [given.isOwn("t"), isOwned, `${keys} @@ query.words`, ...found({ keys, sequence: `text_sequence(${content})` })]
  return filtered(filter, owner, "t.id", limit, (condition) => `
    SELECT ${candidate} AS candidate_id, '${source}' AS source, t.id, ${application} AS application_id
    FROM $scanned_${table} t WHERE ${[...conditions, condition].join(" AND ")}`)
}

/** Candidates whose fields have these words of a row of `query`. */
export const fieldsOf = (
  given: Parameters,
  filter: ReadonlyArray<string>,
  words: "words" | "name_words",
  found: ContentConditions,
  limit = maxMatches
): string => {
  const conditions = [given.isOwn("c"), `${fieldsKeys} @@ query.${words}`, "c.anonymised_at IS NULL", ...found(fieldsContent)]
  return filtered(filter, "found.candidate_id", "c.id", limit, (condition) => `
    SELECT c.id AS candidate_id, NULL::text AS source, NULL::uuid AS id, NULL::uuid AS application_id FROM $scanned_candidates c
    WHERE ${[...conditions, condition].join(" AND ")}`)
}

/** What fields and texts have the words of a row of `query`. */
export const hitsOf = (given: Parameters, filter: ReadonlyArray<string>, found: ContentConditions, limit = maxMatches): string =>
  [fieldsOf(given, filter, "words", found, limit), ...sources.map(textsOf(given, filter, found, limit))].join(" UNION ALL ")
