/** The rate limit on requests of a key (spec, part 8), or of a member in console sessions, per clock hour in UTC. */

/** The requests that a key may make in an hour. */
export const perHour = 1000

/** The requests per hour of a member in all sessions together: people work all day, and programs use keys. */
export const perHourOfMember = 10_000

const hour = 3_600_000

/** A clock hour. */
export interface Window {
  /** When it begins, in milliseconds since the Unix epoch. */
  readonly start: number
  /** When it ends, in seconds since the Unix epoch. */
  readonly reset: number
}

/** Returns the clock hour of a time in milliseconds since the Unix epoch. */
export const windowAt = (millis: number): Window => {
  const start = Math.floor(millis / hour) * hour
  return { start, reset: (start + hour) / 1000 }
}
