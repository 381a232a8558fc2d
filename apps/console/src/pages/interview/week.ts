/** A week of interviews: its days in the reader's time zone, and the position of each interview. */
import type { Interview } from "@candor/client"
import { offsetOf, ownZone } from "./interviews.ts"

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

/** The position of an interview in its day: minutes since midnight, and its column among those that overlap. */
export interface Placed {
  readonly interview: Interview
  readonly from: number
  readonly to: number
  readonly column: number
  readonly columns: number
}

/** Positions the interviews of a day, overlapping ones side by side. */
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
