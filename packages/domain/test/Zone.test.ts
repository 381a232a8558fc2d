import {
  type LocalTime,
  LocalTimeFromText,
  localTimeAt,
  offsetText,
  startOfDay,
  timestampOf,
  timestampsOf
} from "@candor/domain/time/LocalTime"
import { movedBy } from "@candor/domain/time/Moved"
import { changesOf, endYear, zoneOf } from "@candor/domain/time/Zone"
import { ZoneName, ZoneNameFromText } from "@candor/domain/time/ZoneName"
import { packVersion, packZones, zonesOf } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Schema } from "effect"

const zone = (name: string) => packZones.zone(ZoneName.make(name))
const at = (text: string) => Timestamp.make(text.replace(/^(.{16})Z$/, "$1:00.000Z"))
const local = Schema.decodeSync(LocalTimeFromText)
const name = Schema.decodeSync(ZoneNameFromText)

/** Instants of local times, and of those in a gap the one that stands for them, by `zdump` of Debian's tzdata 2026f. */
const cases: ReadonlyArray<readonly [zone: string, local: string, instants: ReadonlyArray<string>, inGap?: string]> = [
  ["America/Vancouver", "2026-03-08T01:59", ["2026-03-08T09:59Z"]],
  ["America/Vancouver", "2026-03-08T02:30", [], "2026-03-08T10:30Z"],
  ["America/Vancouver", "2026-11-01T01:30", ["2026-11-01T08:30Z"]],
  ["America/Vancouver", "2026-12-01T10:00", ["2026-12-01T17:00Z"]],
  ["America/Vancouver", "2027-07-01T10:00", ["2027-07-01T17:00Z"]],
  ["America/Edmonton", "2026-12-01T10:00", ["2026-12-01T16:00Z"]],
  ["America/Edmonton", "2027-03-14T02:30", ["2027-03-14T08:30Z"]],
  ["America/Winnipeg", "2026-11-01T01:30", ["2026-11-01T06:30Z"]],
  ["America/Winnipeg", "2026-12-01T10:00", ["2026-12-01T15:00Z"]],
  ["America/Yellowknife", "2026-12-01T10:00", ["2026-12-01T16:00Z"]],
  ["America/Havana", "2026-03-08T00:30", [], "2026-03-08T05:30Z"],
  ["America/Havana", "2026-11-01T00:30", ["2026-11-01T04:30Z"]],
  ["America/Havana", "2026-12-01T10:00", ["2026-12-01T14:00Z"]],
  ["Africa/Casablanca", "2026-03-22T02:30", [], "2026-03-22T02:30Z"],
  ["Africa/Casablanca", "2026-09-20T01:30", ["2026-09-20T00:30Z", "2026-09-20T01:30Z"]],
  ["Africa/Casablanca", "2026-12-01T10:00", ["2026-12-01T10:00Z"]],
  ["Africa/El_Aaiun", "2026-12-01T10:00", ["2026-12-01T10:00Z"]],
  ["Australia/Lord_Howe", "2026-04-05T01:45", ["2026-04-04T14:45Z", "2026-04-04T15:15Z"]],
  ["Australia/Lord_Howe", "2026-07-01T10:00", ["2026-06-30T23:30Z"]],
  ["Australia/Lord_Howe", "2026-10-04T02:15", [], "2026-10-03T15:45Z"],
  ["Australia/Lord_Howe", "2026-12-01T10:00", ["2026-11-30T23:00Z"]],
  ["Asia/Kathmandu", "2026-12-01T10:00", ["2026-12-01T04:15Z"]],
  ["Asia/Katmandu", "2026-12-01T10:00", ["2026-12-01T04:15Z"]],
  ["Asia/Kolkata", "2026-12-01T10:00", ["2026-12-01T04:30Z"]],
  ["Asia/Calcutta", "2026-12-01T10:00", ["2026-12-01T04:30Z"]],
  ["Pacific/Apia", "2011-12-29T23:59", ["2011-12-30T09:59Z"]],
  ["Pacific/Apia", "2011-12-30T12:00", [], "2011-12-30T22:00Z"],
  ["Pacific/Apia", "2011-12-31T00:00", ["2011-12-30T10:00Z"]],
  ["Pacific/Apia", "2026-12-01T10:00", ["2026-11-30T21:00Z"]],
  ["Pacific/Kiritimati", "2026-12-01T10:00", ["2026-11-30T20:00Z"]],
  ["Pacific/Pago_Pago", "2026-12-01T10:00", ["2026-12-01T21:00Z"]],
  ["Pacific/Chatham", "2026-04-05T03:30", ["2026-04-04T13:45Z", "2026-04-04T14:45Z"]],
  ["Pacific/Chatham", "2026-09-27T02:50", [], "2026-09-26T14:05Z"],
  ["Pacific/Auckland", "2026-09-27T02:30", [], "2026-09-26T14:30Z"],
  ["Pacific/Auckland", "2026-12-01T10:00", ["2026-11-30T21:00Z"]],
  ["Europe/Berlin", "2026-03-29T01:59", ["2026-03-29T00:59Z"]],
  ["Europe/Berlin", "2026-03-29T02:00", [], "2026-03-29T01:00Z"],
  ["Europe/Berlin", "2026-03-29T02:59", [], "2026-03-29T01:59Z"],
  ["Europe/Berlin", "2026-03-29T03:00", ["2026-03-29T01:00Z"]],
  ["Europe/Berlin", "2026-10-25T01:59", ["2026-10-24T23:59Z"]],
  ["Europe/Berlin", "2026-10-25T02:00", ["2026-10-25T00:00Z", "2026-10-25T01:00Z"]],
  ["Europe/Berlin", "2026-10-25T02:59", ["2026-10-25T00:59Z", "2026-10-25T01:59Z"]],
  ["Europe/Berlin", "2026-10-25T03:00", ["2026-10-25T02:00Z"]],
  ["Europe/Berlin", "2026-12-31T23:30", ["2026-12-31T22:30Z"]],
  ["Europe/Berlin", "2099-12-31T23:59", ["2099-12-31T22:59Z"]],
  ["Europe/London", "2026-10-25T01:30", ["2026-10-25T00:30Z", "2026-10-25T01:30Z"]],
  ["Europe/Dublin", "2026-12-01T10:00", ["2026-12-01T10:00Z"]],
  ["Europe/Dublin", "2026-07-01T10:00", ["2026-07-01T09:00Z"]],
  ["Europe/Istanbul", "2016-10-30T03:30", ["2016-10-30T00:30Z"]],
  ["Europe/Istanbul", "2026-12-01T10:00", ["2026-12-01T07:00Z"]],
  ["Europe/Lisbon", "2026-03-29T01:30", [], "2026-03-29T01:30Z"],
  ["Atlantic/Azores", "2026-10-25T00:30", ["2026-10-25T00:30Z", "2026-10-25T01:30Z"]],
  ["America/New_York", "2007-03-11T02:30", [], "2007-03-11T07:30Z"],
  ["America/New_York", "2006-04-02T02:30", [], "2006-04-02T07:30Z"],
  ["America/New_York", "2026-11-01T01:30", ["2026-11-01T05:30Z", "2026-11-01T06:30Z"]],
  ["America/Sao_Paulo", "2018-11-04T00:00", [], "2018-11-04T03:00Z"],
  ["America/Sao_Paulo", "2026-12-01T10:00", ["2026-12-01T13:00Z"]],
  ["America/Mexico_City", "2026-07-01T10:00", ["2026-07-01T16:00Z"]],
  ["America/St_Johns", "2026-12-01T10:00", ["2026-12-01T13:30Z"]],
  ["America/Asuncion", "2026-07-01T10:00", ["2026-07-01T13:00Z"]],
  ["America/Caracas", "2016-05-01T02:45", [], "2016-05-01T07:15Z"],
  ["Asia/Tehran", "2026-07-01T10:00", ["2026-07-01T06:30Z"]],
  ["Asia/Beirut", "2026-03-29T00:00", [], "2026-03-28T22:00Z"],
  ["Africa/Cairo", "2026-04-24T00:00", [], "2026-04-23T22:00Z"],
  ["Africa/Cairo", "2026-10-29T23:30", ["2026-10-29T20:30Z", "2026-10-29T21:30Z"]],
  ["Asia/Pyongyang", "2018-05-04T23:45", [], "2018-05-04T15:15Z"],
  ["Antarctica/Troll", "2026-03-29T01:30", [], "2026-03-29T01:30Z"],
  ["America/Nuuk", "2026-03-28T23:30", [], "2026-03-29T01:30Z"],
  ["Asia/Gaza", "2026-12-01T10:00", ["2026-12-01T08:00Z"]],
  ["US/Pacific", "2026-12-01T10:00", ["2026-12-01T18:00Z"]],
  ["Etc/GMT+5", "2026-12-01T10:00", ["2026-12-01T15:00Z"]],
  ["UTC", "2026-12-01T10:00", ["2026-12-01T10:00Z"]]
]

