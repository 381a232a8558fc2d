/** Calls every method of the port for reading holiday calendars. */
import type { Actor } from "@candor/domain/access/Actor"
import { HolidayCalendars, HolidayReadings } from "@candor/domain/calendar/HolidayCalendars"
import { now } from "@candor/domain/Timestamp"
import { Effect } from "effect"

export const holidayCalls = Effect.fn("holidayCalls")(function*(actor: Actor) {
  const [calendars, readings] = [yield* HolidayCalendars, yield* HolidayReadings]
  yield* calendars.create(actor, { name: "Hamburg", url: "https://calendar.example.com/hamburg.ics" })
  yield* readings.due
  const [taken] = yield* readings.take(actor.organization_id)
  const times = { busy: [0, 1440], own: [], skipped: 0, unknown_zones: [] }
  for (
    const attempt of [{ times, etag: null, known_until: yield* now }, { times: null }, { problem: "failed" }] as const
  ) yield* readings.record(taken!, attempt)
})
