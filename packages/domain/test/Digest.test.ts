import { UserId } from "@candor/domain/Id"
import { type DigestReaders, planDigests } from "@candor/domain/mail/Digest"
import type { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { id } from "./context.ts"

const zones = ["Europe/Berlin", "America/Vancouver", "Pacific/Kiritimati", "UTC"] as const
const readers = zones.map((zone, index) => ({ id: UserId.make(id(index)), time_zone: zone as string as ZoneName }))
const at = (time: string): Timestamp => Timestamp.make(`${time}:00.000Z`)

const plan = (now: string, digest_at: string | null, changes: Partial<DigestReaders> = {}) => {
  const { due, next } = planDigests(
    { digest_at: digest_at === null ? null : at(digest_at), time_zone: "UTC" as ZoneName, readers, ...changes },
    packZones,
    at(now)
  )
  const told = due.map(({ day, member_id, since }) =>
    `${zones[readers.findIndex(({ id }) => id === member_id)]} ${day} since ${since.slice(0, 16)}`
  )
  return [told, next.slice(0, 16)]
}

test("a digest is due at six in the morning of its member's zone, of what came since the morning before", () => {
  expect(plan("2026-12-01T05:00", "2026-12-01T05:00")).toEqual([
    ["Europe/Berlin 2026-12-01 since 2026-11-30T05:00"],
    "2026-12-01T06:00"
  ])
  expect(plan("2026-12-01T06:07", "2026-12-01T06:00")).toEqual([
    ["UTC 2026-12-01 since 2026-11-30T06:00"],
    "2026-12-01T13:00"
  ])
  expect(plan("2026-12-01T13:00", "2026-12-01T13:00")).toEqual([
    ["America/Vancouver 2026-12-01 since 2026-11-30T13:00"],
    "2026-12-01T16:00"
  ])
  // There it is the next day.
  expect(plan("2026-12-01T16:00", "2026-12-01T16:00")).toEqual([[
    "Pacific/Kiritimati 2026-12-02 since 2026-11-30T16:00"
  ], "2026-12-02T05:00"])
})

test("none is due before its hour, nor on the day on which mail was set up; after a pause each member has one", () => {
  expect(plan("2026-12-01T04:59", "2026-12-01T05:00")).toEqual([[], "2026-12-01T05:00"])
  expect(plan("2026-12-01T09:00", null)).toEqual([[], "2026-12-01T13:00"])
  expect(plan("2026-12-04T06:30", "2026-12-01T05:00")[0]).toHaveLength(4)
})

test("clocks that change move the morning with them", () => {
  const berlin = { readers: readers.slice(0, 1) }
  expect(plan("2027-03-28T04:00", "2027-03-28T04:00", berlin)).toEqual([[
    "Europe/Berlin 2027-03-28 since 2027-03-27T05:00"
  ], "2027-03-28T06:00"])
})

test("where nobody gets any, the morning of the organization is waited for", () => {
  expect(plan("2026-12-01T06:00", "2026-12-01T06:00", { readers: [] })).toEqual([[], "2026-12-02T06:00"])
})
