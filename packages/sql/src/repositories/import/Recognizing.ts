/** Finds the candidates who are the same persons as rows of an import. */
import type { OrganizationId } from "@candor/domain/Id"
import type { RowMatch } from "@candor/domain/import/Import"
import type { Recognized, Sought } from "@candor/domain/import/Imports"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isOwnBesideKeys, ofOrganization } from "../../statements/OfOrganization.ts"
import { readsRow, rowsOf } from "../../statements/Rows.ts"
import { storedCandidate } from "../application/Submission.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { contactsOf } from "../candidate/CandidateRows.ts"

const columns = {
  nth: "integer",
  emails: "text[]",
  linkedin_url: "text",
  phones: "text[]",
  full_name: "text",
  system: "text",
  external_id: "text",
  digest: "text",
  job_id: "uuid",
  note: "text"
}

interface Found extends Recognized {
  readonly nth: number
}

const rowOf = ({ candidate, digest, job_id, note }: Sought, nth: number) => {
  const { email_addresses = [], external_ids = [], full_name, linkedin_url = null, phone_numbers = [] } = candidate
  return {
    emails: email_addresses.map(({ address }) => address),
    phones: phone_numbers.map(({ number }) => number),
    system: external_ids[0]?.system ?? null,
    external_id: external_ids[0]?.id ?? null,
    nth,
    full_name,
    linkedin_url,
    digest,
    job_id,
    note
  }
}

/**
 * A condition: the candidate has another id in the system that the row names, and so is somebody else (decision 0094).
 */
const isOther = `EXISTS (SELECT FROM jsonb_array_elements(c.external_ids) AS had WHERE had ->> 'system' = x.system)`

/** A condition: the profile does not contradict. Candidates with another LinkedIn URL are other people. */
const isSameProfile = "(c.linkedin_url IS NULL OR x.linkedin_url IS NULL)"

const profiles = "ARRAY(SELECT x.linkedin_url FROM x WHERE x.linkedin_url IS NOT NULL)"
const addresses = "ARRAY(SELECT fold_case(email) FROM x CROSS JOIN unnest(x.emails) AS email)"
const survivors =
  "$candidate_merges m JOIN $candidates c ON c.organization_id = $organization AND c.id = m.into_id AND c.anonymised_at IS NULL"

/**
 * The ways to recognize people, most certain first: by addresses as for an application (`samePerson`), and the first
 * candidate of each way.
 */
const ways: ReadonlyArray<readonly [match: RowMatch, from: string]> = [
  [
    "external_id",
    "JOIN external_ids e ON e.organization_id = $organization AND e.subject = 'candidate' AND e.system = x.system AND e.id = x.external_id " +
    "JOIN $candidates c ON c.organization_id = $organization AND c.id = e.row_id"
  ],
  [
    "linkedin_url",
    `JOIN $candidates c ON c.organization_id = $organization AND c.linkedin_url = ANY (${profiles}) AND c.linkedin_url = x.linkedin_url AND NOT ${isOther}`
  ],
  [
    "linkedin_url",
    `JOIN (${survivors}) ON m.organization_id = $organization AND m.undo -> 'candidate' ->> 'linkedin_url' = ANY (${profiles})
    AND m.undo -> 'candidate' ->> 'linkedin_url' = x.linkedin_url AND NOT ${isOther}`
  ],
  [
    "email",
    `JOIN contact ON contact.nth = x.nth AND contact.kind = 'email' JOIN known c ON contact.key = ANY (c.keys) AND ${isSameProfile} AND NOT ${isOther}`
  ],
  [
    "email",
    `JOIN (${survivors}) ON m.organization_id = $organization AND m.undo -> 'candidate' IS NOT NULL
    AND fold_case(m.undo -> 'candidate' ->> 'primary_email') = ANY (${addresses})
    AND fold_case(m.undo -> 'candidate' ->> 'primary_email') = ANY (ARRAY(SELECT fold_case(email) FROM unnest(x.emails) AS email)) AND ${isSameProfile} AND NOT ${isOther}`
  ],
  [
    "name_and_phone",
    "JOIN contact ON contact.nth = x.nth AND contact.kind = 'phone' " +
    `JOIN known c ON contact.key = ANY (c.keys) AND name_form(c.full_name) = name_form(x.full_name) AND NOT ${isOther}`
  ],
  [
    "earlier_import",
    "JOIN import_rows r ON r.organization_id = $organization AND r.digest = x.digest " +
    "LEFT JOIN candidate_merges m ON m.organization_id = $organization AND m.candidate_id = r.candidate_id " +
    "JOIN $candidates c ON c.organization_id = $organization AND c.id = coalesce(m.into_id, r.candidate_id)"
  ]
]

