/** The booked times of members, for decisions on whether they are free at others. */
import type { InterviewId, OrganizationId, UserId } from "@candor/domain/Id"
import type { Invited } from "@candor/domain/interview/Interviewer"
import { defaultSchedule, type Schedule } from "@candor/domain/scheduling/Schedule"
import type { Schedulable } from "@candor/domain/scheduling/Schedulable"
import type { ZoneName } from "@candor/domain/time/ZoneName"
import { later, type Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { invitedOf, overlapping } from "./Booking.ts"
import { hasHolidays } from "./Schedules.ts"

/** The period whose interviews count for finding the least loaded member. */
export const loadMillis = 28 * 86_400_000

/** The most interviews of the members that are read. Times after the last one are not offered. */
const maxBooked = 5000

/** The data of a member, without the times. */
export type Member = Invited & {
  readonly schedule: Schedule | null
  readonly bookings: number
  readonly holidays: Schedulable["holidays"]
}

/** The columns of a member `u` for an interview of a job `j`. */
export const memberColumns = `${invitedOf}, u.schedule, u.bookings, (
  SELECT coalesce(json_agg(h.busy), '[]') FROM holiday_calendars h
  WHERE h.organization_id = $organization
    AND ${hasHolidays}
) AS holidays`

interface Booked {
  readonly member_id: UserId
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
}

/**
 * The members to read, and the period: from four weeks before `now` to eight days after `until`, without some
 * interviews. `time_zone` applies to members who have not set their hours.
 */
interface Looking {
  readonly members: ReadonlyArray<Member>
  readonly time_zone: ZoneName
  readonly now: Timestamp
  readonly until: Timestamp
  readonly except: ReadonlyArray<InterviewId>
}

/**
 * Reads the times of members, whose booking counters were read earlier: if a member is booked in between, the counter
 * differs from what the decision knew.
 */
export const schedulables = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  { except, members, now, time_zone, until }: Looking
) {
  const [from, to] = [later(now, -loadMillis), later(until, 8 * 86_400_000)]
  const ids = members.map(({ id }) => id)
  const booked = yield* sql<Booked>`
    SELECT x.member_id, ${sql.literal(iso("lower(x.during)"))} AS starts_at, ${
    sql.literal(iso("upper(x.during)"))
  } AS ends_at
    FROM unnest(${ids}::uuid[]) m (id) CROSS JOIN LATERAL (
      SELECT t.member_id, t.during FROM interviewer_times t
      WHERE t.organization_id = $organization AND t.member_id = m.id AND ${overlapping(sql, from, to)}
        AND t.interview_id <> ALL (${except}::uuid[])
      ORDER BY lower(t.during) LIMIT ${sql.literal(String(maxBooked))}
    ) x ORDER BY lower(x.during), x.member_id LIMIT ${sql.literal(String(maxBooked))}
  `.pipe(ofOrganization(sql, organization), Effect.orDie)
  return {
    members: members.map((member): Schedulable => ({
      ...member,
      schedule: member.schedule ?? defaultSchedule(time_zone),
      booked: booked.filter(({ member_id }) => member_id === member.id).map((
        { ends_at, starts_at }
      ) => [starts_at, ends_at])
    })),
    unread_from: booked.length === maxBooked ? booked.at(-1)!.starts_at : null
  }
})
