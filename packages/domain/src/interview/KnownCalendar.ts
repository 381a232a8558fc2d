/** The busy times of members, as last read from their calendars. */
import { Schema } from "effect"
import type { CalendarKind } from "../calendar/BusyCalendar.ts"
import { described, named } from "../Described.ts"
import { UserId } from "../Id.ts"
import type { CalendarFailure } from "../organization/Organization.ts"
import {
  always,
  difference,
  inAtLeast,
  type Interval,
  intervalsOf,
  minuteOf,
  type MinuteSet
} from "../time/MinuteSets.ts"
import { later, Timestamp } from "../Timestamp.ts"
import type { InterviewState } from "./Interview.ts"

/** The milliseconds for which data read from a calendar is trusted. */
const trustedMillis = 60 * 60_000

/** The busy times of a member's calendar, as last read. */
export interface KnownCalendar {
  readonly member_id: UserId
  readonly kind: CalendarKind
  readonly read_at: Timestamp | null
  /** The end of the period that was read. */
  readonly known_until: Timestamp | null
  readonly busy: MinuteSet
}

/** The age of a calendar's data, for members who book its owner. */
export const CalendarAge = Schema.Struct({
  member_id: UserId,
  read_at: Schema.NullOr(Timestamp).pipe(
    described("When it was last read; null if it has not been", "2026-10-14T09:45:00.000Z")
  ),
  is_stale: Schema.Boolean.pipe(described("Whether the last reading was more than an hour ago", false))
}).pipe(named("CalendarAge", "The age of the busy times of a member's calendar"))
export interface CalendarAge extends Schema.Schema.Type<typeof CalendarAge> {}

/** Tells whether the data of a calendar is too old to be trusted. */
export const isStale = ({ read_at }: Pick<KnownCalendar, "read_at">, now: Timestamp): boolean =>
  read_at === null || later(read_at, trustedMillis) < now

/** Returns the age of each calendar's data. */
export const calendarAges = (
  { calendars }: { readonly calendars: ReadonlyArray<KnownCalendar> },
  now: Timestamp
): ReadonlyArray<CalendarAge> =>
  calendars.map((calendar) => ({
    member_id: calendar.member_id,
    read_at: calendar.read_at,
    is_stale: isStale(calendar, now)
  }))

/** Interviews whose time is changing. */
export type Moved = ReadonlyArray<Pick<InterviewState, "starts_at" | "ends_at" | "interviewers">>

/**
 * Returns when a member is busy according to their calendar. If the calendar does not identify events, the busy times
 * of `moved` interviews that its member holds are subtracted; other busy times are not affected.
 */
export const knownBusy = ({ busy, kind, member_id: member }: KnownCalendar, moved: Moved): ReadonlyArray<Interval> => {
  const own = moved.filter(({ interviewers }) =>
    interviewers.some(({ member_id, response }) => member_id === member && response !== "declined")
  )
    .flatMap(({ ends_at, starts_at }): ReadonlyArray<Interval> =>
      starts_at === null || ends_at === null ? [] : [[Math.floor(minuteOf(starts_at)), Math.ceil(minuteOf(ends_at))]]
    )
  const names = kind === "subscription" || kind === "caldav"
  return intervalsOf(names ? busy : difference(busy, inAtLeast(1, own)))
}

/**
 * Returns the same for offering times. A calendar whose data is too old counts as always busy if the organization
 * blocks bookings then, and every calendar does beyond the days that were read.
 */
export const busyIn = (
  calendar: KnownCalendar,
  onFailure: CalendarFailure,
  moved: Moved,
  now: Timestamp
): ReadonlyArray<Interval> => {
  if (isStale(calendar, now) && onFailure === "block") return [always]
  const beyond: ReadonlyArray<Interval> = calendar.known_until === null
    ? []
    : [[minuteOf(calendar.known_until), always[1]]]
  return [...knownBusy(calendar, moved), ...beyond]
}
