/**
 * The lists of an export other than profiles and applications. Each is bounded, and newest first. One row is one entry,
 * so that no message from the database is longer than one entry.
 */
import { noun as attachment } from "@candor/domain/attachment/Attachment"
import { noun as assessment } from "@candor/domain/criteria/Assessment"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { partsOf } from "@candor/domain/nouns"
import { type BoundedList, type ExportedFile, maxExported, mergedFields } from "@candor/domain/person/CandidateExport"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { partsSeen } from "../../database/Seen.ts"
import { iso } from "../../database/Types.ts"
import { jsonColumns } from "../../statements/Nouns.ts"
import { entryColumns } from "../application/ApplicationHistory.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { requestShown, withNames } from "../feedback/FeedbackRequests.ts"
import { interviewShown, withNames as interviewNames } from "../interview/Interviews.ts"
import { linkShown } from "../interview/SchedulingLinks.ts"
import { scorecardShown, submitted } from "../scorecard/ScorecardRows.ts"
import { isMailOfPerson } from "../mail/MailOfPerson.ts"
import { messageExported } from "../mail/MessageRows.ts"
import { signalExported } from "../signal/SignalRows.ts"
import { isOfPerson, submissionShown } from "../submission/OfPerson.ts"
import { prospectShown } from "../sourcing/ProspectRows.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"

/** Selects these columns of an entry as the bytes of its JSON. */
const jsonOf = (columns: string): string =>
  `(SELECT convert_to(row_to_json(entry)::text, 'UTF8') FROM (SELECT ${columns}) entry) AS json`

/** Approximate bytes of an exported event besides its data. */
const envelopeBytes = 400

const limit = `LIMIT ${maxExported + 1}`

/** The applications `a` of a candidate `c` whose jobs were not deleted. */
const applications =
  `$applications a ON a.organization_id = $organization AND a.candidate_id = c.id AND ${ofVisibleJob}`

/** Returns the tables of a noun's parts that have events. */
const subjectsOf = (subject: string): ReadonlyArray<string> =>
  partsOf(subject).filter(({ events }) => Object.keys(events).length > 0).map(({ table }) => table)

const fileEntry = jsonOf(jsonColumns(attachment, "x", "json"))

const prospectEntry = jsonOf(prospectShown)

/** The expressions of a merged candidate's stored state. Fields that its version did not know are empty. */
const known: { readonly [name: string]: string } = {
  email_addresses: "candidate_emails(was.primary_email, coalesce(was.email_addresses, '[]'))",
  phone_numbers: "coalesce(was.phone_numbers, '[]')",
  external_ids: "coalesce(was.external_ids, '[]')"
}

const mergeEntry = jsonOf(`m.candidate_id, ${iso("m.merged_at")} AS merged_at, CASE WHEN m.undo IS NOT NULL THEN (
  SELECT row_to_json(y) FROM (
    SELECT ${
  mergedFields.map((name) => `${known[name] ?? `was.${name}`} AS ${name}`).join(", ")
} FROM jsonb_populate_record(NULL::candidates, m.undo -> 'candidate') was
  ) y
) END AS candidate`)

const historyEntry = jsonOf(`h.application_id, ${entryColumns}`)

const eventEntry = jsonOf(`e.id, e.type, e.subject_id,
  json_build_object('user_id', e.user_id, 'api_key_id', e.api_key_id, 'worker', e.worker) AS actor,
  ${iso("e.occurred_at")} AS occurred_at, e.data`)

/**
 * Selects the ids whose events concern a candidate `c`: its own, those of candidates merged into it, and those of all
 * parts with events.
 */
const subjects = [
  "SELECT c.id FROM c",
  "SELECT m.candidate_id FROM c JOIN candidate_merges m ON m.organization_id = $organization AND m.into_id = c.id",
  ...subjectsOf("candidate").map((table) =>
    `SELECT x.id FROM c JOIN ${partsSeen(table)} x ON x.organization_id = $organization AND x.candidate_id = c.id`
  ),
  "SELECT p.id FROM c JOIN $prospects p ON p.organization_id = $organization AND p.candidate_id = c.id",
  `SELECT a.id FROM c JOIN ${applications}`,
  ...subjectsOf("application").map((table) =>
    `SELECT x.id FROM c JOIN ${applications} JOIN ${
      partsSeen(table)
    } x ON x.organization_id = $organization AND x.application_id = a.id`
  )
].join(" UNION ALL ")

