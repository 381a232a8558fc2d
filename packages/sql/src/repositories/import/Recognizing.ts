/** Finds the candidate who is the person of a row of an import. */
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { OrganizationId } from "@candor/domain/Id"
import type { RowMatch } from "@candor/domain/import/Import"
import type { Recognized, Sought } from "@candor/domain/import/Imports"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { addressesOf, samePerson } from "../application/Submission.ts"
import { candidateSelf, contactsOf } from "../candidate/CandidateRows.ts"

/** Makes the function that finds a candidate by the addresses of a row, or else by name and phone number, or by an earlier import of it. */
export const recognizing = (sql: SqlClient.SqlClient) => {
  const one = (organization: OrganizationId, id: Statement.Fragment) =>
    sql<CandidateState>`
      WITH person AS MATERIALIZED (SELECT ${id} AS id)
      SELECT ${sql.literal(candidateSelf)} FROM $candidates c
      WHERE c.organization_id = $organization AND c.id = (SELECT id FROM person) AND c.anonymised_at IS NULL
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row ?? null))

  const as = (match: RowMatch) => (candidate: CandidateState | null): Recognized | null => candidate === null ? null : { candidate, match }

  return Effect.fn("Imports.recognize")(function*(organization: OrganizationId, { candidate, digest }: Sought) {
    const { email_addresses = [], full_name, linkedin_url = null, phone_numbers = [] } = candidate
    if (email_addresses.length > 0 || linkedin_url !== null) {
      const known = yield* one(organization, samePerson(sql, addressesOf(sql, candidate)))
      return as(known?.linkedin_url === linkedin_url && linkedin_url !== null ? "linkedin_url" : "email")(known)
    }
    if (phone_numbers.length > 0) {
      const numbers = phone_numbers.map(({ number }) => number)
      const known = yield* one(organization, sql`(
        SELECT c.id FROM $candidates c
        WHERE ${sql.literal(isOwnBesideKeys(sql, "c.organization_id"))} AND c.anonymised_at IS NULL
          AND ${sql.literal(contactsOf("c"))} && ARRAY(SELECT contact_key($organization, 'phone', number) FROM unnest(${numbers}::text[]) AS number)
          AND name_form(c.full_name) = name_form(${full_name}::text)
        ORDER BY c.id LIMIT 1
      )`)
      if (known !== null) return as("name_and_phone")(known)
    }
    return digest === null ? null : as("earlier_import")(yield* one(organization, sql`(
      SELECT r.candidate_id FROM import_rows r JOIN candidates c ON c.organization_id = $organization AND c.id = r.candidate_id
      WHERE r.organization_id = $organization AND r.digest = ${digest} AND c.anonymised_at IS NULL ORDER BY r.candidate_id LIMIT 1
    )`))
  })
}
