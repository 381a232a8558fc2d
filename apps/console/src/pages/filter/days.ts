/** Converts between inclusive days in the person's time zone and the API's exclusive times. */
import { dayOfLocal } from "../job/lastDay.ts"

/** Returns the first day of applications after a time; empty without one. */
export const firstDay = (after: string | undefined): string =>
  after === undefined ? "" : dayOfLocal(new Date(Date.parse(after) + 1))

/** Returns the last day of applications before a time; empty without one. */
export const lastDay = (before: string | undefined): string =>
  before === undefined ? "" : dayOfLocal(new Date(Date.parse(before) - 1))

/** Return the API's times for the days of date fields; undefined for an empty field. */
export const timeAfter = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 0, -1)
export const timeBefore = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 1, 0)

/** Returns the start of a day, or of the day `days` later, plus some milliseconds. */
const edgeOf = (day: string, days: number, millis: number): string => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + days)
  return new Date(date.getTime() + millis).toISOString()
}

/** Reads a time from an address; undefined if the text is not a time. */
export const timeIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
