/** The facts of applications that rules of automatic emails compare. */
import { iso } from "../../database/Types.ts"
import { object } from "../../statements/Nouns.ts"

/** The columns of an application `a` of a job `j` and a candidate `c`, with the id of a stage. */
export const ruled = (stage = "a.stage_id", reason = "a.rejection_reason") =>
  `a.job_id, a.source_type, to_json(c.tags) AS tag, j.department_id, j.office_id, ${reason} AS rejection_reason,
    (SELECT s.name FROM stages s WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = ${stage}) AS stage,
    (SELECT s.type FROM stages s WHERE s.organization_id = $organization AND s.job_id = a.job_id AND s.id = ${stage}) AS stage_type`

export const ruledJoins = `JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
  JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id`

/** The time of a mail `m` that a member sent or the candidate wrote; null for others. */
export const mailTime = `CASE
  WHEN m.status IN ('sent', 'delivered') AND m.purpose = 'letter' THEN m.sent_at
  WHEN m.status = 'received' AND NOT m.is_automatic AND m.purpose <> 'invitation' THEN m.created_at END`

/** When an interview of an application `a` was last scheduled: some candidates book one instead of answering. */
export const scheduledAt = `(
  SELECT max(e.occurred_at) FROM interviews i JOIN $events e ON e.organization_id = $organization AND e.subject_id = i.id
  WHERE i.organization_id = $organization AND i.application_id = a.id AND e.type IN ('interview.scheduled', 'interview.rescheduled'))`

const last = (column: string) =>
  `(
  SELECT ${column} FROM application_history h WHERE h.organization_id = $organization AND h.application_id = a.id
  ORDER BY h.entered_at DESC, h.id DESC LIMIT 1)`

/** All facts that automatic emails depend on, as one object. */
export const facts = object(
  `${ruled()}, a.status, j.status AS job_status, ${last("h.change")} AS change, ${
    last(iso("h.entered_at"))
  } AS entered_at,
  (SELECT coalesce(json_agg(${iso("i.starts_at")}), '[]') FROM interviews i
    WHERE i.organization_id = $organization AND i.application_id = a.id AND i.status = 'scheduled' AND i.starts_at > now() AND i.tells_candidate) AS interviews,
  ${
    iso(
      `greatest((SELECT max(${mailTime}) FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id), ${scheduledAt})`
    )
  } AS last_contact_at,
  EXISTS (SELECT FROM mail_accounts k WHERE k.organization_id = $organization AND k.imap IS NOT NULL) AS has_mailbox`
)
