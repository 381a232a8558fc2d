/** Finds the candidates that a search excludes by a word or phrase in any of their fields or texts. */
import { maxFiltered } from "@candor/domain/search/CandidateSearch"
import type { SearchTerm } from "@candor/domain/search/SearchQuery"
import { isVisible } from "../application/Visibility.ts"
import { groupPhrases, groupQueries, type Parameters, tenant } from "./SearchConditions.ts"
import { noFilter } from "./SearchFilters.ts"
import { type ContentConditions, hitsOf } from "./SearchHits.ts"

/**
 * The beginning of a WITH clause that has these candidates as `excluded (owner)`; empty if nothing is excluded. Unless
 * `hits` is given, at most 10,000 rows of each source are read for each term.
 */
export const excludedOwners = (
  given: Parameters,
  excluded: ReadonlyArray<SearchTerm>,
  hits = (found: ContentConditions) => hitsOf(given, noFilter, found, maxFiltered)
): string => {
  if (excluded.length === 0) return ""
  const groups = excluded.map((term) => [term])
  return `exclusion AS MATERIALIZED (${groupQueries(given, tenant, groups)}),
    excluded_hit AS MATERIALIZED (SELECT found.* FROM exclusion query CROSS JOIN LATERAL (${
    hits(groupPhrases(given, tenant, groups))
  }) found),
    excluded AS MATERIALIZED (
      SELECT candidate_id AS owner FROM excluded_hit WHERE candidate_id IS NOT NULL
      UNION
      SELECT a.candidate_id FROM applications a
      WHERE a.organization_id = ${tenant} AND a.id = ANY ((SELECT array_agg(application_id) FROM excluded_hit)::uuid[])
        AND ${isVisible("a.job_id")}
    ), `
}