/** Reads a list; `room` is what is left of the export, in bytes. */
type Read = (
  organization: OrganizationId,
  id: CandidateId,
  room: number
) => Effect.Effect<ReadonlyArray<Uint8Array>>

/** Makes the functions that read the lists, each with one entry more than an export has. */
export const exportedLists = (sql: SqlClient.SqlClient) => {
  const parts = (organization: OrganizationId, statement: Statement.Statement<{ readonly json: Uint8Array }>) =>
    Effect.map(Effect.orDie(ofOrganization(sql, organization)(statement)), (rows) => rows.map(({ json }) => json))

  /** All files of the candidate and of its applications: each owner has few. */
  const files = (organization: OrganizationId, id: CandidateId) =>
    sql<ExportedFile & { readonly application_id: string | null; readonly json: Uint8Array }>`
      SELECT x.application_id, x.id, x.size_bytes, ${sql.literal(fileEntry)} FROM (
        SELECT x.* FROM $candidates c JOIN ${sql.literal(applications)}
        JOIN attachments x ON x.organization_id = $organization AND x.application_id = a.id
        WHERE c.organization_id = $organization AND c.id = ${id}
        UNION ALL SELECT x.* FROM $attachments x WHERE x.organization_id = $organization AND x.candidate_id = ${id}
      ) x
      ORDER BY x.created_at DESC, x.id DESC
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const prospects = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(prospectEntry)} FROM $prospects p
      WHERE p.organization_id = $organization AND p.candidate_id = ${id} ORDER BY p.id DESC ${sql.literal(limit)}`
    )

  const mergedCandidates = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(mergeEntry)} FROM $candidate_merges m
      WHERE m.organization_id = $organization AND m.into_id = ${id} ORDER BY m.sequence DESC ${sql.literal(limit)}`
    )

  const history = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(historyEntry)}
      FROM $candidates c JOIN ${sql.literal(applications)}
      JOIN application_history h ON h.organization_id = $organization AND h.application_id = a.id
      WHERE c.organization_id = $organization AND c.id = ${id} ORDER BY h.entered_at DESC, h.id DESC ${
        sql.literal(limit)
      }`
    )

  const feedbackRequests = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(requestShown))} FROM (
        SELECT r.* FROM $candidates c JOIN ${sql.literal(applications)}
        JOIN feedback_requests r ON r.organization_id = $organization AND r.application_id = a.id
        WHERE c.organization_id = $organization AND c.id = ${id}
      ) r ${sql.literal(withNames)} ORDER BY r.created_at DESC, r.id DESC ${sql.literal(limit)}`
    )

  const interviews = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(interviewShown))} FROM (
        SELECT i.* FROM $candidates c JOIN ${sql.literal(applications)}
        JOIN interviews i ON i.organization_id = $organization AND i.application_id = a.id
        WHERE c.organization_id = $organization AND c.id = ${id}
      ) i ${sql.literal(interviewNames)} ORDER BY i.created_at DESC, i.id DESC ${sql.literal(limit)}`
    )

  const scorecards = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(scorecardShown))} FROM $candidates c JOIN ${sql.literal(applications)}
      JOIN $told_scorecards s ON s.organization_id = $organization AND s.application_id = a.id AND s.status IN (${
        sql.literal(submitted)
      })
      JOIN interviews i ON i.organization_id = $organization AND i.application_id = a.id AND i.id = s.interview_id
      WHERE c.organization_id = $organization AND c.id = ${id} ORDER BY s.submitted_at DESC, s.id DESC ${
        sql.literal(limit)
      }`
    )

  const assessments = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(`x.application_id, ${jsonColumns(assessment, "x", "json")}`))}
      FROM $candidates c JOIN ${sql.literal(applications)}
      JOIN assessments x ON x.organization_id = $organization AND x.application_id = a.id
      WHERE c.organization_id = $organization AND c.id = ${id} ORDER BY x.updated_at DESC, x.id DESC ${
        sql.literal(limit)
      }`
    )

  const schedulingLinks = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(linkShown))} FROM $candidates c JOIN ${sql.literal(applications)}
      JOIN scheduling_links l ON l.organization_id = $organization AND l.application_id = a.id
      WHERE c.organization_id = $organization AND c.id = ${id} ORDER BY l.created_at DESC, l.id DESC ${
        sql.literal(limit)
      }`
    )

  const submissions = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(submissionShown))} FROM (
        SELECT s.* FROM $candidates c JOIN ${sql.literal(applications)}
        JOIN submissions s ON s.organization_id = $organization AND s.application_id = a.id
        WHERE c.organization_id = $organization AND c.id = ${id}
        UNION ALL SELECT s.* FROM $candidates c JOIN $submissions s ON ${isOfPerson(sql)}
        WHERE c.organization_id = $organization AND c.id = ${id}
      ) s ORDER BY s.created_at DESC, s.id DESC ${sql.literal(limit)}`
    )

  const signals = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(signalExported))} FROM $candidates c JOIN ${sql.literal(applications)}
      JOIN signals s ON s.organization_id = $organization AND s.application_id = a.id
      WHERE c.organization_id = $organization AND c.id = ${id} ORDER BY s.created_at DESC, s.id DESC ${
        sql.literal(limit)
      }`
    )

  const messages = (organization: OrganizationId, id: CandidateId) =>
    parts(
      organization,
      sql`
      SELECT ${sql.literal(jsonOf(messageExported))} FROM (
        SELECT m.* FROM $candidates c JOIN ${sql.literal(applications)}
        JOIN messages m ON m.organization_id = $organization AND m.application_id = a.id
        WHERE c.organization_id = $organization AND c.id = ${id}
        UNION ALL SELECT m.* FROM $messages m WHERE ${isMailOfPerson(sql, sql`c.id = ${id}`, ofVisibleJob)}
      ) m ORDER BY m.created_at DESC, m.id DESC ${sql.literal(limit)}`
    )

  /**
   * The newest events that still have their data, up to about `room` bytes. An index finds them by their subjects.
   * Events from before an anonymization are left out, because they are about to be erased.
   */
  const events = (organization: OrganizationId, id: CandidateId, room: number) =>
    parts(
      organization,
      sql`
      WITH c AS MATERIALIZED (
        SELECT c.organization_id, c.id, c.anonymised_at FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${id}
      ), found AS MATERIALIZED (
        SELECT e.id, coalesce(e.data_bytes, octet_length(e.data::text)) + ${sql.literal(String(envelopeBytes))} AS bytes
        FROM (${sql.literal(subjects)}) subject CROSS JOIN LATERAL (
          SELECT e.* FROM $events e WHERE e.organization_id = $organization AND e.subject_id = subject.id OFFSET 0
        ) e
        WHERE e.salt IS NOT NULL AND e.occurred_at >= coalesce((SELECT c.anonymised_at FROM c), '-infinity')
        ORDER BY e.id DESC ${sql.literal(limit)}
      ), measured AS (
        SELECT found.id, sum(found.bytes) OVER (ORDER BY found.id DESC) - found.bytes AS before FROM found
      )
      SELECT ${
        sql.literal(eventEntry)
      } FROM measured JOIN public.events e ON e.organization_id = $organization AND e.id = measured.id
      WHERE measured.before <= ${room}::bigint ORDER BY e.id DESC`
    )

  return {
    files,
    /** In the order in which they get room. */
    lists: {
      prospects,
      merged_candidates: mergedCandidates,
      history,
      submissions,
      signals,
      feedback_requests: feedbackRequests,
      interviews,
      scorecards,
      assessments,
      scheduling_links: schedulingLinks,
      messages,
      events
    } satisfies { readonly [Name in BoundedList]: Read }
  }
}
