/** All candidates that have the words of a search, without their order: a condition on rows that belong to candidates. */
import { maxFiltered } from "@candor/domain/candidate/CandidateSearch"
import { isPhrase } from "@candor/domain/candidate/SearchQuery"
import { excludedOwners } from "./SearchExcluded.ts"
import { withOwners } from "./SearchExact.ts"
import { filters, formsQuery, groupPhrases, groupQueries, type Parameters, type Search, tenant } from "./SearchConditions.ts"
import { hitsOf } from "./SearchHits.ts"

/**
 * The beginning of a statement, and its condition that a column is a candidate who has each group of words in its fields or in one of its
 * texts. Words in another form (`Mc Donald`, a phone number) have to be in one place.
 */
export const ownersWith = (given: Parameters, search: Search): { readonly beginning: string; readonly condition: (id: string) => string } => {
  const { query: { excluded, forms } } = search
  const [groups, ...others] = forms
  const without = excludedOwners(given, excluded)
  const isAllowed = (id: string) => excluded.length === 0 ? [] : [`${id} NOT IN (SELECT owner FROM excluded)`]
  if (groups.length === 0) {
    return { beginning: without === "" ? "" : `WITH ${without.replace(/, $/, "")}`, condition: (id) => isAllowed(id).join("") || "true" }
  }
  const all = 2 ** groups.length - 1
  const inOtherForms = others.length === 0 || groups.flat().some(isPhrase)
    ? ""
    : `UNION ALL SELECT ${formsQuery(given, tenant, others)} AS words, -1 AS nth`
  const hits = hitsOf(given, filters(given, tenant, search), groupPhrases(given, tenant, groups), maxFiltered)
  return {
    beginning: `WITH ${without}query AS MATERIALIZED (${groupQueries(given, tenant, groups)} ${inOtherForms}),
      hit AS MATERIALIZED (
        SELECT found.*, CASE WHEN nth < 0 THEN ${all} ELSE 1 << nth END AS bit FROM query CROSS JOIN LATERAL (${hits}) found
      ), ${withOwners()}, matched AS MATERIALIZED (SELECT owner FROM owned GROUP BY 1 HAVING bit_or(bit) = ${all})`,
    condition: (id) => [`${id} IN (SELECT owner FROM matched)`, ...isAllowed(id)].join(" AND ")
  }
}
