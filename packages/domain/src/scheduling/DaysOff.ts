/** Holidays of members at the time of an interview. */
import type { UserId } from "../Id.ts"
import type { Taken } from "../interview/InterviewTime.ts"
import type { ZoneName } from "../time/ZoneName.ts"
import type { Zones } from "../time/Zones.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import { intervalsOf, type MinuteSet } from "./MinuteSets.ts"

/** A calendar of holidays of a member, in minutes of the local time. */
export interface DaysOff {
  readonly member_id: UserId
  readonly time_zone: ZoneName
  readonly busy: MinuteSet
}

/** Returns the holidays that overlap with a span, each in its member's own time zone. */
export const holidaysWithin = (
  daysOff: ReadonlyArray<DaysOff>,
  { ends_at, starts_at }: { readonly starts_at: Timestamp; readonly ends_at: Timestamp },
  zones: Zones
): ReadonlyArray<Taken> =>
  daysOff.flatMap(({ busy, member_id, time_zone }) => {
    const instantAt = (minute: number) => fromMillis(zones.zone(time_zone).instantOf(minute * 60_000))
    return intervalsOf(busy)
      .map(([from, to]): Taken => ({ member_id, starts_at: instantAt(from), ends_at: instantAt(to), by: "holiday" }))
      .filter((holiday) => holiday.starts_at < ends_at && holiday.ends_at > starts_at)
  })
