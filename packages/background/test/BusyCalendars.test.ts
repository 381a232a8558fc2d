/** Calendars of members are read on their own time and before a booking, from servers of the test. */
import * as BusyWork from "@candor/background/calendar/BusyCalendars"
import { CalendarReading, secretAccount } from "@candor/background/calendar/CalendarReading"
import { Secrets } from "@candor/connections/Secrets"
import type { Actor } from "@candor/domain/access/Actor"
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { HolidayCalendars, HolidayReadings } from "@candor/domain/calendar/HolidayCalendars"
import * as Queue from "@candor/sql/queue/Queue"
import * as Repositories from "@candor/sql/Repositories"
import { databases, type TestDatabase } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer, Redacted, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { receiver } from "./Receiver.ts"
import { eventually } from "./WebhookWorld.ts"

const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({
  CANDOR_CALENDAR_PRIVATE: "allow",
  CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
}))

type Needs =
  | Layer.Success<typeof Repositories.layer>
  | Layer.Success<typeof Queue.layer>
  | CalendarReading
  | Secrets
  | SqlClient.SqlClient
  | Scope.Scope

const runOn = (database: TestDatabase) => <A, E>(effect: Effect.Effect<A, E, Needs>): Promise<A> =>
  Effect.runPromise(Effect.provide(
    Effect.scoped(effect),
    Layer.mergeAll(Queue.layer, CalendarReading.layer).pipe(
      Layer.provideMerge(Repositories.layer),
      Layer.provideMerge(database.layer),
      Layer.provideMerge(Secrets.layer),
      Layer.provideMerge(settings)
    )
  ))

/** The work of a process of its own, until the scope closes. */
const worker = Layer.build(Layer.fresh(BusyWork.layer.pipe(Layer.provide(settings))))

/** A calendar with an event of an hour that begins in so many hours. */
const hours = (from: number) => {
  const [start, end] = [from, from + 1].map((hour) =>
    new Date(Date.now() + hour * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, "")
  )
  return [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:1",
    `DTSTART:${start}`,
    `DTEND:${end}`,
    "END:VEVENT",
    "END:VCALENDAR",
    ""
  ].join("\r\n")
}

const subscribe = Effect.fn("subscribe")(function*(actor: Actor, url: string) {
  const [calendars, secrets] = [yield* BusyCalendars, yield* Secrets]
  const id = yield* calendars.reserve
  const owner = { organization_id: actor.organization_id, account: secretAccount(id) }
  const secret = yield* secrets.encrypt(owner, Redacted.make(JSON.stringify({ url, username: null, password: null })))
  yield* calendars.add(actor, { id, kind: "subscription", host: "127.0.0.1", secret })
  return id
})

const only = ({ organization_id, user_id }: Actor) =>
  Effect.flatMap(BusyCalendars, (calendars) => Effect.map(calendars.list(organization_id, user_id), ([one]) => one!))

const busyOf = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<
        { readonly busy: ReadonlyArray<number> }
      >`SELECT busy FROM busy_calendars WHERE organization_id = ${organization_id}`,
      ([row]) => row!.busy
    ))

