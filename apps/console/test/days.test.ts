/** A first and a last day are those of the person who chooses them, also where clocks change on them. */
import { afterEach, expect, test } from "bun:test"
import { firstDay, lastDay, timeAfter, timeBefore } from "../src/pages/filter/days.ts"

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
