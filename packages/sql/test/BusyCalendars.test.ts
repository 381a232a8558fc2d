/**
 * Calendars of members: candidates book around them, what fails warns or blocks, and no organization's calendars are
 * another's.
 */
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { calendarAges } from "@candor/domain/interview/KnownCalendar"
import { update } from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import * as SelfScheduling from "@candor/domain/scheduling/SelfScheduling"
import { packZones } from "@candor/domain/time/Zones"
import { later, now } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { busyAt, calendarOf } from "./BusyCalendarCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { alwaysFree, bookLink, linkOf, timesOfLink } from "./SchedulingLinkCalls.ts"
import * as World from "./World.ts"

const hour = 3_600_000

/** An organization whose member can be booked at all hours, and has a calendar and a link. */
const world = Effect.fn("world")(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  yield* alwaysFree(actor, actor.user_id)
  const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
  const link = yield* linkOf(actor, application!.id, [actor.user_id], { grid_minutes: 60 })
  return { actor, link, calendar: yield* calendarOf(actor), times: yield* timesOfLink(actor, link.id) }
})

const aged = (minutes: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`UPDATE busy_calendars SET read_at = (read_at AT TIME ZONE 'UTC' - ${minutes}::integer * interval '1 minute') AT TIME ZONE 'UTC'`
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Busy calendars on ${database.name}`, () => {
    test("what a calendar has taken is not offered and cannot be booked, and the calendar is named as the cause with its age", () =>
      run(Effect.gen(function*() {
        const { actor, link, times } = yield* world()
        yield* busyAt(actor, [[times[5]!, later(times[5]!, 2 * hour)]])
        const offered = yield* timesOfLink(actor, link.id)
        expect(times.filter((time) => !offered.includes(time))).toEqual([times[5]!, times[6]!])
        expect(yield* Effect.flip(bookLink(actor, link.id, times[6]!))).toMatchObject({ _tag: "TimeGone" })
        const facts = yield* (yield* SchedulingLinks).facts(actor.organization_id, link.id)
        const at = yield* now
        expect((yield* SelfScheduling.timesOf(facts, at, packZones).obstacles).obstacles).toEqual([{
          reason: "calendar",
          member_id: actor.user_id,
          removes: 2
        }])
        expect(calendarAges(facts, at)).toEqual([{
          member_id: actor.user_id,
          read_at: expect.any(String),
          is_stale: false
        }])
      })))

    test("one that was read more than an hour ago counts as it was known, or blocks, as the organization chooses", () =>
      run(Effect.gen(function*() {
        const { actor, link, times } = yield* world()
        yield* busyAt(actor, [[times[5]!, later(times[5]!, hour)]])
        yield* aged(59)
        expect((yield* timesOfLink(actor, link.id)).includes(times[6]!)).toBe(true)
        const choose = (calendar_failure: "block" | "warn") =>
          Effect.flatMap(
            Organizations,
            (organizations) =>
              organizations.modify(
                actor,
                (organization, context) => update(organization, { calendar_failure }, context)
              )
          )
        yield* choose("block")
        expect((yield* timesOfLink(actor, link.id)).includes(times[6]!)).toBe(true)
        yield* aged(2)
        expect(yield* timesOfLink(actor, link.id)).toEqual([])
        yield* choose("warn")
        const offered = yield* timesOfLink(actor, link.id)
        expect([offered.includes(times[5]!), offered.includes(times[6]!)]).toEqual([false, true])
      })))

    test("an interview that has another time in the calendar is told, once the calendar has had an hour to follow, and blocks nothing", () =>
      run(Effect.gen(function*() {
        const { actor, link, times } = yield* world()
        const calendars = yield* BusyCalendars
        const { interviews: [interview] } = yield* bookLink(actor, link.id, times[5]!)
        const there = { interview_id: interview!.id, starts_at: times[7]!, ends_at: later(times[7]!, hour) }
        yield* busyAt(actor, [], [there])
        const told = Effect.map(
          calendars.list(actor.organization_id, actor.user_id),
          ([one]) => one!.differing_interviews
        )
        expect(yield* told).toEqual([])
        yield* (yield* SqlClient
          .SqlClient)`UPDATE interviews SET updated_at = (updated_at AT TIME ZONE 'UTC' - interval '2 hours') AT TIME ZONE 'UTC' WHERE organization_id = ${actor.organization_id}`
        expect(yield* told).toEqual([{ application_id: interview!.application_id, title: "Talk", ...there }])
        expect((yield* timesOfLink(actor, link.id)).includes(times[7]!)).toBe(true)
      })))

    test("10 calendars that a member adds at once: exactly 5 are kept, and one that is removed makes room", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const calendars = yield* BusyCalendars
        const added = yield* Effect.forEach(Array.from({ length: 10 }), () => Effect.result(calendarOf(actor)), {
          concurrency: "unbounded"
        })
        expect(added.filter(Result.isSuccess)).toHaveLength(5)
        const [first] = yield* calendars.list(actor.organization_id, actor.user_id)
        yield* calendars.remove(actor, first!.id)
        yield* calendarOf(actor)
        expect(yield* Effect.flip(calendarOf(actor))).toMatchObject({ _tag: "LimitReached", limit: 5 })
        expect(yield* Effect.flip(calendars.remove(actor, first!.id))).toMatchObject({ _tag: "BusyCalendarNotFound" })
      })))

    test("a calendar that is due is taken once; one that fails is due later each time, until a day", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor: { organization_id }, actor } = yield* World.organization({ name: "Acme" })
        const calendars = yield* BusyCalendars
        yield* calendarOf(actor)
        const [calendar] = yield* calendars.take(organization_id)
        expect(yield* calendars.take(organization_id)).toEqual([])
        const pauses: Array<number> = []
        for (const failures of [0, 1, 2, 30]) {
          yield* calendars.record(organization_id, { ...calendar!, failures }, yield* now, { problem: "no_answer" })
          const [due] = yield* sql<{ readonly minutes: number }>`
            SELECT round(extract(epoch FROM due_at - tried_at) / 60)::integer AS minutes FROM busy_calendars WHERE organization_id = ${organization_id}`
          pauses.push(due!.minutes)
        }
        expect(pauses).toEqual([15, 30, 60, 1440])
        expect(yield* calendars.list(organization_id, actor.user_id)).toMatchObject([{
          problem: "no_answer",
          read_at: null
        }])
      })))

    test("what a slow reading brings does not take the place of what one that began later has brought", () =>
      run(Effect.gen(function*() {
        const { actor: { organization_id }, actor } = yield* World.organization({ name: "Acme" })
        const calendars = yield* BusyCalendars
        yield* calendarOf(actor)
        const [calendar] = yield* calendars.take(organization_id)
        const began_at = yield* now
        yield* calendars.record(organization_id, calendar!, began_at, { times: null })
        yield* calendars.record(organization_id, calendar!, later(began_at, -1), { problem: "no_answer" })
        expect(yield* calendars.list(organization_id, actor.user_id)).toMatchObject([{
          problem: null,
          read_at: began_at
        }])
      })))
  })
}