/** Has a calendar tried long ago. */
const rested = ({ organization_id }: Actor) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    UPDATE busy_calendars SET tried_at = now() - interval '1 hour', due_at = now() WHERE organization_id = ${organization_id}`)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Busy calendars on ${database.name}`, () => {
    test("one that was added is read at once, and the next reading is queued", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { received, url } = yield* receiver(() => new Response(hours(30), { headers: { etag: "\"1\"" } }))
        yield* subscribe(actor, url)
        yield* worker
        expect(yield* eventually(only(actor), ({ read_at }) => read_at !== null)).toMatchObject({
          problem: null,
          skipped_events: 0
        })
        expect((yield* busyOf(actor)).length).toBe(2)
        expect(received.map(({ headers }) => headers["accept"])).toEqual(["text/calendar"])
        const sql = yield* SqlClient.SqlClient
        const due = sql<{ readonly minutes: number }>`
          SELECT round(extract(epoch FROM visible_at - now()::timestamp) / 60)::integer AS minutes FROM queue
          WHERE queue_name = 'busy_calendars' AND state = 'pending' AND acquired_at IS NULL AND element::jsonb ->> 'organization_id' = ${actor.organization_id}`
        expect(yield* eventually(due, (rows) => rows.length > 0)).toEqual([{ minutes: 15 }])
      })))

    test("one that is read again is asked for changes alone, keeps what was known where it fails, and says why", () =>
      run(Effect.gen(function*() {
        const { actor: { organization_id, user_id }, actor } = yield* World.organization({ name: "Acme" })
        const answers = [
          () => new Response(hours(30), { headers: { etag: "\"1\"" } }),
          () => new Response(null, { status: 304 }),
          () => new Response(hours(50) + hours(70)),
          () => new Response("<html>", { status: 200 }),
          () => new Response(null, { status: 410 }),
          () => new Response(hours(90))
        ]
        const { received, url } = yield* receiver((n) => answers[n]!())
        yield* subscribe(actor, url)
        const [{ read }, calendars] = [yield* CalendarReading, yield* BusyCalendars]
        const readUntried = Effect.flatMap(
          calendars.untried(organization_id, [user_id]),
          Effect.forEach((one) => read(organization_id, one))
        )
        const found: Array<readonly [unknown, ReadonlyArray<number>]> = []
        for (const _ of answers) {
          yield* rested(actor)
          yield* readUntried
          // Within the same minute nothing is asked again.
          yield* readUntried
          found.push([(yield* only(actor)).problem, yield* busyOf(actor)])
        }
        const [first, , third, , , last] = found.map(([, busy]) => busy)
        expect(found).toEqual([[null, first!], [null, first!], [null, third!], ["not_a_calendar", third!], [
          "not_found",
          third!
        ], [null, last!]])
        expect([first!.length, third!.length, last!.length]).toEqual([2, 4, 2])
        expect(received.map(({ headers }) => headers["if-none-match"] ?? null)).toEqual([
          null,
          "\"1\"",
          "\"1\"",
          null,
          null,
          null
        ])
      })))

    test("holidays are read once they are added, again for another address or file, and stay known where that fails", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
        const file = [
          "BEGIN:VCALENDAR",
          "BEGIN:VEVENT",
          "UID:1",
          `DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`,
          "TRANSP:TRANSPARENT",
          "END:VEVENT",
          "END:VCALENDAR",
          ""
        ].join("\r\n")
        const { url } = yield* receiver((n) => new Response(n === 0 ? file : "<html>"))
        const [holidays, { take }, { readHolidays }] = [
          yield* HolidayCalendars,
          yield* HolidayReadings,
          yield* CalendarReading
        ]
        const { id } = yield* holidays.create(actor, { name: "Hamburg", url, is_default: true })
        const sql = yield* SqlClient.SqlClient
        const known = Effect.map(
          sql<
            { readonly busy: ReadonlyArray<number> }
          >`SELECT busy FROM holiday_calendars WHERE organization_id = ${actor.organization_id}`,
          ([row]) => row!.busy
        )
        const from = Date.parse(day) / 60_000
        const days = [from, from + 1440]
        const state = Effect.map(
          Effect.all([holidays.get(actor.organization_id, id), known]),
          ([{ last_day, problem }, busy]) => [problem, last_day, busy]
        )
        const reading = Effect.flatMap(take(actor.organization_id), Effect.forEach(readHolidays))
        expect(yield* reading).toHaveLength(1)
        expect(yield* reading).toHaveLength(0)
        expect(yield* state).toEqual([null, day, days])
        yield* holidays.update(actor, id, { url: `${url}other` })
        expect(yield* reading).toHaveLength(1)
        expect(yield* state).toEqual(["not_a_calendar", day, days])
        yield* holidays.update(actor, id, { file })
        expect(yield* reading).toHaveLength(1)
        expect(yield* reading).toHaveLength(0)
        expect(yield* state).toEqual([null, day, days])
        yield* holidays.update(actor, id, { file: file.replaceAll("VEVENT", "VTODO") })
        expect(yield* reading).toHaveLength(1)
        expect(yield* state).toEqual([null, null, []])
      })))

    test("a booking does not wait for a server that is silent, nor for one whose secret cannot be read", () =>
      run(Effect.gen(function*() {
        const { actor: { organization_id, user_id }, actor } = yield* World.organization({ name: "Acme" })
        const { url } = yield* receiver(() => Promise.withResolvers<Response>().promise)
        yield* subscribe(actor, url)
        const lost = yield* subscribe(actor, url)
        yield* (yield* SqlClient
          .SqlClient)`UPDATE busy_calendars SET secret = 'v1.other.key' WHERE organization_id = ${organization_id} AND id = ${lost}`
        yield* (yield* CalendarReading).refresh(organization_id, [user_id])
        const found = yield* (yield* BusyCalendars).list(organization_id, user_id)
        expect(found.map(({ problem, read_at }) => [problem, read_at])).toEqual([[null, null], [
          "secret_unreadable",
          null
        ]])
      })))
  })
}
