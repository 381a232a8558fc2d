/** A last day ends where the person is who chooses it, and is shown as that day again. */
import { afterEach, expect, test } from "bun:test"
import { dayOfEnd, endOfDay, endsWithDay, hasPassed } from "../src/pages/job/lastDay.ts"

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
  expect(["2026-11-30T23:59:59.999Z", "2026-11-30T23:30:00.000Z", null].map(dayOfEnd)).toEqual([
    "2026-11-30",
    "2026-12-01",
    ""
  ])
  expect(endOfDay("")).toBe(null)
})

const [utc, berlin, noon] = ["2026-11-30T23:59:59.999Z", "2026-11-30T22:59:59.999Z", "2026-11-30T12:00:00.000Z"]

test.each(
  [
    // An end by a program, in UTC: in New York it passes on the evening of the day, in Auckland at noon of the next
    // one.
    ["America/New_York", utc, "2026-12-01T00:30:00Z", { day: "2026-11-30", isWhole: false, passed: true }],
    ["America/New_York", utc, "2026-11-30T23:30:00Z", { day: "2026-11-30", isWhole: false, passed: false }],
    ["Pacific/Auckland", utc, "2026-11-30T21:00:00Z", { day: "2026-11-30", isWhole: false, passed: false }],
    ["Etc/UTC", utc, utc, { day: "2026-11-30", isWhole: true, passed: false }],
    ["Etc/UTC", utc, "2026-12-01T00:00:00Z", { day: "2026-11-30", isWhole: true, passed: true }],
    // A day that was chosen in Berlin.
    ["Europe/Berlin", berlin, "2026-11-30T22:00:00Z", { day: "2026-11-30", isWhole: true, passed: false }],
    ["Europe/Berlin", berlin, "2026-11-30T23:00:00Z", { day: "2026-11-30", isWhole: true, passed: true }],
    ["America/New_York", berlin, "2026-11-30T23:00:00Z", { day: "2026-11-30", isWhole: false, passed: true }],
    ["Pacific/Auckland", berlin, "2026-11-30T22:00:00Z", { day: "2026-12-01", isWhole: false, passed: false }],
    // An end within the day.
    ["Etc/UTC", noon, "2026-11-30T13:00:00Z", { day: "2026-11-30", isWhole: false, passed: true }],
    ["Etc/UTC", noon, "2026-11-30T11:00:00Z", { day: "2026-11-30", isWhole: false, passed: false }]
  ] as const
)("in %s, the end %s at %s: %j", (zone, end, now, said) => {
  process.env["TZ"] = zone
  expect<object>({ day: dayOfEnd(end), isWhole: endsWithDay(end), passed: hasPassed(end, Date.parse(now)) }).toEqual(
    said
  )
})
