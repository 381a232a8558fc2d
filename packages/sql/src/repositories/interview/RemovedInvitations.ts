/**
 * Cancellations of interviews that are removed with their applications, sent to the interviewers whose calendars have
 * them. They name nobody and are complete, because the interview is gone when they are sent.
 */
import { removedKey, unsentStatuses } from "@candor/domain/interview/Invitation"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { SqlClient, Statement } from "effect/sql"
import { outbox } from "../../queue/MailWork.ts"
import { insertWork } from "../../queue/Queue.ts"
import { letterLanguage } from "./LetterLanguage.ts"

/**
 * An expression: whether the calendar of an interviewer has the interview, by the last invitation `e` and the status of
 * its mail `m` (`isKnown` of the domain).
 */
const isKnown =
  `CASE e.value ->> 'method' WHEN 'REQUEST' THEN (e.value -> 'was_known')::boolean OR m.id IS NULL OR m.status <> ALL ('{${
    unsentStatuses.join(",")
  }}')
  ELSE (e.value -> 'was_known')::boolean AND m.status = ANY ('{${unsentStatuses.join(",")}}') END`

const isGerman = `lower(left(${letterLanguage}, 2)) = 'de'`

/** The time of an interview `i`, in the zone in which it was agreed. */
const inZone = (start: string) => `concat(${start}, ' (', replace(i.time_zone, '_', ' '), ')')`
const when = {
  en: inZone("replace(i.local_start, 'T', ' ')"),
  de: inZone(`to_char(i.local_start::timestamp, 'FMDD.FMMM.YYYY "um" HH24:MI "Uhr"')`)
}

const millis = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`

/** The key of the mail, in the form that `removedOf` of the domain reads. */
const key = `concat_ws(' ', '${removedKey}', i.id, i.member_id, i.sequence, ${millis("i.starts_at")}, ${
  millis("i.ends_at")
})`

/** The interviewers of interviews of applications `x` who must be told, with the mail. */
const told = `
  SELECT gen_random_uuid() AS random, i.id, i.sequence + 1 AS sequence, i.starts_at, i.ends_at, u.id AS member_id, json_build_object('name', u.full_name, 'email', u.email) AS recipient,
    json_build_object('name', coalesce(account.sender_name, o.name), 'email', account.sender_email) AS sender, account.sender_email,
    CASE WHEN ${isGerman} THEN 'Gespräch abgesagt' ELSE 'Interview canceled' END AS subject,
    CASE WHEN ${isGerman} THEN format('Das Gespräch am %s ist abgesagt.', ${when.de}) ELSE format('The interview on %s is canceled.', ${when.en}) END AS body`

/**
 * Common table expressions that store and queue the cancellations of the interviews of `applications`: rows with an
 * `id` that a later expression removes, or whose interviews it removes. `ids` are the first 15 characters of the mails'
 * ids.
 */
export const invitationsRemoved = (
  sql: SqlClient.SqlClient,
  applications: Statement.Fragment,
  { ids, now }: { readonly ids: string; readonly now: Timestamp }
) => [
  sql`told_interviewers AS (
    ${sql.literal(told)}
    FROM ${applications} x
    JOIN interviews i ON i.organization_id = $organization AND i.application_id = x.id AND i.ends_at > ${now}::timestamptz
    JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id
    JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
    JOIN organizations o ON o.id = $organization
    JOIN mail_accounts account ON account.organization_id = $organization AND account.sender_email IS NOT NULL
    CROSS JOIN LATERAL jsonb_each(i.invitations) e
    JOIN users u ON u.organization_id = $organization AND u.id = CASE e.key WHEN 'candidate' THEN NULL ELSE e.key::uuid END AND u.status = 'active'
    LEFT JOIN messages m ON m.organization_id = $organization AND m.key = concat_ws(' ', 'invitation', i.id, e.key, e.value ->> 'sequence')
    WHERE ${sql.literal(isKnown)}
  )`,
  sql`told_mails AS (
    INSERT INTO messages (organization_id, id, status, purpose, sender, recipients, copies, subject, body, has_html, files, internet_message_id, reference_ids,
      is_automatic, attempts, due_at, key, created_at, updated_at, version)
    SELECT $organization, t.id, 'queued', 'notice', t.sender, jsonb_build_array(t.recipient), '[]', t.subject, t.body, false, '[]',
      concat('<', t.id, '.', replace(t.random::text, '-', ''), '@', split_part(t.sender_email, '@', 2), '>'), '[]', true, 0, ${now}::timestamptz, t.key,
      ${now}::timestamptz, ${now}::timestamptz, 1
    FROM (
      SELECT (${ids}::text || substr(gen_random_uuid()::text, 16))::uuid AS id, ${
    sql.literal(key)
  } AS key, i.random, i.sender, i.sender_email, i.recipient, i.subject, i.body FROM told_interviewers i
    ) t
    ON CONFLICT DO NOTHING
    RETURNING organization_id
  )`,
  sql`told_work AS (
    ${insertWork} ${outbox.queue}, gen_random_uuid()::text, json_build_object('organization_id', t.organization_id)::text, now()
    FROM (SELECT organization_id FROM told_mails LIMIT 1) t
  )`
]
