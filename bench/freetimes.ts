/**
 * Measures the CPU time of finding free times: five members over 60 days, each with 300 busy times, and three
 * interviews in a row of which two share members; and of explaining why there are no more.
 *
 *     bun bench/freetimes.ts [runs]
 */
import { type Conditions, freeTimes, type Person } from "@candor/domain/scheduling/FreeTimes"
import type { Interval } from "@candor/domain/time/MinuteSets"
import { packZones } from "@candor/domain/time/Zones"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { Effect } from "effect"
import { random } from "../soak/Random.ts"

const runs = Number(process.argv[2] ?? 200)
const choices = random(1)
const zone = (name: string) => packZones.zone(ZoneName.make(name))
const now = Date.UTC(2026, 9, 1) / 60_000
const horizon = 60 * 1440
const ids = ["a", "b", "c", "d", "e"]

const people = ids.map((id): Person => {
  const busy = Array.from({ length: 300 }, (): Interval => {
    const from = now + choices.integer(0, horizon)
    return [from, from + choices.integer(15, 120)]
  })
  return {
    id,
    zone: zone(choices.pick(["Europe/Berlin", "America/New_York", "Asia/Kolkata"])),
    hours: Array.from({ length: 7 }, (_, day) => day < 5 ? [[480, 720], [780, 1140]] : []),
    busy,
    calendar: [],
    holidays: [],
    booked: busy.slice(0, 60).map(([from]) => from),
    perDay: 4,
    perWeek: 15,
    held: choices.integer(0, 20)
  }
})

const link: Conditions = {
  now,
  lead: 240,
  horizon,
  grid: 15,
  zone: zone("Europe/Berlin"),
  before: 5,
  after: 10,
  pause: 15,
  taken: [],
  meetings: [
    { minutes: 45, members: ids.slice(0, 3), required: 1 },
    { minutes: 60, members: ids.slice(1, 5), required: 2 },
    { minutes: 30, members: ids.slice(3), required: 1 }
  ]
}

/** Returns the median and the 95th percentile of the CPU time in milliseconds. */
const measured = (work: Effect.Effect<unknown>) => {
  for (let warm = 0; warm < 10; warm++) Effect.runSync(work)
  const spent = Array.from({ length: runs }, () => {
    const before = process.cpuUsage()
    Effect.runSync(work)
    const { system, user } = process.cpuUsage(before)
    return (user + system) / 1000
  }).toSorted((one, other) => one - other)
  return { p50: spent[Math.floor(runs / 2)], p95: spent[Math.floor(runs * 0.95)] }
}

console.log(JSON.stringify({
  times: Effect.runSync(freeTimes(link, people).starts).length,
  free: measured(Effect.suspend(() => freeTimes(link, people).starts)),
  obstacles: measured(Effect.suspend(() => freeTimes(link, people).obstacles))
}))
