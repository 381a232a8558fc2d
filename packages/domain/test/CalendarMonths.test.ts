import { monthsBefore, monthsLater } from "@candor/domain/retention/CalendarMonths"
import { fromMillis, later, Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"

/** A time, the months, and the time so many months later. */
const monthsAfter = [
  ["2026-01-15T09:30:00.000Z", 1, "2026-02-15T09:30:00.000Z"],
  ["2026-01-31T09:30:00.000Z", 2, "2026-03-31T09:30:00.000Z"],
  ["2026-12-01T00:00:00.000Z", 1, "2027-01-01T00:00:00.000Z"],
  ["2026-11-30T23:59:59.999Z", 13, "2027-12-30T23:59:59.999Z"],
  ["2016-06-01T12:00:00.000Z", 120, "2026-06-01T12:00:00.000Z"],
  // The later month has no such day: the start of the month after it.
  ["2026-01-31T09:30:00.000Z", 1, "2026-03-01T00:00:00.000Z"],
  ["2026-03-31T23:00:00.000Z", 1, "2026-05-01T00:00:00.000Z"],
  ["2026-08-29T00:00:00.000Z", 6, "2027-03-01T00:00:00.000Z"],
  ["2026-10-31T01:00:00.000Z", 1, "2026-12-01T00:00:00.000Z"],
  // February 29 of leap years, of which 2100 is none and 2000 is one.
  ["2024-02-29T10:00:00.000Z", 12, "2025-03-01T00:00:00.000Z"],
  ["2024-02-29T10:00:00.000Z", 48, "2028-02-29T10:00:00.000Z"],
  ["2023-08-29T10:00:00.000Z", 6, "2024-02-29T10:00:00.000Z"],
  ["2099-12-29T10:00:00.000Z", 2, "2100-03-01T00:00:00.000Z"],
  ["1999-12-29T10:00:00.000Z", 2, "2000-02-29T10:00:00.000Z"]
] as const

/** A time, the months, and the latest time that is so many months before it. */
const before = [
  ["2026-11-22T16:45:00.000Z", 12, "2025-11-22T16:45:00.000Z"],
  ["2026-01-15T00:00:00.000Z", 1, "2025-12-15T00:00:00.000Z"],
  ["2026-03-31T10:00:00.000Z", 1, "2026-02-28T23:59:59.999Z"],
  ["2026-03-01T00:00:00.000Z", 1, "2026-02-01T00:00:00.000Z"],
  ["2024-03-30T10:00:00.000Z", 1, "2024-02-29T23:59:59.999Z"],
  ["2026-12-31T10:00:00.000Z", 6, "2026-06-30T23:59:59.999Z"],
  ["2026-11-22T00:00:00.000Z", 120, "2016-11-22T00:00:00.000Z"]
] as const

test.each(monthsAfter)("%s and %d months is %s", (timestamp, months, result) => {
  expect(monthsLater(Timestamp.make(timestamp), months)).toBe(Timestamp.make(result))
})

test.each(before)("%s less %d months is %s", (timestamp, months, result) => {
  expect(monthsBefore(Timestamp.make(timestamp), months)).toBe(Timestamp.make(result))
})

/** Midnight, and the last millisecond, of every day of four years and a bit, a leap day among them. */
const times: ReadonlyArray<Timestamp> = Array.from(
  { length: 1530 * 2 },
  (_, n) => fromMillis(Date.UTC(2019, 11, 25) + Math.floor(n / 2) * 86_400_000 + (n % 2) * 86_399_999)
)

test.each([1, 2, 6, 11, 12, 13, 48, 120])(
  "%d months before is exactly the latest time that is so many months earlier; no later time is due earlier",
  (months) => {
    const wrong = times.filter((now, n) => {
      const bound = monthsBefore(now, months)
      const isExact = monthsLater(bound, months) <= now && monthsLater(later(bound, 1), months) > now
      const previous = times[Math.max(0, n - 1)]!
      return !isExact || monthsLater(previous, months) > monthsLater(now, months) ||
        monthsBefore(previous, months) > bound
    })
    expect(wrong).toEqual([])
  }
)
