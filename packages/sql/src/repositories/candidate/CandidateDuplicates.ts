/** Finds possible duplicates of a candidate, each by an index of its own. */
import { type DuplicateMatch, type DuplicateReason, maxDuplicates, rank } from "@candor/domain/candidate/CandidateDuplicates"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { candidateSelf, contactsOf, foundCandidate } from "./CandidateRows.ts"

const ofOrganization = "c.organization_id = s.organization_id"

/** The condition that a candidate `c` has a key of this kind in common with the candidate `s`. */
const sharing = (kind: string): string =>
  // The keys have the organization in them: an index of all its rows, which PostgreSQL would read for `=`, does not help.
  `c.organization_id IS NOT DISTINCT FROM s.organization_id AND ${contactsOf("c")} && ARRAY(
    SELECT key FROM unnest(${contactsOf("s")}) AS key WHERE starts_with(key, s.organization_id::text || ' ${kind} ')
  )`

/** The condition of each reason on a candidate `c`, for the candidate `s`. */
const conditions: Record<DuplicateReason, string> = {
  linkedin_url: `${ofOrganization} AND c.linkedin_url = s.linkedin_url`,
  email: sharing("mailbox"),
  phone: sharing("phone"),
  name_and_university:
    `${ofOrganization} AND joined_form(c.full_name) = joined_form(s.full_name) AND joined_form(c.university) = joined_form(s.university) AND c.university IS NOT NULL`
}

/** Selects the first candidates that meet a condition. */
const matching = ([reason, condition]: readonly [string, string]) => `(
  SELECT '${reason}' AS reason, ${candidateSelf} FROM candidates c
  WHERE ${condition}
    AND c.anonymised_at IS NULL AND s.anonymised_at IS NULL AND c.id <> s.id
  LIMIT ${maxDuplicates}
)`

const matches = Object.entries(conditions).map(matching).join(" UNION ALL ")

type Row = (CandidateState & { readonly reason: DuplicateReason }) | { readonly reason: null }

/** Makes the function that returns the possible duplicates of a candidate, ranked. */
export const candidateDuplicates = (sql: SqlClient.SqlClient) => (organization: OrganizationId, id: CandidateId) =>
  sql<Row>`
    SELECT c.* FROM candidates s LEFT JOIN LATERAL (${sql.literal(matches)}) c ON true
    WHERE s.organization_id = ${organization} AND s.id = ${id}
  `.pipe(
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
