/** Days where the person is, both of which count, as the exclusive times that the API takes. */
import { dayOfLocal } from "../job/lastDay.ts"

/** The first day of applications that came after a time; empty without one. */
export const firstDay = (after: string | undefined): string =>
  after === undefined ? "" : dayOfLocal(new Date(Date.parse(after) + 1))

/** The last day of applications that came before a time; empty without one. */
export const lastDay = (before: string | undefined): string =>
  before === undefined ? "" : dayOfLocal(new Date(Date.parse(before) - 1))

/** The times of a day as a field has it, where it is none undefined. */
export const timeAfter = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 0, -1)
export const timeBefore = (day: string): string | undefined => day === "" ? undefined : edgeOf(day, 1, 0)

/** When a day, or one so many days later, begins there, with some milliseconds. */
const edgeOf = (day: string, days: number, millis: number): string => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + days)
  return new Date(date.getTime() + millis).toISOString()
}

/** A time of an address; undefined for a text that is none. */
export const timeIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
