/** The last day for applications: it ends where the person is who chooses it. */

const two = (number: number): string => String(number).padStart(2, "0")

/** The day of a time where the person is, as a field of the type `date` has it. */
export const dayOfLocal = (time: Date): string =>
  `${String(time.getFullYear()).padStart(4, "0")}-${two(time.getMonth() + 1)}-${two(time.getDate())}`

/** The end that programs give a day alone, by which it is the same day everywhere. */
const endInUtc = "T23:59:59.999Z"

/** Returns the day of an end, as a field of the type `date` has it; empty of none. */
export const dayOfEnd = (end: string | null): string => {
  if (end === null || end.endsWith(endInUtc)) return end?.slice(0, 10) ?? ""
  return dayOfLocal(new Date(end))
}

/** Returns when a day ends where the person is; null of an empty text. */
export const endOfDay = (day: string): string | null =>
  day === "" ? null : new Date(`${day}T23:59:59.999`).toISOString()

/** Tells whether an end is that of its day where the person is. Programs give ends in UTC, or within a day. */
export const endsWithDay = (end: string): boolean => Date.parse(end) === Date.parse(endOfDay(dayOfEnd(end)) ?? "")

/**
 * Tells whether an end has passed at a time in milliseconds, as the server sees it: until then, candidates may apply.
 */
export const hasPassed = (end: string | null, now: number): boolean => end !== null && Date.parse(end) < now
