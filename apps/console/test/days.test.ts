/** A first and a last day are those of the person who chooses them, also where clocks change on them. */
import { afterEach, expect, test } from "bun:test"
import { daysIn, firstDay, lastDay, timeAfter, timeBefore, timesOf } from "../src/pages/filter/days.ts"

const zone = process.env["TZ"]

afterEach(() => {
  process.env["TZ"] = zone ?? "Etc/UTC"
})

test.each([
  ["Europe/Berlin", "2026-10-25", "2026-10-24T21:59:59.999Z", "2026-10-25T23:00:00.000Z"],
  ["America/New_York", "2026-11-30", "2026-11-30T04:59:59.999Z", "2026-12-01T05:00:00.000Z"],
  ["Pacific/Auckland", "2026-11-30", "2026-11-29T10:59:59.999Z", "2026-11-30T11:00:00.000Z"],
  ["Etc/UTC", "0026-11-30", "0026-11-29T23:59:59.999Z", "0026-12-01T00:00:00.000Z"]
])("in %s, %s is after %s and before %s", (zone, day, after, before) => {
  process.env["TZ"] = zone
  expect([timeAfter(day), timeBefore(day)]).toEqual([after, before])
  expect([firstDay(after), lastDay(before)]).toEqual([day, day])
})

test("an address has the same days for readers in all zones, each of whom gets the times of theirs", () => {
  const days = { created_after: "2026-11-30", created_before: "2026-12-01" }
  for (
    const [zone, created_after, created_before] of [
      ["Europe/Berlin", "2026-11-29T22:59:59.999Z", "2026-12-01T23:00:00.000Z"],
      ["America/New_York", "2026-11-30T04:59:59.999Z", "2026-12-02T05:00:00.000Z"]
    ] as const
  ) {
    process.env["TZ"] = zone
    expect([daysIn(days), timesOf(days)]).toEqual([days, { created_after, created_before }])
    expect([firstDay(days.created_after), lastDay(days.created_before)]).toEqual(["2026-11-30", "2026-12-01"])
    // An older address, from the same time zone.
    expect(daysIn({ created_after, created_before })).toEqual(days)
  }
})

test("a time of an address that is no day's here stays the time that it is, and what is neither is none", () => {
  process.env["TZ"] = "Etc/UTC"
  const times = { created_after: "2026-11-29T22:59:59.999Z", created_before: undefined }
  for (const created_before of ["soon", "2026-02-31"])
    expect(timesOf(daysIn({ ...times, created_before }))).toEqual(times)
})
