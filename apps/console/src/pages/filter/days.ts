/** Days where the person is, both of which count, as the exclusive times that the API takes. */
import { dayOfLocal } from "../job/lastDay.ts"

/** Returns the first day of a filter `created_after`, which is a time or a day; empty without a filter. */
export const firstDay = (after: string | undefined): string => dayOf(after, 1)

/** Returns the last day of a filter `created_before`, which is a time or a day; empty without a filter. */
export const lastDay = (before: string | undefined): string => dayOf(before, -1)

const dayOf = (text: string | undefined, millis: number): string =>
  text === undefined || isDay(text) ? text ?? "" : dayOfLocal(new Date(Date.parse(text) + millis))

/** The times of a day as a field has it, where it is none undefined. */
export const timeAfter = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 0, -1)
export const timeBefore = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 1, 0)

/** When a day, or one so many days later, begins there, with some milliseconds. */
const edgeOf = (day: string, days: number, millis: number): string => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + days)
  return new Date(date.getTime() + millis).toISOString()
}

/** A filter by the days on which applications arrived: days in the page's address, times in requests to the API. */
export interface Between {
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))

/** Parses a day of an address. Older addresses have a time, which becomes the day that it begins or ends locally. */
const dayIn = (value: unknown, dayOf: typeof firstDay, timeOf: typeof timeAfter): string | undefined => {
  if (typeof value !== "string" || !(isDay(value) || isTime(value))) return undefined
  return isTime(value) && timeOf(dayOf(value)) === value ? dayOf(value) : value
}

/** The days of an address, the same for readers in all time zones. */
export const daysIn = ({ created_after, created_before }: Readonly<Record<string, unknown>>): Between => ({
  created_after: dayIn(created_after, firstDay, timeAfter),
  created_before: dayIn(created_before, lastDay, timeBefore)
})

const timeOf = (value: string | undefined, edge: typeof timeAfter): string | undefined =>
  value !== undefined && isDay(value) ? edge(value) : value

/** Converts the days of an address to times in the reader's time zone. */
export const timesOf = ({ created_after, created_before }: Between): Between => ({
  created_after: timeOf(created_after, timeAfter),
  created_before: timeOf(created_before, timeBefore)
})
