/**
 * Local times: what a clock in a time zone shows, to the minute. People agree on these, so an appointment stores its
 * local time and zone beside its instant: when the zone's rules change by law, the instant changes.
 */
import { DateTime, Option, Schema } from "effect"
import { cleanLine } from "../CleanText.ts"
import { converted } from "../Text.ts"
import { fromMillis, type Timestamp } from "../Timestamp.ts"
import { endYear, firstYear, type Zone } from "./Zone.ts"
import { because } from "../IssueReason.ts"

const form = /^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/
const millisOf = (local: string): number => DateTime.toEpochMillis(DateTime.makeUnsafe(`${local}:00Z`))
const textOf = (millis: number): string => fromMillis(millis).slice(0, 16)

/** A local date and time, for example 2026-12-01T10:00. */
export const LocalTime = Schema.String.check(Schema.makeFilter<string>(
  // `Date` would read February 30 as March 2.
  (text) =>
    form.test(text) && Option.exists(DateTime.make(`${text}:00Z`), (time) => DateTime.formatIso(time).startsWith(text)),
  {
    expected: `a day from ${firstYear} to ${endYear - 1} and the time of a clock, for example 2026-12-01T10:00`,
    ...because("not_date_time"),
    toJsonSchema: () => ({ pattern: form.source })
  }
)).pipe(Schema.brand("LocalTime"))
export type LocalTime = typeof LocalTime.Type

/** A local time in a request, also with a space for the `T`, or with seconds that are zero. */
export const LocalTimeFromText = converted(
  { pattern: form.source },
  (text) => cleanLine(text).replace(/^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::00(?:\.0+)?)?$/i, "$1T$2"),
  Schema.String
).pipe(Schema.decodeTo(LocalTime))

/** Returns the local time at an instant, without seconds. */
export const localTimeAt = (zone: Zone, timestamp: Timestamp): LocalTime =>
  textOf(zone.localAt(DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp)))) as LocalTime

/** Returns the instants of a local time: two where clocks go back, none in the gap where they go forward. */
export const timestampsOf = (zone: Zone, local: LocalTime): ReadonlyArray<Timestamp> =>
  zone.instantsOf(millisOf(local)).map(fromMillis)

/** Returns the first instant of a local time; in a gap, the instant as if clocks had not gone forward yet. */
export const timestampOf = (zone: Zone, local: LocalTime): Timestamp => fromMillis(zone.instantOf(millisOf(local)))

/** Returns the local day at an instant, such as `2026-12-01`. */
export const dayAt = (zone: Zone, timestamp: Timestamp): string => localTimeAt(zone, timestamp).slice(0, 10)

/** Returns the start of the local day at an instant, or of a later day. Not every day begins at midnight. */
export const startOfDay = (zone: Zone, timestamp: Timestamp, daysLater = 0): Timestamp =>
  fromMillis(zone.instantOf(millisOf(`${dayAt(zone, timestamp)}T00:00`) + daysLater * 86_400_000))

/** Returns the offset from UTC at an instant for display, such as `UTC−07:00`. */
export const offsetText = (zone: Zone, timestamp: Timestamp): string => {
  const millis = zone.offsetAt(DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp)))
  return `UTC${millis < 0 ? "−" : "+"}${textOf(Math.abs(millis)).slice(11)}`
}