describe("a local time in a zone", () => {
  test.each(cases.map(([zone, local, instants, inGap]) => [zone, local, instants, inGap] as const))(
    "%s, %s is %j",
    (name, text, instants, inGap) => {
      const found = timestampsOf(zone(name), local(text))
      expect(found).toEqual(instants.map(at))
      expect(timestampOf(zone(name), local(text))).toBe(at(instants[0] ?? inGap!))
      expect(found.map((instant) => localTimeAt(zone(name), instant))).toEqual(found.map(() => text as LocalTime))
    }
  )

  test("the pack is no older than these cases", () => {
    expect(packVersion >= "2026f").toBe(true)
  })

  test.each([
    ["Europe/Berlin", "2026-10-24T23:30", "2026-10-25T23:30", 25],
    ["Europe/Berlin", "2026-03-28T23:30", "2026-03-29T23:30", 23],
    ["Australia/Lord_Howe", "2026-10-03T23:30", "2026-10-04T23:30", 23.5],
    ["America/Vancouver", "2026-10-31T23:30", "2026-11-01T23:30", 24]
  ])("%s: from %s to %s are %p hours", (name, from, to, hours) => {
    const millis = Date.parse(timestampOf(zone(name), local(to))) - Date.parse(timestampOf(zone(name), local(from)))
    expect(millis / 3_600_000).toBe(hours)
  })

  test.each([
    ["Europe/Berlin", "2026-12-01T23:30Z", 0, "2026-12-01T23:00Z"],
    ["Europe/Berlin", "2026-03-29T12:00Z", 1, "2026-03-29T22:00Z"],
    ["America/Vancouver", "2026-12-01T06:59Z", 0, "2026-11-30T07:00Z"],
    ["Asia/Beirut", "2026-03-29T12:00Z", 0, "2026-03-28T22:00Z"],
    ["Africa/Cairo", "2026-10-30T12:00Z", 0, "2026-10-29T22:00Z"],
    ["Pacific/Apia", "2011-12-30T09:59Z", 1, "2011-12-30T10:00Z"]
  ])("%s: the day of %s, %p later, begins at %s", (name, instant, days, start) => {
    expect(startOfDay(zone(name), at(instant), days)).toBe(at(start))
  })

  test.each([
    ["America/Vancouver", "UTC−07:00"],
    ["Asia/Kathmandu", "UTC+05:45"],
    ["UTC", "UTC+00:00"],
    ["Pacific/Kiritimati", "UTC+14:00"],
    ["America/St_Johns", "UTC−03:30"]
  ])("%s is %s in December 2026", (name, text) => {
    expect(offsetText(zone(name), at("2026-12-01T12:00Z"))).toBe(text)
  })

  test("changes are found one after the other, until there is none", () => {
    const { nextChange } = zone("Europe/Berlin")
    const first = nextChange(Date.UTC(2026, 11, 1))!
    expect(
      [first, nextChange(first)!, nextChange(first - 1)!].map((change) => new Date(change).toISOString().slice(0, 16))
    )
      .toEqual(["2027-03-28T01:00", "2027-10-31T01:00", "2027-03-28T01:00"])
    expect(nextChange(Date.UTC(endYear, 0))).toBeUndefined()
    expect(zone("America/Vancouver").nextChange(Date.UTC(2026, 11, 1))).toBeUndefined()
  })
})

