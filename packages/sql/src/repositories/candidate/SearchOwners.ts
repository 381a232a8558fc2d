/**
 * Finds all applicants of a job who have the words of a search, without an order: a condition on rows that belong to
 * candidates.
 */
import type { JobId } from "@candor/domain/Id"
import { isPhrase, type ParsedQuery } from "@candor/domain/search/SearchQuery"
import { formsQuery, groupPhrases, type Parameters, tenant } from "./SearchConditions.ts"
import { combined } from "./SearchExact.ts"
import { excludedOwners } from "./SearchExcluded.ts"
import { hitsOfPeople, peopleOf } from "./SearchHits.ts"

/**
 * Returns the beginning of a statement, and its condition that a column has a candidate who applied for the job and has
 * each group of words in the fields or in one text. Other forms of the words (`Mc Donald`, a phone number) must be in
 * one place.
 */
export const ownersWith = (
  given: Parameters,
  job: JobId,
  { excluded, forms: [groups, ...others] }: ParsedQuery
): { readonly beginning: string; readonly condition: (id: string) => string } => {
  const people = `WITH ${peopleOf(given.add(job))}`
  const without = excludedOwners(given, excluded, (found) => hitsOfPeople(given, found))
  const isAllowed = (id: string) => excluded.length === 0 ? [] : [`${id} NOT IN (SELECT owner FROM excluded)`]
  if (groups.length === 0) {
    return without === ""
      ? { beginning: "", condition: () => "true" }
      : { beginning: `${people}, ${without.replace(/, $/, "")}`, condition: (id) => isAllowed(id).join("") }
  }
  const otherForms = others.length === 0 || groups.flat().some(isPhrase) ? undefined : formsQuery(given, tenant, others)
  const { owners, tables } = combined(
    given,
    groups,
    hitsOfPeople(given, groupPhrases(given, tenant, groups)),
    otherForms
  )
  return {
    beginning: `${people}, ${without}${tables}, matched AS MATERIALIZED (${owners})`,
    condition: (id) => [`${id} IN (SELECT owner FROM matched)`, ...isAllowed(id)].join(" AND ")
  }
}
