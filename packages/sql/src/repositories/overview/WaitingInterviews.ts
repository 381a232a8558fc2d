/** Waiting items about interviews: invitations, proposed times, interviewers who declined, and cancellations. */
import type { OrganizationId, UserId } from "@candor/domain/Id"
import {
  type CancelledInterviews,
  type DeclinedInterview,
  maxWaiting,
  type ProposedTimes,
  type WaitingInvitation
} from "@candor/domain/overview/Overview"
import { decidingRoles } from "@candor/domain/team/TeamMember"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { object } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { isVisible } from "../application/Visibility.ts"
import { interview } from "../scorecard/ScorecardRows.ts"

/** The candidate of an application `a`, by name. */
export const person = `(
  SELECT ${
  object("c.id, c.full_name")
} FROM candidates c WHERE c.organization_id = $organization AND c.id = a.candidate_id
)`

/** An application `a` of a job `j`, in the form of the lists of waiting items. */
export const application = object(`a.id, ${person} AS candidate, ${object("j.id, j.title, j.is_confidential")} AS job`)

/** A condition: nobody has written to the candidate of an application `a` since a time. */
const isUnwritten = (since: string): string =>
  `NOT EXISTS (
    SELECT FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id AND m.purpose = 'letter'
      AND m.created_at > ${since} AND m.status IN ('queued', 'sending', 'sent', 'delivered')
  )`

export const waitingInterviews = (sql: SqlClient.SqlClient) => {
  /** A condition: the job `j` of an application `a` is visible, and the given member, if any, decides on it. */
  const decides = (member: UserId | null) =>
    sql`${sql.literal(isVisible("a.job_id"))} AND (EXISTS (
      SELECT FROM team_members t
      WHERE t.organization_id = $organization AND t.job_id = j.id AND t.member_id = ${member} AND t.role = ANY (${decidingRoles}::text[])
    ) OR ${member}::uuid IS NULL)`

  const invitations = (organization: OrganizationId, member: UserId) =>
    sql<WaitingInvitation>`
      SELECT ${sql.literal(interview)} AS interview, ${sql.literal(application)} AS application
      FROM interviewer_times t
      JOIN $interviews i ON i.organization_id = $organization AND i.id = t.interview_id
      JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id AND a.status = 'active' AND a.anonymised_at IS NULL
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      WHERE t.organization_id = $organization AND t.member_id = ${member} AND lower(t.during) > now() AND i.status = 'scheduled'
        AND i.interviewers @> jsonb_build_array(jsonb_build_object('member_id', ${member}::text, 'response', 'needs_action'))
        AND ${sql.literal(isVisible("a.job_id"))}
      ORDER BY lower(t.during), i.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  // A proposal through a scheduling link can also be answered by a message. If the mail server refuses the message, the
  // proposal is unanswered again.
  const proposals = (organization: OrganizationId, member: UserId | null) =>
    sql<ProposedTimes>`
      SELECT x.application, x.interview, x.scheduling_link_id, x.member_id, x.starts_at, x.words, ${
      sql.literal(iso("x.proposed_at"))
    } AS proposed_at FROM (
        SELECT ${
      sql.literal(application)
    } AS application, NULL::json AS interview, l.id AS scheduling_link_id, NULL::uuid AS member_id, NULL::text AS starts_at, l.proposal AS words,
          l.proposed_at, l.id
        FROM $scheduling_links l
        JOIN applications a ON a.organization_id = $organization AND a.id = l.application_id AND a.status = 'active' AND a.anonymised_at IS NULL
        JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
        WHERE l.organization_id = $organization AND l.proposed_at IS NOT NULL AND l.status IN ('open', 'booked') AND ${
      decides(member)
    }
          AND l.answered_at IS NULL AND ${sql.literal(isUnwritten("l.proposed_at"))}
        UNION ALL
        SELECT ${sql.literal(application)}, ${
      sql.literal(interview)
    }, NULL, (p ->> 'member_id')::uuid, p ->> 'starts_at', p ->> 'comment', (p ->> 'proposed_at')::timestamptz, i.id
        FROM $interviews i CROSS JOIN jsonb_array_elements(i.proposals) p
        JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id AND a.status = 'active' AND a.anonymised_at IS NULL
        JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
        WHERE i.organization_id = $organization AND i.status = 'scheduled' AND i.starts_at > now() AND ${
      decides(member)
    }
      ) x ORDER BY x.proposed_at, x.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const declined = (organization: OrganizationId, member: UserId | null) =>
    sql<DeclinedInterview>`
      SELECT ${sql.literal(interview)} AS interview, ${sql.literal(application)} AS application, ARRAY(
        SELECT (x ->> 'member_id')::uuid FROM jsonb_array_elements(i.interviewers) x WHERE x ->> 'response' = 'declined'
      ) AS declined_by
      FROM $interviews i
      JOIN applications a ON a.organization_id = $organization AND a.id = i.application_id AND a.anonymised_at IS NULL
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id
      WHERE i.organization_id = $organization AND i.status = 'scheduled' AND i.starts_at > now() AND i.interviewers @> '[{"response": "declined"}]'
        AND ${decides(member)}
      ORDER BY i.starts_at, i.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  // Gone from the list with another booking, a message to the candidate, another interview, a closed link or a mark as done.
  const cancellations = (organization: OrganizationId, member: UserId | null) =>
    sql<CancelledInterviews>`
      SELECT ${sql.literal(interview)} AS interview, ${
      sql.literal(application)
    } AS application, l.id AS scheduling_link_id, l.cancel_reason AS words,
        ${sql.literal(iso("i.updated_at"))} AS cancelled_at
      FROM $scheduling_links l
      JOIN $interviews i ON i.organization_id = $organization AND i.id = (l.interview_ids ->> 0)::uuid AND i.status = 'cancelled'
      JOIN applications a ON a.organization_id = $organization AND a.id = l.application_id AND a.status = 'active' AND a.anonymised_at IS NULL
      JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
      WHERE l.organization_id = $organization AND l.status = 'open' AND l.interview_ids <> '[]' AND l.answered_at IS NULL AND ${
      decides(member)
    } AND ${sql.literal(isUnwritten("i.updated_at"))} AND NOT EXISTS (
          SELECT FROM public.interviews n WHERE n.organization_id = $organization AND n.application_id = a.id AND n.created_at > i.updated_at
        )
      ORDER BY i.updated_at, i.id LIMIT ${sql.literal(String(maxWaiting))}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  return { cancellations, declined, invitations, proposals }
}
