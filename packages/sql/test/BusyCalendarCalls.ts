/** Calendars of members, and every method of their port. */
import type { Actor } from "@candor/domain/access/Actor"
import { type CalendarKind, windowDays } from "@candor/domain/calendar/BusyCalendar"
import { type OwnInterview } from "@candor/domain/calendar/BusyCalendar"
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { later, now, type Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"

/** Adds a calendar for the actor. */
export const calendarOf = Effect.fn("calendarOf")(function*(actor: Actor, kind: CalendarKind = "subscription") {
  const calendars = yield* BusyCalendars
  const id = yield* calendars.reserve
  yield* calendars.add(actor, { id, kind, host: "calendar.example.com", secret: "v1.secret" })
  return id
})

/** Records that the actor's due calendars are busy at these times, and contain these interviews of ours. */
export const busyAt = Effect.fn("busyAt")(function*(
  { organization_id }: Actor,
  spans: ReadonlyArray<readonly [Timestamp, Timestamp]>,
  own: ReadonlyArray<OwnInterview> = []
) {
  const calendars = yield* BusyCalendars
  const busy = spans.flatMap((span) => span.map((time) => Date.parse(time) / 60_000))
  const known_until = later(yield* now, windowDays * 86_400_000)
  const taken = yield* calendars.take(organization_id)
  for (const calendar of taken) {
    yield* calendars.record(organization_id, calendar, yield* now, {
      times: { busy, own, skipped: 0, unknown_zones: [] },
      etag: "\"1\"",
      known_until
    })
  }
  return taken
})

export const busyCalendarCalls = Effect.fn("busyCalendarCalls")(function*(actor: Actor) {
  const calendars = yield* BusyCalendars
  const { organization_id, user_id } = actor
  const id = yield* calendarOf(actor)
  const [taken] = yield* busyAt(actor, [])
  yield* calendars.record(organization_id, taken!, yield* now, { times: null })
  yield* calendars.record(organization_id, taken!, yield* now, { problem: "no_answer" })
  yield* calendars.untried(organization_id, [user_id])
  yield* calendars.list(organization_id, user_id)
  yield* calendars.wake(organization_id)
  yield* calendars.remove(actor, id)
})
