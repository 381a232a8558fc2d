/** The last day for applications, which ends in the time zone of the person who chooses it. */

const two = (number: number): string => String(number).padStart(2, "0")

/** Returns the day of a time in the person's time zone, as a date field takes it. */
export const dayOfLocal = (time: Date): string =>
  `${String(time.getFullYear()).padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`

/** The end that programs send for a day without a time; read as the same day in every time zone. */
const endInUtc = "T23:59:59.999Z"

/** Returns the day of an end, as a date field takes it; empty without one. */
export const dayOfEnd = (end: string | null): string => {
  if (end === null || end.endsWith(endInUtc)) return end?.slice(0, 10) ?? ""
  return dayOfLocal(new Date(end))
}

/** Returns the end of a day in the person's time zone; null for an empty text. */
export const endOfDay = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString()

/**
 * Returns whether the end is that of its day in the person's time zone. Programs can send an end in UTC, or within a
 * day.
 */
export const endsWithDay = (end: string): boolean => Date.parse(end) === Date.parse(endOfDay(dayOfEnd(end)) ?? "")

/**
 * Returns whether an end has passed at a time in milliseconds, by the server's rule: until then, candidates may apply.
 */
export const hasPassed = (end: string | null, now: number): boolean => end !== null && Date.parse(end) < now
