/** Members' holidays at the time of an interview. */
import type { UserId } from "../Id.ts"
import type { Taken } from "../interview/InterviewTime.ts"
import type { ZoneName } from "../time/ZoneName.ts"
import type { Zones } from "../time/Zones.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import { inAtLeast, type Interval, intervalsOf, maxTold } from "../time/MinuteSets.ts"

/** The days of a holiday calendar around a span, in minutes of local time, and the members who use it. */
export interface DaysOff {
  readonly members: ReadonlyArray<{ readonly id: UserId; readonly time_zone: ZoneName }>
  readonly intervals: ReadonlyArray<Interval>
}

/**
 * Returns the holidays that overlap with a span, each in its member's time zone: the first one of each member, without
 * duplicates from several calendars.
 */
export const holidaysWithin = (
  daysOff: ReadonlyArray<DaysOff>,
  { ends_at, starts_at }: { readonly starts_at: Timestamp; readonly ends_at: Timestamp },
  zones: Zones
): ReadonlyArray<Taken> => {
  const members = new Map(daysOff.flatMap(({ members }) => members.map(({ id, time_zone }) => [id, time_zone])))
  return [...members].flatMap(([member_id, time_zone]) => {
    const zone = zones.zone(time_zone)
    const instantAt = (minute: number) => fromMillis(zone.instantOf(minute * 60_000))
    const own = daysOff.filter(({ members }) => members.some(({ id }) => id === member_id))
    return intervalsOf(inAtLeast(1, own.flatMap(({ intervals }) => intervals))).values()
      .map(([from, to]): Taken => ({ member_id, starts_at: instantAt(from), ends_at: instantAt(to), by: "holiday" }))
      .filter((holiday) => holiday.starts_at < ends_at && holiday.ends_at > starts_at)
      .take(maxTold)
      .toArray()
  })
}
