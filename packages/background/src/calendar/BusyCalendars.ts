/** Reads due calendars of members, those of an organization by one process at a time, and calendars of holidays. */
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { HolidayReadings } from "@candor/domain/calendar/HolidayCalendars"
import { busyCalendars as queue } from "@candor/sql/queue/CalendarWork"
import { Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"
import { consume } from "../queue/Consumer.ts"
import { CalendarReading } from "./CalendarReading.ts"

/**
 * Organizations that a process reads at a time, and calendars of each. Slow servers of one organization hold up few of
 * the others.
 */
const [maxOrganizations, maxEach] = [16, 2] as const

const make = Effect.gen(function*() {
  const calendars = yield* BusyCalendars
  const { read } = yield* CalendarReading
  const handle = ({ organization_id }: typeof queue.element.Type) =>
    calendars.take(organization_id).pipe(
      Effect.flatMap(
        Effect.forEach((calendar) => read(organization_id, calendar), { concurrency: maxEach, discard: true })
      ),
      // If more calendars are due, they go to the end of the queue, behind the work of others.
      Effect.andThen(calendars.wake(organization_id))
    )
  yield* consume({ ...queue, concurrency: maxOrganizations, maxAttempts: 1_000_000, handle })
})

const holidays = Effect.gen(function*() {
  const { due, take } = yield* HolidayReadings
  const { readHolidays } = yield* CalendarReading
  const readAll = Effect.flatMap(
    due,
    Effect.forEach(
      (organization) =>
        Effect.flatMap(take(organization), Effect.forEach(readHolidays, { concurrency: maxEach, discard: true })),
      {
        concurrency: maxOrganizations,
        discard: true
      }
    )
  )
  return repeating("1 minute", "Calendars of holidays could not be read", readAll)
})

export const layer = Layer.mergeAll(Layer.effectDiscard(make), Layer.unwrap(holidays)).pipe(
  Layer.provide(CalendarReading.layer)
)
