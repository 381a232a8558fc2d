/**
 * All people of a job that have the words of a search, without their order: a condition on rows that belong to
 * candidates.
 */
import type { JobId } from "@candor/domain/Id"
import { isPhrase, type ParsedQuery } from "@candor/domain/search/SearchQuery"
import { formsQuery, groupPhrases, type Parameters, tenant } from "./SearchConditions.ts"
import { combined } from "./SearchExact.ts"
import { excludedOwners } from "./SearchExcluded.ts"
import { hitsOfPeople, peopleOf } from "./SearchHits.ts"

/**
 * The beginning of a statement, and its condition that a column is a candidate who has each group of words in its
 * fields or in one of its texts, of those who applied for the job. Words in another form (`Mc Donald`, a phone number)
 * have to be in one place.
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