describe("a rule", () => {
  test.each([
    ["the last Sunday", "CET-1CEST,M3.5.0,M10.5.0/3", ["2027-03-28T01:00", "2027-10-31T01:00"], 2027],
    ["before midnight, and after the next one", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", [
      "2027-03-28T01:00",
      "2027-10-31T01:00"
    ], 2027],
    ["hours beyond a day", "EET-2EEST,M4.5.5/0,M10.5.4/24", ["2027-04-29T22:00", "2027-10-28T21:00"], 2027],
    ["the last week of December", "AAA0BBB,M6.1.0,M12.5.6", ["2027-06-06T02:00", "2027-12-25T01:00"], 2027],
    ["the south, with an offset of its own", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", [
      "2027-04-03T15:00",
      "2027-10-02T15:30"
    ], 2027],
    ["days that leave out February 29", "AAA0BBB,J59/0,J60/0", ["2027-02-28T00:00", "2027-02-28T23:00"], 2027],
    ["the same in a leap year", "AAA0BBB,J59/0,J60/0", ["2028-02-28T00:00", "2028-02-29T23:00"], 2028],
    ["days from 0", "AAA0BBB,0/0,59/0", ["2028-01-01T00:00", "2028-02-28T23:00"], 2028],
    ["none", "UTC0", [], 2027]
  ] as ReadonlyArray<readonly [string, string, ReadonlyArray<string>, number]>)("%s: %s", (_, rule, expected, year) => {
    const { changes } = changesOf({ offset: 0, changes: [], rule })
    expect(
      changes.map(([instant]) => new Date(instant * 1000).toISOString().slice(0, 16)).filter((text) =>
        text.startsWith(`${year}`)
      )
    ).toEqual([...expected])
  })

  test("what a file says goes before its rule", () => {
    const until = Date.UTC(2030, 0) / 1000
    const { nextChange } = zoneOf("A/B", { offset: 0, changes: [[until, 3600]], rule: "CET-1CEST,M3.5.0,M10.5.0/3" })
    expect(new Date(nextChange(0)!).toISOString()).toBe("2030-01-01T00:00:00.000Z")
    expect(new Date(nextChange(until * 1000)!).toISOString()).toBe("2030-03-31T01:00:00.000Z")
  })
})

