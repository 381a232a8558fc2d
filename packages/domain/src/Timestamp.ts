/**
 * Points in time, as one text everywhere: ISO 8601, UTC, three decimals. The interface shows this text and the database
 * returns it. Texts of this form sort as their times do, so nothing converts them.
 */
import { Clock, DateTime, Effect, Option, Schema, SchemaTransformation } from "effect"

/** ISO 8601 date-time in UTC with milliseconds, for example 2026-11-20T09:30:00.000Z. */
export const Timestamp = Schema.String.check(
  Schema.isPattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, {
    expected: "an ISO 8601 date-time in UTC",
    toJsonSchema: () => ({ format: "date-time" })
  })
).pipe(Schema.brand("Timestamp"))
export type Timestamp = typeof Timestamp.Type

const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** Tells whether the database knows the time, and its year has four digits: an offset can lead out of both. */
const isInCommonEra = (time: DateTime.DateTime): boolean => /^(?!0000)\d{4}-/.test(DateTime.formatIso(time))

/** Tells whether a text has this form and names a day of the calendar: a `Date` reads February 30 as March 2. */
const isDateTime = (text: string): boolean =>
  written.test(text) && Option.exists(DateTime.make(text), isInCommonEra) &&
  Option.exists(DateTime.make(`${text.slice(0, 10)}T00:00:00Z`), (day) => DateTime.formatIso(day).startsWith(text.slice(0, 10)))

/** A date-time as a client writes it (RFC 3339, section 5.6), with or without fractions, in any offset. */
export const TimestampFromText = Schema.String.check(
  Schema.makeFilter<string>(isDateTime, {
    expected: "an ISO 8601 date-time, for example 2027-01-31T09:30:00Z",
    toJsonSchema: () => ({ format: "date-time", pattern: written.source })
  })
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
export const fromMillis = (millis: number): Timestamp =>
  Timestamp.make(DateTime.formatIso(DateTime.makeUnsafe(millis)))

/** Returns the current time of the `Clock` service. */
export const now: Effect.Effect<Timestamp> = Effect.map(Clock.currentTimeMillis, fromMillis)

/** Returns the time at which a UUID of version 7 was made: its first 48 bits (RFC 9562, section 5.7). */
export const ofUuidV7 = (id: string): Timestamp => fromMillis(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16))

/** Returns the timestamp `millis` milliseconds later. */
export const later = (timestamp: Timestamp, millis: number): Timestamp =>
  fromMillis(DateTime.toEpochMillis(DateTime.makeUnsafe(timestamp)) + millis)
