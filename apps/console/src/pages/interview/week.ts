/** A week of interviews: its days where the reader is, and where each interview stands in them. */
import type { Interview } from "@candor/client"
import { offsetOf, ownZone } from "./interviews.ts"
import { type Place, placesOf } from "./weekPlaces.ts"

const dayMillis = 86_400_000

/** Milliseconds of the local time of an instant, as if it were UTC, by the device's own clock. */
const localMillis = (at: Date): number => at.getTime() - at.getTimezoneOffset() * 60_000

const textOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** `2026-11-30`, the Monday of the week of a day; of today where there is none. */
export const mondayOf = (day = textOf(localMillis(new Date()))): string => {
  const millis = Date.parse(`${day}T00:00:00Z`)
  return textOf(millis - (new Date(millis).getUTCDay() + 6) % 7 * dayMillis)
}

export const later = (day: string, days: number): string => textOf(Date.parse(`${day}T00:00:00Z`) + days * dayMillis)

export const today = (): string => textOf(localMillis(new Date()))

/** When a day begins where the reader is. */
export const startOf = (day: string): string => new Date(`${day}T00:00`).toISOString()

/**
 * Milliseconds of a local time that are shown where the reader is: in the zone of the interview, the time that the
 * server found.
 */
export const beginsAt = (interview: Interview): number =>
  interview.time_zone === ownZone()
    ? Date.parse(interview.starts_at ?? "") + offsetOf(interview)
    : localMillis(new Date(interview.starts_at ?? ""))

/** An interview with its position in the day. */
export interface Placed extends Place {
  readonly interview: Interview
}

/** Returns the interviews of a day in order, each with its position. */
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
