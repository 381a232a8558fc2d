/** The data of members that their free times depend on. */
import type { InterviewState } from "../interview/Interview.ts"
import type { Invited } from "../interview/Interviewer.ts"
import type { Zones } from "../time/Zones.ts"
import type { Timestamp } from "../Timestamp.ts"
import { busyIn, type KnownCalendar } from "../interview/KnownCalendar.ts"
import type { CalendarFailure } from "../organization/Organization.ts"
import type { Person } from "./FreeTimes.ts"
import { always, intervalsOf, minuteOf, type MinuteSet } from "../time/MinuteSets.ts"
import { type Schedule, weekOf } from "./Schedule.ts"

/** A member with their schedule, and their interviews since four weeks ago, except those that are being decided on. */
export interface Schedulable extends Invited {
  readonly schedule: Schedule
  readonly booked: ReadonlyArray<readonly [starts_at: Timestamp, ends_at: Timestamp]>
  /** The days off in the member's holiday calendars, in minutes of local time. */
  readonly holidays: ReadonlyArray<MinuteSet>
  /** Increases with each booking of the member, so that decisions on an older state are repeated. */
  readonly bookings: number
}

/** Members with the data of their calendars. */
export interface Schedulables {
  readonly members: ReadonlyArray<Schedulable>
  /** The members' calendars, and whether outdated ones block their times. */
  readonly calendars: ReadonlyArray<KnownCalendar>
  readonly calendar_failure: CalendarFailure
  /** From when on members' interviews were not read, because there are too many. */
  readonly unread_from: Timestamp | null
}

type Moved = ReadonlyArray<Pick<InterviewState, "starts_at" | "ends_at" | "interviewers" | "status">>

const personOf = (
  { booked, holidays, id, schedule }: Schedulable,
  known: Schedulables,
  moved: Moved,
  now: Timestamp,
  zones: Zones
): Person => {
  const { calendar_failure, calendars, unread_from } = known
  const own = moved.filter(({ status }) => status === "scheduled")
  const interviews = booked.map(([from, to]) => [minuteOf(from), minuteOf(to)] as const)
  return {
    id,
    zone: zones.zone(schedule.time_zone as never),
    hours: weekOf(schedule),
    busy: unread_from === null ? interviews : [...interviews, [Math.floor(minuteOf(unread_from)), always[1]]],
    calendar: calendars.filter(({ member_id }) => member_id === id).flatMap((calendar) =>
      busyIn(calendar, calendar_failure, own, now)
    ),
    holidays: holidays.flatMap(intervalsOf),
    booked: interviews.map(([from]) => from),
    perDay: schedule.max_per_day ?? Infinity,
    perWeek: schedule.max_per_week ?? Infinity,
    held: booked.length
  }
}

/**
 * Returns the members who are active and see the job. `moved` are the interviews whose time is changing, which
 * calendars contain, too.
 */
export const peopleOf = (known: Schedulables, moved: Moved, now: Timestamp, zones: Zones): ReadonlyArray<Person> =>
  known.members.filter(({ sees_job, status }) => status === "active" && sees_job).map((member) =>
    personOf(member, known, moved, now, zones)
  )
