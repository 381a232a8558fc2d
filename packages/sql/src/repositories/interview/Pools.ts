/** Finds who can hold an interview: the members of the scheduling link that booked it, and of its planned interview. */
import type { JobId, OrganizationId, UserId } from "@candor/domain/Id"
import type { InterviewState } from "@candor/domain/interview/Interview"
import type { Pooled } from "@candor/domain/scheduling/Replacements"
import type { Schedulables } from "@candor/domain/scheduling/Schedulable"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { now as currentTime } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { absent } from "../application/Visibility.ts"
import { calendarColumns, calendarFailure } from "./Booking.ts"
import { type Member, memberColumns, schedulables } from "./Schedulables.ts"
import { organizationZone } from "./Schedules.ts"

/** The members, before their times are read. */
type PoolRow = Pick<Schedulables, "calendars" | "calendar_failure"> & Pick<Pooled, "buffers" | "next"> & {
  readonly members: ReadonlyArray<Member>
  readonly time_zone: ZoneName
}

/** The result if the job was deleted in the meantime. */
const noPool: PoolRow = {
  members: [],
  calendars: [],
  calendar_failure: "block",
  next: [],
  buffers: { before: 0, after: 0 },
  time_zone: ZoneName.make("UTC")
}

/**
 * Reads who can hold an interview, and who may replace a member who declines: nobody who holds another interview of the
 * same link.
 */
export const pooled = Effect.fnUntraced(
  function*(sql: SqlClient.SqlClient, organization: OrganizationId, job: JobId, interview: InterviewState) {
    const [row = noPool] = yield* sql<PoolRow>`
    SELECT (
        SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${
      sql.literal(memberColumns)
    } FROM users u WHERE u.organization_id = $organization AND u.id IN (SELECT m::uuid FROM unnest(pool.ids) m)
        ) x
      ) AS members, (
        SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${sql.literal(calendarColumns)} FROM busy_calendars b
          WHERE b.organization_id = $organization AND b.member_id IN (SELECT m::uuid FROM unnest(pool.ids) m)
        ) x
      ) AS calendars,
      CASE WHEN coalesce(l.replaces_declined, p.replaces_declined, false) THEN ARRAY(
        SELECT m.id FROM jsonb_array_elements_text(coalesce(l.member_ids, p.member_ids)) m (id) WHERE NOT EXISTS (
          SELECT FROM interviewer_times t WHERE t.organization_id = $organization AND t.member_id = m.id::uuid AND t.during IS NOT NULL
            AND t.interview_id = ANY (ARRAY(SELECT i::uuid FROM jsonb_array_elements_text(coalesce(l.interview_ids, '[]')) i))
        )
      ) ELSE '{}' END AS next,
      json_build_object('before', coalesce(l.buffer_before_minutes, 0), 'after', coalesce(l.buffer_after_minutes, 0)) AS buffers,
      ${sql.literal(calendarFailure)} AS calendar_failure, ${sql.literal(organizationZone)} AS time_zone
    FROM $jobs j
    LEFT JOIN planned_interviews p ON p.organization_id = $organization AND p.job_id = j.id
      AND p.id = coalesce(${interview.planned_interview_id}::uuid, ${sql.literal(absent)})
    LEFT JOIN LATERAL (
      SELECT l.meetings -> at -> 'member_ids' AS member_ids, l.replaces_declined, l.buffer_before_minutes, l.buffer_after_minutes, l.interview_ids
      FROM $scheduling_links l CROSS JOIN generate_series(0, jsonb_array_length(l.meetings) - 1) at
      WHERE l.organization_id = $organization AND l.application_id = ${interview.application_id}
        AND l.interview_ids ->> at = ${interview.id}
      LIMIT 1
    ) l ON true
    CROSS JOIN LATERAL (
      SELECT ARRAY(SELECT jsonb_array_elements_text(coalesce(l.member_ids, '[]')) UNION SELECT jsonb_array_elements_text(coalesce(p.member_ids, '[]'))) AS ids
    ) pool
    WHERE j.organization_id = $organization AND j.id = ${job} AND j.deleted_at IS NULL
  `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const { buffers, members, next, time_zone, ...known } = row
    const now = yield* currentTime
    const times = yield* schedulables(sql, organization, {
      members,
      time_zone,
      now,
      until: interview.ends_at ?? now,
      except: [interview.id]
    })
    const pooled: Pooled = { interview, pool: { ...known, ...times }, next: next as ReadonlyArray<UserId>, buffers }
    return pooled
  }
)
