/** The time of an interview: the agreed local time in a zone, and the resulting instants. */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { UserId } from "../Id.ts"
import { LocalTime, LocalTimeFromText, localTimeAt, timestampOf } from "../time/LocalTime.ts"
import type { Zone } from "../time/Zone.ts"
import { type ZoneName, ZoneNameFromText } from "../time/ZoneName.ts"
import { later, Timestamp, TimestampFromText } from "../Timestamp.ts"
import { type IssueReason, reasonFields } from "../IssueReason.ts"

export const [minMinutes, maxMinutes, defaultMinutes] = [5, 720, 60] as const

export const Minutes = Schema.Int.check(
  Schema.isBetween({ minimum: minMinutes, maximum: maxMinutes }, {
    expected: `an integer from ${minMinutes} to ${maxMinutes}`
  })
)

/** The fields of a request that give a time. */
export const requestedTime = {
  local_start: Schema.optionalKey(LocalTimeFromText).pipe(
    described("When it begins, in local time of `time_zone`; give either this or `starts_at`", "2026-10-14T16:00")
  ),
  starts_at: Schema.optionalKey(TimestampFromText).pipe(
    described("When it begins, at a whole minute; give either this or `local_start`", "2026-10-14T14:00:00.000Z")
  ),
  time_zone: Schema.optionalKey(ZoneNameFromText).pipe(
    described("The time zone in which the time was agreed on", "Europe/Berlin")
  )
}

export interface RequestedTime {
  readonly local_start?: string
  readonly starts_at?: Timestamp
  readonly time_zone?: ZoneName
}

/** An interview's time. The fields are null as long as it has none. */
export interface InterviewTime {
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
  readonly time_zone: ZoneName
  readonly local_start: string
}

/** Returns the time of an interview; null if it has none. */
export const timeIn = (
  { ends_at, local_start, starts_at, time_zone }: {
    readonly [Field in keyof InterviewTime]: InterviewTime[Field] | null
  }
): InterviewTime | null =>
  starts_at === null || ends_at === null || local_start === null || time_zone === null
    ? null
    : { starts_at, ends_at, local_start, time_zone }

/** A request gives a time without its zone, in two ways, or not to the minute, or proposes an impossible one. */
export class TimeRefused extends Schema.TaggedError<TimeRefused>()("TimeRefused", {
  field: Schema.Literals(["local_start", "proposed_start", "starts_at", "time_zone"]),
  expected: Schema.String,
  ...reasonFields
}) {}

const refused = (field: TimeRefused["field"], expected: string, reason: IssueReason) =>
  Result.fail(new TimeRefused({ field, expected, reason }))

/**
 * Returns the time of a request; null if it gives none. A local time in the gap where clocks go forward is moved out of
 * it.
 */
export const timeOf = (
  { local_start, starts_at, time_zone }: RequestedTime,
  minutes: number,
  zoneOf: (name: ZoneName) => Zone
): Result.Result<InterviewTime | null, TimeRefused> => {
  if (local_start === undefined && starts_at === undefined) {
    return time_zone === undefined
      ? Result.succeed(null)
      : refused("local_start", "a time, where a time zone is given", "required")
  }
  if (time_zone === undefined) return refused("time_zone", "the time zone in which the time was agreed on", "required")
  if (local_start !== undefined && starts_at !== undefined)
    return refused("local_start", "none, where starts_at is given", "wrong_combination")
  if (starts_at !== undefined && !starts_at.endsWith(":00.000Z"))
    return refused("starts_at", "a whole minute", "wrong_form")
  const zone = zoneOf(time_zone)
  const start = starts_at ?? timestampOf(zone, LocalTime.make(local_start!))
  return Result.succeed({
    starts_at: start,
    ends_at: later(start, minutes * 60_000),
    time_zone,
    local_start: localTimeAt(zone, start)
  })
}

/** A time at which a member is busy. */
export const Taken = Schema.Struct({
  member_id: UserId,
  starts_at: Timestamp.pipe(described("When it begins", example.time.moved)),
  ends_at: Timestamp.pipe(described("When it ends", example.time.moved)),
  by: Schema.Literals(["interview", "calendar", "holiday", "unread_calendar"]).pipe(described(
    "What takes the time: another interview, an event in the member's calendar, a holiday of the member, or a " +
      "calendar that could not be read for an hour, if the organization then blocks bookings (`calendar_failure`)",
    "calendar"
  ))
}).pipe(named("TakenTime", "A time at which a member is busy"))
export interface Taken extends Schema.Schema.Type<typeof Taken> {}

/** Interviewers are busy at this time. */
export class SlotTaken extends Schema.TaggedError<SlotTaken>()("SlotTaken", { taken: Schema.Array(Taken) }) {}

/** The candidate has other interviews at this time, of any application. `taken` has those that the viewer sees. */
export class CandidateTaken extends Schema.TaggedError<CandidateTaken>()("CandidateTaken", {
  taken: Schema.Array(Schema.Struct({ starts_at: Timestamp, ends_at: Timestamp }))
}) {}
