/** Lists the candidates that meet the filters of a search without words. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { SearchPosition } from "@candor/domain/search/CandidateSearch"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { excludedOwners } from "./SearchExcluded.ts"
import { candidateShown, fieldsKeys, parameters, type Search, tenant } from "./SearchConditions.ts"
import { filters, wordsIn } from "./SearchFilters.ts"

/** Makes the function that returns the newest candidates after a position that meet the filter. */
export const listedMatches = (sql: SqlClient.SqlClient) => (search: Search, limit: number, after?: SearchPosition) => {
  const given = parameters(sql)
  const { add, values } = given
  const { filter: { location, tag, university }, query: { excluded } } = search
  const beginning = excludedOwners(given, excluded)
  const conditions = [
    `c.organization_id = ${tenant}`,
    "c.anonymised_at IS NULL",
    ...filters(given, search),
    // Candidates that indexes can find, for a filter that few meet.
    ...(tag === undefined
      ? []
      : [`tag_keys(c.organization_id, c.tags) @> tag_keys(${tenant}, ARRAY[${add(tag)}::text])`]),
    ...(location === undefined ? [] : [`${fieldsKeys} @@ ${wordsIn(given, location)}`]),
    ...(university === undefined ? [] : ["c.university IS NOT NULL"]),
    ...(after === undefined ? [] : [`c.id < ${add(after.id)}::uuid`])
  ]
  // Planned for the values: matches of a frequent one are found in the order of the list, those of a rare one by its
  // index.
  const statement = sql.unsafe<CandidateDetail>(
    `
    ${beginning === "" ? "" : `WITH ${beginning.replace(/, $/, "")}`}
    SELECT ${candidateShown} FROM $listed_candidates c WHERE ${conditions.join(" AND ")} ORDER BY c.id DESC LIMIT ${
      add(limit)
    }`,
    values
  )
  return ofOrganization(sql, search.organization)(statement).unprepared
}
