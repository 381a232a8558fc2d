/** Members as far as the times at which they can hold interviews depend on them. */
import { DateTime } from "effect"
import type { Invited } from "../interview/Interviewer.ts"
import type { Zones } from "../time/Zones.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { BusyTime } from "./BusyTimes.ts"
import type { Person } from "./FreeTimes.ts"
import { type Schedule, weekOf } from "./Schedule.ts"

/** A member with the schedule, and the interviews from four weeks ago on but for those that are decided on. */
export interface Schedulable extends Invited {
  readonly schedule: Schedule
  readonly booked: ReadonlyArray<readonly [starts_at: Timestamp, ends_at: Timestamp]>
  /** Grows with each booking of the member: one that was decided on before is decided anew. */
  readonly bookings: number
}

/** Members, and what their calendars tell. */
export interface Schedulables {
  readonly members: ReadonlyArray<Schedulable>
  readonly busy: ReadonlyArray<BusyTime>
}

/** Minutes since 1970. */
export const minuteOf = (time: Timestamp): number => DateTime.toEpochMillis(DateTime.makeUnsafe(time)) / 60_000

const personOf = ({ booked, id, schedule }: Schedulable, busy: ReadonlyArray<BusyTime>, zones: Zones): Person => {
  const interviews = booked.map(([from, to]) => [minuteOf(from), minuteOf(to)] as const)
  return {
    id,
    zone: zones.zone(schedule.time_zone as never),
    hours: weekOf(schedule),
    busy: [
      ...interviews,
      ...busy.filter(({ member_id }) => member_id === id).map(({ ends_at, starts_at }) => [Math.floor(minuteOf(starts_at)), Math.ceil(minuteOf(ends_at))] as const)
    ],
    booked: interviews.map(([from]) => from),
    perDay: schedule.max_per_day ?? Infinity,
    perWeek: schedule.max_per_week ?? Infinity,
    held: booked.length
  }
}

/** Returns the members who are active and see the job. */
export const peopleOf = ({ busy, members }: Schedulables, zones: Zones): ReadonlyArray<Person> =>
  members.filter(({ sees_job, status }) => status === "active" && sees_job).map((member) => personOf(member, busy, zones))
