/** Finds the candidates who are the persons of rows of an import. */
import type { StoredCandidate } from "@candor/domain/application/Applicant"
import { noun } from "@candor/domain/candidate/Candidate"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import type { RowMatch } from "@candor/domain/import/Import"
import type { Recognized, Sought } from "@candor/domain/import/Imports"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { plannerHint, rowsOf } from "../../statements/Rows.ts"
import { samePerson, storedCandidate } from "../application/Submission.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { contactsOf } from "../candidate/CandidateRows.ts"

const columns = { emails: "text[]", linkedin_url: "text", phones: "text[]", full_name: "text", system: "text", external_id: "text", digest: "text", job_id: "uuid" }

interface Found {
  readonly ordinality: number
  readonly match: RowMatch
  readonly candidate: StoredCandidate
  readonly application_id: ApplicationId | null
}

const rowOf = ({ candidate, digest, job_id }: Sought) => {
  const { email_addresses = [], external_ids = [], full_name, linkedin_url = null, phone_numbers = [] } = candidate
  return {
    emails: email_addresses.map(({ address }) => address),
    phones: phone_numbers.map(({ number }) => number),
    system: external_ids[0]?.system ?? null,
    external_id: external_ids[0]?.id ?? null,
    full_name, linkedin_url, digest, job_id
  }
}

/**
 * Makes the function that finds candidates by the id of another system, by the addresses of a row, or without any by name and phone number, or by
 * an earlier import of it. Who has another id of that system is somebody else (decision 0094).
 */
export const recognizing = (sql: SqlClient.SqlClient) => {
  const byExternalId = sql`(
    SELECT e.row_id FROM external_ids e
    WHERE e.organization_id = $organization AND e.subject = ${noun.subject} AND e.system = x.system AND e.id = x.external_id
  )`
  const byPhone = sql`(
    SELECT c.id FROM $candidates c
    WHERE ${sql.literal(isOwnBesideKeys(sql, "c.organization_id"))} AND c.anonymised_at IS NULL
      AND ${sql.literal(contactsOf("c"))} && ARRAY(SELECT contact_key($organization, 'phone', number) FROM unnest(x.phones) AS number)
      AND name_form(c.full_name) = name_form(x.full_name)
    ORDER BY c.id LIMIT 1
  )`
  const byImport = sql`(
    SELECT c.id FROM import_rows r
    LEFT JOIN candidate_merges m ON m.organization_id = $organization AND m.candidate_id = r.candidate_id
    JOIN candidates c ON c.organization_id = $organization AND c.id = coalesce(m.into_id, r.candidate_id)
    WHERE r.organization_id = $organization AND r.digest = x.digest AND c.anonymised_at IS NULL ORDER BY r.candidate_id LIMIT 1
  )`
  const addresses = { emails: sql`x.emails`, linkedin_url: sql`x.linkedin_url` }

  return Effect.fn("Imports.recognize")(function*(organization: OrganizationId, sought: ReadonlyArray<Sought>) {
    const found = yield* sql<Found>`
      SELECT x.ordinality, ${sql.literal(storedCandidate)} AS candidate, (
        SELECT a.id FROM $applications a
        WHERE a.organization_id = $organization AND a.job_id = x.job_id AND a.candidate_id = c.id AND a.duplicate_of IS NULL AND ${sql.literal(ofVisibleJob)}
      ) AS application_id, CASE
        WHEN known.by_id IS NOT NULL THEN 'external_id'
        WHEN same.id IS NULL AND other.by_phone IS NULL THEN 'earlier_import'
        WHEN same.id IS NULL THEN 'name_and_phone'
        WHEN c.linkedin_url = x.linkedin_url THEN 'linkedin_url'
        ELSE 'email' END AS match
      FROM ${rowsOf(sql, columns, "x", PgTypes.jsonb(sought.map(rowOf)))}
      CROSS JOIN LATERAL (SELECT CASE WHEN x.external_id IS NOT NULL THEN ${byExternalId} END AS by_id OFFSET 0) known
      CROSS JOIN LATERAL (
        SELECT CASE WHEN known.by_id IS NULL AND (x.emails <> '{}' OR x.linkedin_url IS NOT NULL) THEN ${samePerson(sql, addresses)} END AS id OFFSET 0
      ) same
      CROSS JOIN LATERAL (
        SELECT CASE WHEN known.by_id IS NULL AND x.emails = '{}' AND x.linkedin_url IS NULL AND x.phones <> '{}' THEN ${byPhone} END AS by_phone OFFSET 0
      ) other
      CROSS JOIN LATERAL (
        SELECT coalesce(known.by_id, same.id, other.by_phone, CASE WHEN x.digest IS NOT NULL THEN ${byImport} END) AS id OFFSET 0
      ) person
      JOIN $candidates c ON c.organization_id = $organization AND c.id = person.id AND c.anonymised_at IS NULL
      WHERE ${plannerHint("x")} AND (known.by_id IS NOT NULL OR x.system IS NULL OR NOT EXISTS (
        SELECT FROM jsonb_array_elements(c.external_ids) AS had WHERE had ->> 'system' = x.system
      ))
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const byRow = new Map(found.map(({ ordinality, ...one }) => [Number(ordinality), one]))
    return sought.map((_, at): Recognized | null => byRow.get(at + 1) ?? null)
  })
}
