/** A week of interviews: its days where the reader is, and where each interview stands in them. */
import type { Interview } from "@candor/client"
import { offsetOf, ownZone } from "./interviews.ts"

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

/**
 * An interview in its day: minutes since midnight, and which of so many columns it has beside those that overlap with
 * it.
 */
export interface Placed {
  readonly interview: Interview
  readonly from: number
  readonly to: number
  readonly column: number
  readonly columns: number
}

/** The interviews of a day, in their order, those that overlap side by side. */
export const placed = (day: string, interviews: ReadonlyArray<Interview>): ReadonlyArray<Placed> => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const ofDay = interviews.filter((interview) => textOf(beginsAt(interview)) === day).map((interview) => {
    const from = (beginsAt(interview) - midnight) / 60_000
    return {
      interview,
      from,
      to: Math.min(1440, from + (Date.parse(interview.ends_at ?? "") - Date.parse(interview.starts_at ?? "")) / 60_000)
    }
  }).toSorted((one, other) => one.from - other.from || other.to - one.to)
  const result: Array<Placed> = []
  let [group, end] = [[] as Array<Omit<Placed, "columns">>, 0]
  const close = () => {
    const columns = Math.max(0, ...group.map(({ column }) => column)) + 1
    result.push(...group.map((one) => ({ ...one, columns })))
    group = []
  }
  for (const one of ofDay) {
    if (one.from >= end) close()
    const taken = new Set(group.filter(({ to }) => to > one.from).map(({ column }) => column))
    const column = Array.from({ length: group.length + 1 }, (_, at) => at).find((at) => !taken.has(at)) ?? 0
    end = Math.max(group.length === 0 ? 0 : end, one.to)
    group.push({ ...one, column })
  }
  close()
  return result
}
