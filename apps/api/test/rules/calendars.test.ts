/** The calendar of a member, by its private address. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type CallOptions, having } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

const hourMillis = 3_600_000
const inHours = (hours: number) => new Date((Math.floor(Date.now() / hourMillis) + hours) * hourMillis).toISOString()

for (const database of databases) {
  describe(`A calendar feed on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const makeFeed = async (key: string) => {
      const { body } = having(200)(await call<{ calendar_feed: { url: string } }>("POST", "/me/calendar-feed", { key }))
      return here.server.origin + new URL(body.calendar_feed.url).pathname
    }

    test("has the interviews that the member holds and sees, until its address is replaced or ended", async () => {
      const { apiKey, application, candidate, job, member } = here.own.make
      const { id: member_id } = await member({ email: freshEmail(), role: "write" })
      const { key } = await apiKey({ user_id: member_id, scope: "write" })
      const { id: job_id } = await job()
      const { id } = await application(job_id, (await candidate()).id)
      const schedule = async (title: string, hours: number, interviewers: ReadonlyArray<string>) =>
        having(201)(
          await call<{ interview: { id: string } }>("POST", `/applications/${id}/interviews`, {
            body: {
              title,
              starts_at: inHours(hours),
              time_zone: "Europe/Berlin",
              tells_candidate: false,
              interviewers: interviewers.map((member_id) => ({ member_id }))
            }
          })
        ).body.interview.id
      await schedule("Held", 24, [member_id])
      await schedule("Nobody's", 26, [])
      await schedule("In two years", 2 * 366 * 24, [member_id])
      await schedule("Long ago", -91 * 24, [member_id])
      const declined = await schedule("Declined", 48, [member_id])
      having(200)(await call("PUT", `/interviews/${declined}/response`, { key, body: { response: "declined" } }))
      const cancelled = await schedule("Cancelled", 72, [member_id])
      having(200)(await call("POST", `/interviews/${cancelled}/cancel`, { body: {} }))

      const url = await makeFeed(key)
      const titles = async (url: string) =>
        [...(await (await fetch(url)).text()).matchAll(/^SUMMARY:(\w+)/gm)].map(([, title]) => title)
      const first = await fetch(url)
      expect([first.status, first.headers.get("content-type"), await titles(url)]).toEqual([
        200,
        "text/calendar; charset=utf-8",
        ["Held"]
      ])
      const etag = first.headers.get("etag")!
      expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(304)
      await schedule("Another", 96, [member_id])
      expect((await fetch(url, { headers: { "if-none-match": etag } })).status).toBe(200)
      expect(await titles(url)).toEqual(["Held", "Another"])
      // Hidden from the member by now.
      having(200)(await call("PATCH", `/jobs/${job_id}`, { body: { is_confidential: true } }))
      expect(await titles(url)).toEqual([])

      const status = async (url: string) => (await fetch(url)).status
      const other = url.replace(/.(?=\.ics$)/, (digit) => digit === "0" ? "1" : "0")
      expect(await Promise.all([other, url.replace(/\.ics$/, ""), `${here.server.origin}/calendars/x.ics`].map(status)))
        .toEqual([404, 404, 404])
      const next = await makeFeed(key)
      expect([await status(url), await status(next)]).toEqual([404, 200])
      const setStatus = async (status: string) =>
        having(200)(await call("PATCH", `/members/${member_id}`, { key: here.own.keys.admin, body: { status } }))
      await setStatus("deactivated")
      expect(await status(next)).toBe(404)
      await setStatus("active")
      expect(await status(next)).toBe(200)
      expect(having(200)(await call<{ calendar_feed: object }>("GET", "/me/calendar-feed", { key })).body.calendar_feed)
        .toEqual({ made_at: expect.any(String) })
      expect(
        having(200)(await call<{ calendar_feed: object }>("DELETE", "/me/calendar-feed", { key })).body.calendar_feed
      ).toEqual({ made_at: null })
      expect(await status(next)).toBe(404)
      expect(having(200)(await call("DELETE", "/me/calendar-feed", { key })).status).toBe(200)
      const { body: { events }, text } = having(200)(
        await call<{ events: ReadonlyArray<{ type: string; subject_id: string }> }>(
          "GET",
          "/events?types=member.calendar_feed_made,member.calendar_feed_ended&limit=100",
          { key: here.own.keys.admin }
        )
      )
      expect(events.filter(({ subject_id }) => subject_id === member_id).map(({ type }) => type)).toEqual([
        "member.calendar_feed_made",
        "member.calendar_feed_made",
        "member.calendar_feed_ended"
      ])
      expect(text).not.toContain(new URL(next).pathname.slice(-52, -4))
    })

    test("that an API key made ends with that key", async () => {
      const { apiKey, member } = here.own.make
      const { id: user_id } = await member({ email: freshEmail(), role: "read" })
      const [{ api_key: { id }, key }, { key: other }] = [
        await apiKey({ user_id, scope: "read" }),
        await apiKey({ user_id, scope: "read" })
      ]
      const feed = await makeFeed(key)
      const made = async () =>
        having(200)(
          await call<{ calendar_feed: { made_at: string | null } }>("GET", "/me/calendar-feed", { key: other })
        ).body.calendar_feed.made_at
      expect([(await fetch(feed)).status, await made()]).toEqual([200, expect.any(String)])
      having(200)(await call("DELETE", `/api-keys/${id}`, { key: here.own.keys.admin }))
      expect([(await fetch(feed)).status, await made()]).toEqual([404, null])
    })
  })
}
