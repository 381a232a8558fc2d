/** A week of interviews: its days in the reader's time zone, and the position of each interview. */
import type { Interview } from "@candor/client"
import { offsetOf, ownZone } from "./interviews.ts"
import { type Place, placesOf } from "./weekPlaces.ts"

const dayMillis = 86_400_000

/** Returns the device's local time of an instant, in milliseconds as if it were UTC. */
const localMillis = (at: Date): number => at.getTime() - at.getTimezoneOffset() * 60_000

const textOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** Returns the Monday of a day's week, `2026-11-30`; of this week by default. */
export const mondayOf = (day = textOf(localMillis(new Date()))): string => {
  const millis = Date.parse(`${day}T00:00:00Z`)
  return textOf(millis - (new Date(millis).getUTCDay() + 6) % 7 * dayMillis)
}

export const later = (day: string, days: number): string => textOf(Date.parse(`${day}T00:00:00Z`) + days * dayMillis)

export const today = (): string => textOf(localMillis(new Date()))

/** Returns the start of a day in the reader's time zone. */
export const startOf = (day: string): string => new Date(`${day}T00:00`).toISOString()

/** Returns the local start in milliseconds. For an interview in the reader's time zone it is the server's time. */
export const beginsAt = (interview: Interview): number =>
  interview.time_zone === ownZone()
    ? Date.parse(interview.starts_at ?? "") + offsetOf(interview)
    : localMillis(new Date(interview.starts_at ?? ""))

/** The position of an interview in its day. */
export interface Placed extends Place {
  readonly interview: Interview
}

/** Positions the interviews of a day in order. */
export const placed = (day: string, interviews: ReadonlyArray<Interview>): ReadonlyArray<Placed> => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  return placesOf(
    interviews.filter((interview) => textOf(beginsAt(interview)) === day).map((interview) => {
      const from = (beginsAt(interview) - midnight) / 60_000
      return {
        interview,
        from,
        to: Math.min(
          1440,
          from + (Date.parse(interview.ends_at ?? "") - Date.parse(interview.starts_at ?? "")) / 60_000
        )
      }
    })
  )
}
