import {
  type Conditions,
  freeTimes,
  type MeetingNeed,
  offeredAt,
  type Person
} from "@candor/domain/scheduling/FreeTimes"
import type { Interval } from "@candor/domain/time/MinuteSets"
import type { Zone } from "@candor/domain/time/Zone"
import { packZones } from "@candor/domain/time/Zones"
import type { ZoneName } from "@candor/domain/time/ZoneName"
import { describe, expect, test } from "bun:test"
import { Effect, Fiber } from "effect"

const zone = (name: string): Zone => packZones.zone(name as ZoneName)
const minute = (text: string): number => Date.parse(text) / 60_000
const always = Array.from({ length: 7 }, (): ReadonlyArray<Interval> => [[0, 1440]])
const office = Array.from({ length: 7 }, (_, day): ReadonlyArray<Interval> => day < 5 ? [[540, 1020]] : [])

const person = (id: string, more: Partial<Person> = {}): Person => ({
  id,
  zone: zone("Europe/Berlin"),
  hours: office,
  busy: [],
  calendar: [],
  holidays: [],
  booked: [],
  perDay: Infinity,
  perWeek: Infinity,
  held: 0,
  ...more
})

const link = (more: Partial<Conditions> = {}): Conditions => ({
  now: minute("2026-12-01T06:00Z"),
  lead: 0,
  horizon: 1440,
  grid: 30,
  zone: zone("Europe/Berlin"),
  before: 0,
  after: 0,
  pause: 0,
  taken: [],
  meetings: [{ minutes: 60, members: ["a"], required: 1 }],
  ...more
})

const startsOf = (conditions: Conditions, people: ReadonlyArray<Person>) =>
  Effect.runSync(freeTimes(conditions, people).starts)
const obstaclesOf = (conditions: Conditions, people: ReadonlyArray<Person>) =>
  Effect.runSync(freeTimes(conditions, people).obstacles)

const shown = (starts: ReadonlyArray<number>, of = zone("Europe/Berlin")) =>
  starts.map((at) => new Date(of.localAt(at * 60_000)).toISOString().slice(5, 16))

/** Numbers from 0 to 1, the same for a seed (mulberry32). */
const randomOf = (seed: number) => () => {
  seed = (seed + 0x6D2B79F5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
}

const localMinute = (of: Zone, at: number): number => Math.floor(of.localAt(at * 60_000) / 60_000)

/** A day, in minutes of the local time. */
const dayOff = (minute: number): Interval => [Math.floor(minute / 1440) * 1440, Math.floor(minute / 1440) * 1440 + 1440]

/** Whether a member can hold a meeting at a time: each of its minutes is looked at. */
const isFree = (of: Person, { after, before }: Conditions, start: number, minutes: number): boolean => {
  const at = (minute: number) => new Date(of.zone.localAt(minute * 60_000))
  const weekday = (time: Date) => (time.getUTCDay() + 6) % 7
  const works = (minute: number) => {
    const time = at(minute)
    const clock = time.getUTCHours() * 60 + time.getUTCMinutes()
    return of.hours[weekday(time)]!.some(([from, to]) => clock >= from && clock < to)
  }
  const isBusy = (minute: number) => [...of.busy, ...of.calendar].some(([from, to]) => minute >= from && minute < to)
  const isOff = (minute: number) =>
    of.holidays.some(([from, to]) => localMinute(of.zone, minute) >= from && localMinute(of.zone, minute) < to)
  const day = (minute: number) => at(minute).toISOString().slice(0, 10)
  const week = (minute: number) => Math.floor((at(minute).getTime() / 86_400_000 + 3) / 7)
  return Array.from({ length: minutes }, (_, index) => start + index).every((minute) =>
    works(minute) && !isOff(minute)
  ) &&
    !Array.from({ length: before + minutes + after }, (_, index) => start - before + index).some(isBusy) &&
    of.booked.filter((other) => day(other) === day(start)).length < of.perDay &&
    of.booked.filter((other) => week(other) === week(start)).length < of.perWeek
}

/** All ways to choose so many. */
const choices = (of: ReadonlyArray<string>, count: number): ReadonlyArray<ReadonlyArray<string>> =>
  count === 0 ? [[]] : of.flatMap((one, index) => choices(of.slice(index + 1), count - 1).map((rest) => [one, ...rest]))

const canBegin = (conditions: Conditions, people: ReadonlyArray<Person>, start: number): boolean => {
  const seated = (meetings: ReadonlyArray<MeetingNeed>, at: number, taken: ReadonlyArray<string>): boolean => {
    const [meeting, ...rest] = meetings
    if (meeting === undefined) return true
    if (conditions.taken.some(([from, to]) => at < to && at + meeting.minutes > from)) return false
    const free = people.filter((one) =>
      meeting.members.includes(one.id) && !taken.includes(one.id) && isFree(one, conditions, at, meeting.minutes)
    )
    return choices(free.map(({ id }) => id), meeting.required)
      .some((chosen) => seated(rest, at + meeting.minutes + conditions.pause, [...taken, ...chosen]))
  }
  return seated(conditions.meetings, start, [])
}

describe("free times", () => {
  const zones = ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"]
  for (const seed of Array.from({ length: 40 }, (_, index) => index)) {
    test(`are those that trying each minute finds, setup ${seed}`, () => {
      const random = randomOf(seed)
      const upTo = (most: number) => Math.floor(random() * (most + 1))
      const any = <A>(list: ReadonlyArray<A>): A => list[upTo(list.length - 1)]!
      // Around both changes of daylight saving in Berlin, and at Lord Howe.
      const now = minute(any(["2026-03-27T22:10Z", "2026-10-23T20:00Z", "2026-04-03T12:00Z", "2026-12-04T09:59Z"]))
      const horizon = 3 * 1440
      const interval = (): Interval => {
        const from = now + upTo(horizon)
        return [from, from + upTo(300)]
      }
      const people = ["a", "b", "c", "d"].map((id): Person => {
        const booked = Array.from({ length: upTo(4) }, interval)
        return person(id, {
          zone: zone(any(zones)),
          hours: any([always, office, always.map(() => [[300, 720], [780, 1440]])]),
          busy: [...booked, ...Array.from({ length: upTo(3) }, interval)],
          calendar: Array.from({ length: upTo(3) }, interval),
          holidays: Array.from({ length: upTo(1) }, () => dayOff(now + upTo(horizon))),
          booked: booked.map(([from]) => from),
          perDay: any([1, 2, Infinity]),
          perWeek: any([2, 4, Infinity]),
          held: upTo(5)
        })
      })
      const meetings = Array.from({ length: 1 + upTo(2) }, (): MeetingNeed => {
        const members = any([["a", "b"], ["c", "d"], ["a", "b", "c"], ["b", "c", "d"], ["a"]])
        return { minutes: any([15, 45, 60]), members, required: 1 + upTo(Math.min(1, members.length - 1)) }
      })
      const conditions = link({
        now,
        horizon,
        lead: upTo(600),
        grid: any([15, 30, 60]),
        zone: zone(any(zones)),
        before: any([0, 10]),
        after: any([0, 15]),
        pause: any([0, 5]),
        taken: Array.from({ length: upTo(2) }, interval),
        meetings
      })
      const starts = startsOf(conditions, people)
      const clock = (at: number) => Math.floor(conditions.zone.localAt(at * 60_000) / 60_000)
      const expected = Array.from({ length: horizon - conditions.lead }, (_, index) => now + conditions.lead + index)
        .filter((at) => clock(at) % conditions.grid === 0 && canBegin(conditions, people, at))
      expect(starts).toEqual(expected)
      const offered = Array.from({ length: horizon }, (_, index) => now + index).filter((at) =>
        offeredAt(conditions, people, at) !== undefined
      )
      expect(offered).toEqual(expected)
      const assignments = starts.map((start) => offeredAt(conditions, people, start)!.holders)
      expect(
        assignments.every((of) =>
          new Set(of.flat()).size === of.flat().length &&
          of.every((ids, index) => ids.length === meetings[index]!.required)
        )
      ).toBe(true)
    })
  }

  test("keep the hour of clocks across a change of daylight saving", () => {
    const starts = startsOf(
      link({
        now: minute("2026-10-23T22:00Z"),
        horizon: 4 * 1440,
        grid: 240,
        meetings: [{ minutes: 60, members: ["a"], required: 1 }]
      }),
      [
        person("a", { hours: always.map(() => [[720, 780]]) })
      ]
    )
    expect(shown(starts)).toEqual(["10-24T12:00", "10-25T12:00", "10-26T12:00", "10-27T12:00"])
  })

  test("are none on a holiday, which is the day of each member's own clocks, and is named with what it removes", () => {
    const holiday = dayOff(minute("2026-12-25T12:00Z"))
    const conditions = link({ now: minute("2026-12-24T00:00Z"), horizon: 3 * 1440, grid: 240, zone: zone("UTC") })
    const hours = always
    const without = startsOf(conditions, [person("a", { hours })])
    for (
      const [name, days] of [["Europe/Berlin", ["12-24T23:00Z", "12-25T23:00Z"]], ["Pacific/Apia", [
        "12-24T11:00Z",
        "12-25T11:00Z"
      ]]] as const
    ) {
      const members = [person("a", { hours, zone: zone(name), holidays: [holiday] })]
      const [from, to] = days.map((day) => minute(`2026-${day}`)) as [number, number]
      const expected = without.filter((start) => start + 60 <= from || start >= to)
      expect(startsOf(conditions, members)).toEqual(expected)
      expect(obstaclesOf(conditions, members).obstacles).toEqual([{
        reason: "holiday",
        member_id: "a",
        removes: without.length - expected.length
      }])
    }
  })

  test("can be today", () => {
    expect(shown(startsOf(link({ now: minute("2026-12-01T14:10Z") }), [person("a")]).slice(0, 2))).toEqual([
      "12-01T15:30",
      "12-01T16:00"
    ])
  })

  test("are no fewer of the others when a member is added", () => {
    const any = (members: ReadonlyArray<string>) =>
      startsOf(link({ meetings: [{ minutes: 60, members, required: 1 }] }), [
        person("a"),
        person("b", { hours: always.map(() => []) })
      ])
    expect(any(["a", "b"])).toEqual(any(["a"]))
  })

  test("are held by those who hold the fewest interviews, and another one where a meeting needs them", () => {
    const people = [person("a", { held: 1 }), person("b", { held: 0 }), person("c", { held: 5 })]
    const assigned = (meetings: ReadonlyArray<MeetingNeed>) => {
      return offeredAt(link({ meetings }), people, startsOf(link({ meetings }), people)[0]!)!.holders
    }
    expect(assigned([{ minutes: 30, members: ["a", "b", "c"], required: 2 }])).toEqual([["b", "a"]])
    expect(assigned([{ minutes: 30, members: ["a", "b"], required: 1 }, { minutes: 30, members: ["b"], required: 1 }]))
      .toEqual([["a"], ["b"]])
  })

  test("name what removes them, the most first, and what does for everyone where nothing does alone", () => {
    const noon = minute("2026-12-01T11:00Z")
    const one = [link({ lead: 240 }), [person("a", { hours: always, busy: [[noon - 600, noon + 2000]] })]] as const
    expect(startsOf(...one)).toEqual([])
    expect(obstaclesOf(...one)).toEqual({
      obstacles: [{ reason: "busy", member_id: "a", removes: 40 }],
      isComplete: true
    })
    const both = obstaclesOf(
      link({ meetings: [{ minutes: 60, members: ["a", "b"], required: 2 }] }),
      ["a", "b"].map((id) => person(id, { busy: [[noon - 600, noon + 2000]] }))
    )
    expect(both).toEqual({ obstacles: [{ reason: "busy", member_id: null, removes: 15 }], isComplete: true })
  })

  test("count for each obstacle the starts that there are more without it, also where meetings share members", () => {
    const noon = minute("2026-12-02T11:00Z")
    const people = [
      person("a", { busy: [[noon, noon + 120]], perDay: 1, booked: [noon] }),
      person("b", { busy: [[noon - 180, noon - 60]], calendar: [[noon - 120, noon]] }),
      person("c")
    ]
    const conditions = link({
      horizon: 3 * 1440,
      lead: 300,
      before: 15,
      after: 30,
      meetings: [{ minutes: 45, members: ["a", "b"], required: 1 }, {
        minutes: 60,
        members: ["a", "b", "c"],
        required: 2
      }]
    })
    const starts = startsOf(conditions, people).length
    const without: ReadonlyArray<readonly [string, string | null, Conditions, Partial<Person>]> = [
      ["lead_time", null, { ...conditions, lead: 0 }, {}],
      ["buffer_before", null, { ...conditions, before: 0 }, {}],
      ["buffer_after", null, { ...conditions, after: 0 }, {}],
      ...["a", "b", "c"].flatMap((
        id
      ) => [
        ["busy", id, conditions, { busy: [] }] as const,
        ["calendar", id, conditions, { calendar: [] }] as const,
        ["day_limit", id, conditions, { perDay: Infinity }] as const
      ])
    ]
    const expected = without.map(([reason, member_id, conditions, lifted]) => ({
      reason,
      member_id,
      removes: startsOf(conditions, people.map((one) => one.id === member_id ? { ...one, ...lifted } : one)).length -
        starts
    }))
    const { obstacles } = obstaclesOf(conditions, people)
    const named = (
      all: ReadonlyArray<{ readonly reason: string; readonly member_id: string | null; readonly removes: number }>
    ) =>
      all.filter(({ reason, removes }) => reason !== "hours" && removes > 0).map(({ member_id, reason, removes }) =>
        `${reason} ${member_id} ${removes}`
      ).toSorted()
    expect(named(obstacles)).toEqual(named(expected))
  })

  test("of many who share all meetings leave others their turn, and say that not all were looked at", async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `m${n}`)
    const now = minute("2026-12-01T06:00Z")
    const people = ids.map((id, n) =>
      person(id, {
        hours: always,
        busy: Array.from({ length: 200 }, (_, at): Interval => [now + at * 600 + n * 7, now + at * 600 + n * 7 + 240])
      })
    )
    const conditions = link({
      now,
      horizon: 90 * 1440,
      grid: 5,
      meetings: Array.from({ length: 6 }, () => ({ minutes: 60, members: ids, required: 3 }))
    })
    const fiber = Effect.runFork(freeTimes(conditions, people).obstacles)
    let turns = 0
    const other = Effect.runFork(Effect.forever(Effect.tap(Effect.yieldNow, () => Effect.sync(() => turns++))))
    const { isComplete } = await Effect.runPromise(Fiber.join(fiber))
    await Effect.runPromise(Fiber.interrupt(other))
    expect(isComplete).toBe(false)
    expect(turns).toBeGreaterThan(20)
  })
})
