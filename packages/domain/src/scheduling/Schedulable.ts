/** Members as far as the times at which they can hold interviews depend on them. */
import type { InterviewState } from "../interview/Interview.ts"
import type { Invited } from "../interview/Interviewer.ts"
import type { Zones } from "../time/Zones.ts"
import type { Timestamp } from "../Timestamp.ts"
import { busyIn, type KnownCalendar } from "../interview/KnownCalendar.ts"
import type { CalendarFailure } from "../organization/Organization.ts"
import type { Person } from "./FreeTimes.ts"
import { always, intervalsOf, minuteOf, type MinuteSet } from "../time/MinuteSets.ts"
import { type Schedule, weekOf } from "./Schedule.ts"

/** A member with the schedule, and the interviews from four weeks ago on but for those that are decided on. */
export interface Schedulable extends Invited {
  readonly schedule: Schedule
  readonly booked: ReadonlyArray<readonly [starts_at: Timestamp, ends_at: Timestamp]>
  /** Days off of the calendars of holidays that are the member's, in minutes of the local time. */
  readonly holidays: ReadonlyArray<MinuteSet>
  /** Grows with each booking of the member: one that was decided on before is decided anew. */
  readonly bookings: number
}

/** Members, and what is known of their calendars. */
export interface Schedulables {
  readonly members: ReadonlyArray<Schedulable>
  /** The members' calendars, and whether one that is too old blocks them. */
  readonly calendars: ReadonlyArray<KnownCalendar>
  readonly calendar_failure: CalendarFailure
  /** From when on the interviews of members are not known: there are too many. */
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
 * Returns the members who are active and see the job. `moved` are the interviews that may move, which calendars have,
 * too.
 */
export const peopleOf = (known: Schedulables, moved: Moved, now: Timestamp, zones: Zones): ReadonlyArray<Person> =>
  known.members.filter(({ sees_job, status }) => status === "active" && sees_job).map((member) =>
    personOf(member, known, moved, now, zones)
  )
