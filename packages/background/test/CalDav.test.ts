/** Calendars of a CalDAV server, Radicale of Debian, and of servers that lead elsewhere. */
import { eventsOf } from "@candor/background/calendar/CalDav"
import { readCalendar } from "@candor/background/calendar/CalendarReader"
import type { CalendarProblem } from "@candor/domain/calendar/BusyCalendar"
import { BusyCalendarId } from "@candor/domain/Id"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Duration, Effect, type Scope } from "effect"
import { rmSync } from "node:fs"
import { credentials, missing, startRadicale } from "./Radicale.ts"
import { receiver } from "./Receiver.ts"

const minuteOf = (time: string): number => Date.parse(time) / 60_000
const [from, to] = [minuteOf("2027-03-01T00:00:00Z"), minuteOf("2027-05-30T00:00:00Z")] as const

const event = (uid: string, ...lines: ReadonlyArray<string>) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//test",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20270101T000000Z",
    ...lines,
    "END:VEVENT",
    "END:VCALENDAR",
    ""
  ].join("\r\n")

/** Reads as an account that nobody knows yet. Returns when it is busy, or the problem. */
const read = (url: string, account: { readonly username: string; readonly password: string } = credentials) =>
  eventsOf({ url, ...account, id: BusyCalendarId.make(crypto.randomUUID()), allowsPrivate: true }, from, to).pipe(
    Effect.flatMap((contents) =>
      readCalendar(
        { contents, form: "multistatus" },
        { from, to, zone: ZoneName.make("UTC"), email: "ada@example.com" },
        "later",
        Duration.seconds(60)
      )
    ),
    Effect.match({
      onFailure: ({ problem }) => problem,
      onSuccess: ({ busy }) => busy.map((minute) => new Date(minute * 60_000).toISOString().slice(5, 16))
    })
  )

if (missing !== null) test(`calendars of Radicale are not read here, ${missing}`, () => expect(missing).toBeString())
else describe("Radicale", () => {
    const folder = scratchFolder("radicale")
    let server: Awaited<ReturnType<typeof startRadicale>>

    const calendar = async (path: string, component: string) =>
      expect(
        await server.put(
          "MKCALENDAR",
          path,
          `<?xml version="1.0"?><c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop>
      <c:supported-calendar-component-set><c:comp name="${component}"/></c:supported-calendar-component-set></d:prop></d:set></c:mkcalendar>`,
          "application/xml"
        )
      ).toBe(201)

    beforeAll(async () => {
      server = await startRadicale(folder)
      for (const [name, component] of [["work", "VEVENT"], ["home", "VEVENT"], ["tasks", "VTODO"]] as const)
        await calendar(`ada/${name}/`, component)
      for (
        const [at, text] of [
          ["work/1.ics", event("1", "DTSTART:20270310T090000Z", "DTEND:20270310T100000Z", "SUMMARY:Ärzte & <Rat>")],
          [
            "work/2.ics",
            event("2", "DTSTART:20200106T120000Z", "DTEND:20200106T123000Z", "RRULE:FREQ=MONTHLY;BYMONTHDAY=15")
          ],
          ["work/3.ics", event("3", "DTSTART:20270101T090000Z", "DTEND:20270101T100000Z")],
          ["home/4.ics", event("4", "DTSTART:20270311T170000Z", "DTEND:20270311T180000Z")]
        ] as const
      ) expect(await server.put("PUT", `ada/${at}`, text, "text/calendar")).toBe(201)
    })

    afterAll(async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const repeated = ["03-15 12:00", "03-15 12:30", "04-15 12:00", "04-15 12:30", "05-15 12:00", "05-15 12:30"].map((
      time
    ) => time.replace(" ", "T"))

    test.each<
      readonly [
        what: string,
        path: string,
        account: typeof credentials | { username: string; password: string },
        busy: unknown
      ]
    >([
      ["all calendars of an account are read, by the address of the server", "", credentials, [
        "03-10T09:00",
        "03-10T10:00",
        "03-11T17:00",
        "03-11T18:00",
        ...repeated
      ]],
      ["one calendar is read by its own address", "ada/work/", credentials, [
        "03-10T09:00",
        "03-10T10:00",
        ...repeated
      ]],
      ["a wrong password is refused", "", { ...credentials, password: "wrong" }, "refused"]
    ])(
      "%s",
      async (_, path, account, busy) =>
        expect(await Effect.runPromise(read(server.url + path, account))).toEqual(busy as never)
    )
  })

const run = <A>(effect: Effect.Effect<A, never, Scope.Scope>): Promise<A> => Effect.runPromise(Effect.scoped(effect))

describe("A server that is asked by CalDAV", () => {
  test("and leads to another one does not have the password sent there", () =>
    run(Effect.gen(function*() {
      const other = yield* receiver()
      const first = yield* receiver(() => new Response(null, { status: 301, headers: { location: other.url } }))
      expect(yield* read(first.url)).toBe("redirected")
      expect(other.received).toEqual([])
    })))

  test.each<readonly [what: string, answer: () => Response, problem: CalendarProblem]>([
    ["is a page", () => new Response("<!doctype html>"), "not_a_calendar"],
    [
      "has no end",
      () =>
        new Response("<multistatus>".repeat(100_000), { status: 207, headers: { "content-type": "application/xml" } }),
      "too_large"
    ],
    ["fails", () => new Response(null, { status: 500 }), "failed"]
  ])("and %s has a problem that is told", (_, answer, problem) =>
    run(Effect.gen(function*() {
      const { url } = yield* receiver(answer)
      expect(yield* read(url)).toBe(problem)
    })))

  test.each<readonly [what: string, body: string, problem: CalendarProblem]>([
    [
      "leaves something out",
      "<d:response><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>",
      "too_large"
    ],
    ["is of entities that expand", "", "not_a_calendar"]
  ])("whose answer %s is not taken for a free calendar", (_, body, problem) =>
    run(Effect.gen(function*() {
      const collection =
        "<d:response><d:href>/hooks</d:href><d:propstat><d:status>HTTP/1.1 200 OK</d:status><d:prop><d:resourcetype><c:calendar/></d:resourcetype></d:prop></d:propstat></d:response>"
      const document = (text: string) =>
        new Response(
          `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${text}</d:multistatus>`,
          { status: 207, headers: { "content-type": "application/xml" } }
        )
      const bomb = new Response("<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><x>&b;</x>", { status: 207 })
      const { url } = yield* receiver((n) => n === 0 ? document(collection) : body === "" ? bomb : document(body))
      expect(yield* read(url)).toBe(problem)
    })))
})
