/** Days in UTC, both of which count, as the exclusive times that the API takes. */
const dayMillis = 86_400_000

const dayOf = (millis: number): string => new Date(millis).toISOString().slice(0, 10)

/** The first day of applications that came after a time; empty without one. */
export const firstDay = (after: string | undefined): string => after === undefined ? "" : dayOf(Date.parse(after) + 1)

/** The last day of applications that came before a time; empty without one. */
export const lastDay = (before: string | undefined): string => before === undefined ? "" : dayOf(Date.parse(before) - 1)

/** The times of a day as a field has it, where it is none undefined. */
export const timeAfter = (day: string): string | undefined => shifted(day, -1)
export const timeBefore = (day: string): string | undefined => shifted(day, dayMillis)

const shifted = (day: string, millis: number): string | undefined =>
  day === "" ? undefined : new Date(Date.parse(day) + millis).toISOString()

/** A time of an address; undefined for a text that is none. */
export const timeIn = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined
