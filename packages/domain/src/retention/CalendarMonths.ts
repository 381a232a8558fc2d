/**
 * Calendar months between timestamps, in UTC. A month later is the same day and time of the next month; if that month
 * has no such day, the start of the month after it. So a month is never cut short, and a later time is never due
 * earlier.
 */
import { Timestamp } from "../Timestamp.ts"

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

/** The number of days of a month from 1 to 12. */
const daysOf = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

interface Month {
  readonly year: number
  /** From 1 to 12. */
  readonly month: number
}

/** Returns the month that is `months` after the timestamp's, or before it if negative. */
const monthAfter = (timestamp: Timestamp, months: number): Month => {
  const count = Number(timestamp.slice(0, 4)) * 12 + Number(timestamp.slice(5, 7)) - 1 + months
  return { year: Math.floor(count / 12), month: count % 12 + 1 }
}

const text = ({ month, year }: Month): string => `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}`

const dayOf = (timestamp: Timestamp): number => Number(timestamp.slice(8, 10))

/** Returns the timestamp `months` calendar months later. */
export const monthsLater = (timestamp: Timestamp, months: number): Timestamp => {
  const target = monthAfter(timestamp, months)
  return Timestamp.make(
    dayOf(timestamp) <= daysOf(target.year, target.month)
      ? `${text(target)}${timestamp.slice(7)}`
      : `${text(monthAfter(timestamp, months + 1))}-01T00:00:00.000Z`
  )
}

/**
 * Returns the latest timestamp that is at least `months` calendar months before `now`: the inverse of `monthsLater`.
 */
export const monthsBefore = (now: Timestamp, months: number): Timestamp => {
  const target = monthAfter(now, -months)
  const days = daysOf(target.year, target.month)
  return Timestamp.make(dayOf(now) <= days ? `${text(target)}${now.slice(7)}` : `${text(target)}-${days}T23:59:59.999Z`)
}
