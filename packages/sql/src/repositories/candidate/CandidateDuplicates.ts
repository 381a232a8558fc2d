/** Finds possible duplicates of a candidate, by a separate index for each reason. */
import {
  type DuplicateMatch,
  type DuplicateReason,
  maxDuplicates,
  rank
} from "@candor/domain/candidate/CandidateDuplicates"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { candidateSelf, contactsOf, foundCandidate } from "./CandidateRows.ts"

const isOwn = "c.organization_id = $organization"

/** A condition: a candidate `c` shares a key of this kind with the candidate `s`. */
const sharing = (sql: SqlClient.SqlClient, kind: string): string =>
  `${isOwnBesideKeys(sql, "c.organization_id")} AND ${contactsOf("c")} && ARRAY(
    SELECT key FROM unnest(${contactsOf("s")}) AS key WHERE starts_with(key, s.organization_id::text || ' ${kind} ')
  )`

/** Conditions on a candidate `c` to be a duplicate of the candidate `s`, by reason. */
const conditions = (sql: SqlClient.SqlClient): Record<DuplicateReason, string> => ({
  linkedin_url: `${isOwn} AND c.linkedin_url = s.linkedin_url`,
  email: sharing(sql, "mailbox"),
  phone: sharing(sql, "phone"),
  name_and_university:
    `${isOwn} AND joined_form(c.full_name) = joined_form(s.full_name) AND joined_form(c.university) = joined_form(s.university) AND c.university IS NOT NULL`,
  // The same name, and not known to have been at different universities.
  name:
    `${isOwn} AND person_form(c.full_name) = person_form(s.full_name) AND (c.university IS NULL OR s.university IS NULL OR
    joined_form(c.university) = joined_form(s.university) AND joined_form(c.full_name) <> joined_form(s.full_name))`
})

/** Selects the first candidates that meet a condition. */
const matching = ([reason, condition]: readonly [string, string]) =>
  `(
  SELECT '${reason}' AS reason, ${candidateSelf} FROM $candidates c
  WHERE ${condition}
    AND c.anonymised_at IS NULL AND s.anonymised_at IS NULL AND c.id <> s.id
  LIMIT ${maxDuplicates}
)`

type Row = (CandidateState & { readonly reason: DuplicateReason }) | { readonly reason: null }

/** Makes the function that returns the possible duplicates of a candidate, ranked. */
export const candidateDuplicates = (sql: SqlClient.SqlClient) => {
  const matches = sql.literal(Object.entries(conditions(sql)).map(matching).join(" UNION ALL "))
  return (organization: OrganizationId, id: CandidateId) =>
    sql<Row>`
    SELECT c.* FROM $candidates s LEFT JOIN LATERAL (${matches}) c ON true
    WHERE s.organization_id = $organization AND s.id = ${id}
  `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.tap(foundCandidate(id)),
      Effect.map((rows) =>
        rank(rows.flatMap((row): ReadonlyArray<DuplicateMatch> => {
          if (row.reason === null) return []
          const { reason, ...candidate } = row
          return [{ candidate, reason }]
        }))
      )
    )
}
