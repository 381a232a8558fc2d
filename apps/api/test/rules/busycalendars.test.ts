/** Busy calendars over HTTP: an address is a secret, and a booking reads the calendar before it is taken. */
import type { BusyCalendar } from "@candor/domain/calendar/BusyCalendar"
import type { Interview } from "@candor/domain/interview/Interview"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type CallOptions, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

const hour = 3_600_000
const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

const calendarAt = (start: string): string => {
  const stamp = start.replace(/[-:]|\.\d+/g, "")
  return [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:1",
    `DTSTART:${stamp}`,
    "DURATION:PT30M",
    "END:VEVENT",
    "END:VCALENDAR",
    ""
  ].join("\r\n")
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let event = "2020-01-01T00:00:00.000Z"
    const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response(calendarAt(event)) })
    beforeAll(async () => {
      here = await world(database, {
        // A booking waits for as long as a busy machine needs.
        speed: 0.05,
        settings: { CANDOR_CALENDAR_PRIVATE: "allow", CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") }
      })
    })
    afterAll(async () => {
      await here.backend.close()
      await server.stop(true)
    })

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })
    const listOf = async (key: string) =>
      having(200)(await call<{ busy_calendars: ReadonlyArray<BusyCalendar> }>("GET", "/me/busy-calendars", { key }))
        .body.busy_calendars

    test("a time that the member's calendar has taken since it was shown is gone, and the calendar is named as the cause", async () => {
      const member = having(200)(await call<{ user: { id: string } }>("GET", "/me")).body.user.id
      const hours = days.map((day) => ({ day, from: "00:00", to: "24:00" }))
      having(200)(
        await call("PUT", "/me/schedule", { body: { time_zone: "UTC", hours, max_per_day: null, max_per_week: null } })
      )
      const { application, candidate, job } = here.own.make
      const { id } = await application((await job()).id, (await candidate()).id)
      const body = {
        meetings: [{ title: "Talk", minutes: 30, member_ids: [member] }],
        time_zone: "UTC",
        lead_minutes: 0,
        grid_minutes: 30
      }
      const { scheduling_link: link, url } = having(201)(
        await call<{ scheduling_link: { id: string }; url: string }>("POST", `/applications/${id}/scheduling-links`, {
          body
        })
      ).body
      const timesOf = async () =>
        having(200)(
          await call<{ times: ReadonlyArray<string>; calendars: ReadonlyArray<unknown> }>(
            "GET",
            `/scheduling-links/${link.id}/times`
          )
        ).body
      const { times } = await timesOf()
      event = times[5]!

      const { busy_calendar } = having(201)(
        await call<{ busy_calendar: BusyCalendar }>("POST", "/me/busy-calendars", {
          body: { url: `${server.url.href}ada/secret.ics` }
        })
      ).body
      expect(busy_calendar).toMatchObject({ kind: "subscription", host: server.url.host, read_at: null, problem: null })
      expect(await timesOf()).toMatchObject({ calendars: [{ member_id: member, read_at: null, is_stale: true }] })

      const page = here.server.own_origin + new URL(url).pathname
      const book = (start: string) =>
        fetch(page, { method: "POST", body: new URLSearchParams({ action: "book", start }), redirect: "manual" })
      const refused = await book(times[5]!)
      const text = await refused.text()
      expect([refused.status, ...[times[5]!, times[7]!].map((time) => text.includes(`value="${time}"`))]).toEqual([
        409,
        false,
        true
      ])
      expect(await timesOf()).toMatchObject({ calendars: [{ member_id: member, is_stale: false }] })
      expect(having(200)(await call("GET", `/scheduling-links/${link.id}/obstacles`)).body)
        .toMatchObject({ obstacles: [{ reason: "calendar", member_id: member, removes: 1 }] })
      expect((await book(times[7]!)).status).toBe(303)

      expect(JSON.stringify(await listOf(here.own.keys.write)) + here.server.logs.join("")).not.toContain("secret.ics")
      expect(await listOf(here.own.keys.other_author)).toEqual([])
      having(404)(await call("DELETE", `/me/busy-calendars/${busy_calendar.id}`, { key: here.own.keys.other_author }))
      having(200)(await call("DELETE", `/me/busy-calendars/${busy_calendar.id}`, { key: here.own.keys.read }))
      expect(await listOf(here.own.keys.write)).toEqual([])
    })

    test("an interview by hand asks the calendar as it is at that instant, also within a transaction, and is booked all the same with a reason", async () => {
      const member = having(200)(await call<{ user: { id: string } }>("GET", "/me")).body.user.id
      const { application, candidate, job } = here.own.make
      const { id } = await application((await job()).id, (await candidate()).id)
      const at = (hours: number) => new Date(Math.ceil(Date.now() / hour) * hour + (72 + hours) * hour).toISOString()
      event = at(0)
      const { busy_calendar } = having(201)(
        await call<{ busy_calendar: BusyCalendar }>("POST", "/me/busy-calendars", {
          body: { url: `${server.url.href}ada/secret.ics` }
        })
      ).body
      const body = { title: "Talk", starts_at: at(0), time_zone: "UTC", interviewers: [{ member_id: member }] }
      const taken = [{ member_id: member, starts_at: at(0), ends_at: at(0.5), by: "calendar" }]
      for (const query of ["?dry_run=true", ""]) {
        const { error } =
          having(400)(await call<ErrorBody>("POST", `/applications/${id}/interviews${query}`, { body })).body
        expect(error.details).toEqual({ reason: "slot_taken", failure: "slot_taken", taken })
      }
      const { interview } = having(201)(
        await call<{ interview: Interview }>("POST", `/applications/${id}/interviews`, {
          body: { ...body, override_reason: "She agreed." }
        })
      ).body
      expect(interview.override_reason).toBe("She agreed.")

      const span = `from=${at(-24)}&to=${at(24)}&member_ids=${member}`
      const busy = (query: string) =>
        call<{ busy_times: ReadonlyArray<JsonObject>; calendars: ReadonlyArray<JsonObject> }>(
          "GET",
          `/interviews/busy-times?${query}`
        )
      const shown = having(200)(await busy(`${span}&interview_id=${interview.id}`)).body
      expect(shown).toMatchObject({ busy_times: taken, calendars: [{ member_id: member, is_stale: false }] })
      expect(having(200)(await busy(span)).body.busy_times.map(({ by }) => by)).toEqual(["interview", "calendar"])
      having(400)(await busy(`from=${at(0)}&to=${at(169)}&member_ids=${member}`))
      having(200)(await call("DELETE", `/me/busy-calendars/${busy_calendar.id}`))
    })
  })

  describe(`on ${database.name}, where calendars of private networks are refused`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    test.each([
      ["http://calendar.example.com/a.ics", "Expected an https address"],
      ["https://localhost/a.ics", "Expected an address on the Internet, not one of a private network"],
      ["https://10.0.0.7/a.ics", "Expected an address on the Internet, not one of a private network"],
      ["ftp://calendar.example.com/a.ics", "Expected an https address"],
      ["calendar", "Expected an https address"]
    ])("%s is no address to read", async (url, message) => {
      const { body } = having(400)(
        await here.call<unknown>("POST", "/me/busy-calendars", { key: here.own.keys.read, body: { url } })
      )
      expect(JSON.stringify(body)).toContain(message)
    })
  })
}
