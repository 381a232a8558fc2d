/** The times at which members hold interviews, for decisions on whether they are free at others. */
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

/** The interviews by which the least loaded member is found. */
export const loadMillis = 28 * 86_400_000

/** The most interviews of the members that are read. Times after the last one are not offered. */
const maxBooked = 5000

/** What is read of a member before the times. */
export type Member = Invited & {
  readonly schedule: Schedule | null
  readonly bookings: number
  readonly holidays: Schedulable["holidays"]
}

/** The columns of such a member `u`, for an interview of a job `j`. */
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
 * What is looked at: from four weeks before `now` until eight days after `until`, but for these interviews. `time_zone`
 * is of members who have no hours.
 */
interface Looking {
  readonly members: ReadonlyArray<Member>
  readonly time_zone: ZoneName
  readonly now: Timestamp
  readonly until: Timestamp
  readonly except: ReadonlyArray<InterviewId>
}

/**
 * Reads the times of members, who were read before: one that is booked meanwhile has another number of bookings than
 * the decision knew.
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