/**
 * Makes the function that finds the candidates of rows. It uses one statement, so that a table that has grown since it
 * was analyzed is scanned once, and not for each row. Until the transaction ends, nobody else can add people with the
 * addresses of these rows.
 */
export const recognizing = (sql: SqlClient.SqlClient) => {
  const matched = sql.literal(
    ways.map(([match, from], rank) => `SELECT x.nth, c.id, ${rank} AS rank, '${match}' AS match FROM x ${from}`).join(
      " UNION ALL "
    )
  )

  return Effect.fn("Imports.recognize")(function*(organization: OrganizationId, sought: ReadonlyArray<Sought>) {
    const rows = PgTypes.jsonb(sought.map(rowOf))
    // Takes the same locks as `same_person_by_now`.
    yield* sql`
      SELECT pg_advisory_xact_lock(key) FROM (
        SELECT DISTINCT hashtextextended($organization::text || ' ' || address, 0) AS key
        FROM ${rowsOf(sql, columns, "x", rows)}
        CROSS JOIN LATERAL (SELECT fold_case(email) AS address FROM unnest(x.emails) AS email UNION SELECT x.linkedin_url) addresses
        WHERE address IS NOT NULL ORDER BY key
      ) keys
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const found = yield* sql<Found>`
      WITH x AS MATERIALIZED (SELECT given.* FROM ${rowsOf(sql, columns, "given", rows)}), contact AS MATERIALIZED (
        SELECT x.nth, 'email' AS kind, contact_key($organization, 'email', email) AS key FROM x CROSS JOIN unnest(x.emails) AS email
        UNION ALL SELECT x.nth, 'phone', contact_key($organization, 'phone', phone) FROM x CROSS JOIN unnest(x.phones) AS phone
        WHERE x.emails = '{}' AND x.linkedin_url IS NULL
      ), known AS MATERIALIZED (
        SELECT c.id, c.full_name, c.linkedin_url, c.external_ids, ${
      sql.literal(contactsOf("c"))
    } AS keys FROM $candidates c
        WHERE ${sql.literal(isOwnBesideKeys(sql, "c.organization_id"))} AND c.anonymised_at IS NULL
          AND ${sql.literal(contactsOf("c"))} && ARRAY(SELECT contact.key FROM contact)
      ), matched AS (${matched}), person AS MATERIALIZED (
        SELECT DISTINCT ON (matched.nth) matched.* FROM matched ORDER BY matched.nth, matched.rank, matched.id
      )
      SELECT x.nth, person.match, ${sql.literal(storedCandidate)} AS candidate, (
        SELECT json_build_object('id', a.id, 'status', a.status) FROM $applications a
        WHERE a.organization_id = $organization AND a.job_id = x.job_id AND a.candidate_id = c.id AND a.duplicate_of IS NULL AND ${
      sql.literal(ofVisibleJob)
    }
      ) AS application, x.note IS NOT NULL AND (
        EXISTS (SELECT FROM $notes n WHERE n.organization_id = $organization AND n.candidate_id = c.id AND n.body = x.note)
        OR EXISTS (
          SELECT FROM $applications a JOIN $notes n ON n.organization_id = $organization AND n.application_id = a.id
          WHERE a.organization_id = $organization AND a.candidate_id = c.id AND n.body = x.note AND ${
      sql.literal(ofVisibleJob)
    }
        )
      ) AS has_note
      FROM person JOIN x ON x.nth = person.nth
      CROSS JOIN LATERAL (
        SELECT c.* FROM $candidates c WHERE c.organization_id = $organization AND c.id = person.id AND c.anonymised_at IS NULL AND ${
      sql.literal(readsRow("c"))
    } LIMIT 1
      ) c
    `.pipe(ofOrganization(sql, organization), ({ unprepared }) => unprepared, Effect.orDie)
    const byRow = new Map(found.map(({ nth, ...one }) => [nth, one]))
    return sought.map((_, at): Recognized | null => byRow.get(at) ?? null)
  })
}
