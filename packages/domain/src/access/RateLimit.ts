/** Requests an hour (spec, part 8). An hour is a clock hour in UTC, the same for every key. */

/** Requests that one key may make in one hour. */
export const perHour = 1000

const hour = 3_600_000

/** A clock hour. */
export interface Window {
  /** When it begins, in milliseconds since the Unix epoch. */
  readonly start: number
  /** When it ends, in seconds since the Unix epoch. */
  readonly reset: number
}

/** The hour that a time, in milliseconds since the Unix epoch, is in. */
export const windowAt = (millis: number): Window => {
  const start = Math.floor(millis / hour) * hour
  return { start, reset: (start + hour) / 1000 }
}
