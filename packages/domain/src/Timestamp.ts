/**
 * Points in time, as one text everywhere: ISO 8601, UTC, three decimals. The interface shows this text and the database
 * returns it. Texts of this form sort chronologically, so nothing converts them.
 */
import { Clock, DateTime, Effect, Option, Schema, SchemaTransformation } from "effect"
import { cleanLine } from "./CleanText.ts"
import { converted } from "./Text.ts"
import { because } from "./IssueReason.ts"

/** ISO 8601 date-time in UTC with milliseconds, for example 2026-11-20T09:30:00.000Z. */
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, {
    expected: "an ISO 8601 date-time in UTC",
    ...because("not_date_time"),
    toJsonSchema: () => ({ format: "date-time" })
  })
).pipe(Schema.brand("Timestamp"))
export type Timestamp = typeof Timestamp.Type

/** The form that the OpenAPI document shows (RFC 3339, section 5.6). */
const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/**
 * A day, or a time with its offset from UTC, in the forms of ISO 8601 and of databases. A space in place of the
 * offset's sign is a plus that a query decodes as a space.
 */
const readable =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:[.,]\d{1,9})?)? ?(?:Z|UTC|GMT|([+ \u2212-])(\d{2}):?(\d{2})?))?$/i

/**
 * Returns the text in the documented form; a day becomes its start in UTC. Unreadable text is returned unchanged, and
 * is refused later.
 */
const normalize = (text: string): string => {
  const [, day, time = "00:00", seconds = ":00", sign, hours, minutes = "00"] = readable.exec(cleanLine(text)) ?? []
  if (day === undefined) return text
  const offset = hours === undefined ? "Z" : `${sign === "-" || sign === "\u2212" ? "-" : "+"}${hours}:${minutes}`
  return `${day}T${time}${seconds.replace(",", ".")}${offset}`
}

/**
 * Tells whether the database can store the time, and its year has four digits: an offset can move it out of either
 * range.
 */
const isInCommonEra = (time: DateTime.DateTime): boolean => /^(?!0000)\d{4}-/.test(DateTime.formatIso(time))

/** Tells whether a text has the documented form and names a real day: `Date` would read February 30 as March 2. */
const isDateTime = (text: string): boolean =>
  written.test(text) && Option.exists(DateTime.make(text), isInCommonEra) &&
  Option.exists(DateTime.make(`${text.slice(0, 10)}T00:00:00Z`), (day) =>
    DateTime.formatIso(day).startsWith(text.slice(0, 10)))

/**
 * A date-time as clients write it, with or without fractions, in any offset; or a day alone, which is its start in UTC.
 */
export const TimestampFromText = converted(
  { format: "date-time", pattern: written.source },
  normalize,
  Schema.String.check(Schema.makeFilter<string>(isDateTime, {
    expected:
      "an ISO 8601 date-time with its offset, for example 2027-01-31T09:30:00Z, or a date, which is its start in UTC",
    ...because("not_date_time")
  }))
).pipe(
  Schema.decodeTo(
    Timestamp,
    SchemaTransformation.transform<string, string>({
      decode: (text) => DateTime.formatIso(DateTime.makeUnsafe(text)),
      encode: (timestamp) => timestamp
    })
  )
)

/** Returns the timestamp of milliseconds since the Unix epoch. */
export const fromMillis = (millis: number): Timestamp => Timestamp.make(DateTime.formatIso(DateTime.makeUnsafe(millis)))

/** Returns the current time of the `Clock` service. */
export const now: Effect.Effect<Timestamp> = Effect.map(Clock.currentTimeMillis, fromMillis)

/** Returns the time at which a UUID of version 7 was made: its first 48 bits (RFC 9562, section 5.7). */
export const ofUuidV7 = (id: string): Timestamp => fromMillis(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16))

/** Returns the timestamp `millis` milliseconds later. */
export const later = (timestamp: Timestamp, millis: number): Timestamp =>
  fromMillis(DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp)) + millis)

/** Returns the milliseconds from one time to a later one. */
export const millisBetween = (from: Timestamp, to: Timestamp): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe(to)) - DateTime.toEpochMillis(DateTime.makeUnsafe(from))
