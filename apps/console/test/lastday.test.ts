/** A last day ends where the person is who chooses it, and is shown as that day again. */
import { afterEach, expect, test } from "bun:test"
import { dayOfEnd, endOfDay } from "../src/pages/job/lastDay.ts"

const zone = process.env["TZ"]

afterEach(() => {
  process.env["TZ"] = zone ?? "Etc/UTC"
})

test.each([
  ["Europe/Berlin", "2026-11-30", "2026-11-30T22:59:59.999Z"],
  ["Europe/Berlin", "2026-06-30", "2026-06-30T21:59:59.999Z"],
  ["America/New_York", "2026-11-30", "2026-12-01T04:59:59.999Z"],
  ["Pacific/Auckland", "2026-11-30", "2026-11-30T10:59:59.999Z"],
  ["Etc/UTC", "2026-11-30", "2026-11-30T23:59:59.999Z"]
])("in %s, %s ends at %s", (zone, day, end) => {
  process.env["TZ"] = zone
  expect([endOfDay(day), dayOfEnd(end)]).toEqual([end, day])
})

test("what programs gave as a day alone is that day everywhere, another time the day where the person is, and none is empty", () => {
  process.env["TZ"] = "Europe/Berlin"
  expect(["2026-11-30T23:59:59.999Z", "2026-11-30T23:30:00.000Z", null].map(dayOfEnd)).toEqual(["2026-11-30", "2026-12-01", ""])
  expect(endOfDay("")).toBe(null)
})