describe("what a client writes", () => {
  test.each([
    ["Europe/Berlin", "Europe/Berlin"],
    ["europe/berlin", "Europe/Berlin"],
    [" America/New York\n", "America/New_York"],
    ["US/Pacific", "US/Pacific"],
    ["Europe/Kiev", "Europe/Kiev"],
    ["utc", "UTC"],
    ["Etc/gmt+5", "Etc/GMT+5"],
    ["America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"]
  ])("%p is the zone %s", (text, expected) => {
    expect(name(text)).toBe(ZoneName.make(expected))
  })

  test.each([
    "",
    "Berlin",
    "Europe/Atlantis",
    "../etc/passwd",
    "posix/Europe/Berlin",
    "Factory",
    "localtime",
    "W. Europe Standard Time",
    "+02:00",
    "constructor"
  ])(
    "%p is no zone",
    (text) => {
      expect(() => name(text)).toThrow("Expected the name of a time zone, for example Europe/Berlin")
    }
  )

  test.each([
    ["2026-12-01T10:00", "2026-12-01T10:00"],
    ["2026-12-01 10:00", "2026-12-01T10:00"],
    ["2026-12-01T10:00:00", "2026-12-01T10:00"],
    [" 2028-02-29t10:00:00.000 ", "2028-02-29T10:00"]
  ])("%p is %s", (text, expected) => {
    expect(local(text)).toBe(expected as LocalTime)
  })

  test.each([
    "2026-12-01",
    "2026-02-30T10:00",
    "2026-12-01T24:00",
    "2026-12-01T10:00Z",
    "2026-12-01T10:00:30",
    "1999-12-31T10:00",
    "2100-01-01T00:00",
    "10:00",
    ""
  ])(
    "%p is no local time",
    (text) => {
      expect(() => local(text)).toThrow(
        "Expected a day from 2000 to 2099 and the time of a clock, for example 2026-12-01T10:00"
      )
    }
  )
})

test("an appointment has moved where its local time is another instant by other data", () => {
  const older = zonesOf(
    "2025b",
    (name) =>
      name === "America/Vancouver" ? { offset: -28_800, changes: [], rule: "PST8PDT,M3.2.0,M11.1.0" } : undefined
  )
  const agreed = (time_zone: string, local_start: string, zones = older) => {
    const start = local(local_start)
    return {
      starts_at: timestampOf(zones.zone(ZoneName.make(time_zone)), start),
      local_start: start,
      time_zone: ZoneName.make(time_zone)
    }
  }
  const winter = agreed("America/Vancouver", "2026-12-01T10:00")
  const kept = [
    agreed("America/Vancouver", "2026-07-01T10:00"),
    agreed("Europe/Berlin", "2026-12-01T10:00"),
    agreed("Europe/Berlin", "2026-03-29T02:30")
  ]
  const second = { ...agreed("Europe/Berlin", "2026-10-25T02:30"), starts_at: at("2026-10-25T01:30Z") }
  expect(winter.starts_at).toBe(at("2026-12-01T18:00Z"))
  expect(movedBy([winter, ...kept, second], packZones)).toEqual([
    { appointment: winter, instant: at("2026-12-01T17:00Z"), shown: local("2026-12-01T11:00") }
  ])
  expect(movedBy([winter, ...kept, second], older)).toEqual([])
})
