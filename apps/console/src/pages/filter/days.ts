/** Converts between inclusive days in the person's time zone and the API's exclusive times. */
import { dayOfLocal } from "../job/lastDay.ts"

/** Returns the first day of applications after a time, or the day itself; empty without one. */
export const firstDay = (after: string | undefined): string => dayOf(after, 1)

/** Returns the last day of applications before a time, or the day itself; empty without one. */
export const lastDay = (before: string | undefined): string => dayOf(before, -1)

const dayOf = (text: string | undefined, millis: number): string =>
  text === undefined || isDay(text) ? text ?? "" : dayOfLocal(new Date(Date.parse(text) + millis))

/** Return the API's times for the days of date fields; undefined for an empty field. */
export const timeAfter = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 0, -1)
export const timeBefore = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 1, 0)

/** Returns the start of a day, or of the day `days` later, plus some milliseconds. */
const edgeOf = (day: string, days: number, millis: number): string => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + days)
  return new Date(date.getTime() + millis).toISOString()
}

/** The filters by the day of application: days in an address, times in the API. */
export interface Between {
  readonly created_after?: string | undefined
  readonly created_before?: string | undefined
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const isTime = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Reads a day from an address. A time, as in earlier addresses, becomes the day that it begins or ends in the person's
 * time zone, if any.
 */
const dayIn = (value: unknown, dayOf: typeof firstDay, timeOf: typeof timeAfter): string | undefined => {
  if (typeof value !== "string" || !(isDay(value) || isTime(value))) return undefined
  return isTime(value) && timeOf(dayOf(value)) === value ? dayOf(value) : value
}

/** Returns the days for an address: the same for readers in all time zones. */
export const daysIn = ({ created_after, created_before }: Readonly<Record<string, unknown>>): Between => ({
  created_after: dayIn(created_after, firstDay, timeAfter),
  created_before: dayIn(created_before, lastDay, timeBefore)
})

const timeOf = (value: string | undefined, edge: typeof timeAfter): string | undefined =>
  value !== undefined && isDay(value) ? edge(value) : value

/** Returns the times for the days of an address, in the person's time zone. */
export const timesOf = ({ created_after, created_before }: Between): Between => ({
  created_after: timeOf(created_after, timeAfter),
  created_before: timeOf(created_before, timeBefore)
})
