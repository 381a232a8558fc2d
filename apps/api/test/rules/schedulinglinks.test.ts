/**
 * Scheduling links over HTTP: what recruiters make, and the page on which candidates book without an account and
 * without script.
 */
import type { Interview } from "@candor/domain/interview/Interview"
import type { CancelledInterviews, ProposedTimes, WaitingInvitation } from "@candor/domain/overview/Overview"
import type { SchedulingLink } from "@candor/domain/scheduling/SchedulingLink"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type CallOptions, having, type JsonObject } from "../harness/Client.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

interface Made {
  readonly scheduling_link: SchedulingLink
  readonly url: string
}

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    let member: string
    beforeAll(async () => {
      here = await world(database)
      member = having(200)(await call<{ user: { id: string } }>("GET", "/me")).body.user.id
      const hours = days.map((day) => ({ day, from: "00:00", to: "24:00" }))
      having(200)(
        await call("PUT", "/me/schedule", { body: { time_zone: "UTC", hours, max_per_day: null, max_per_week: null } })
      )
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const newApplication = async () => {
      const { application, candidate, job } = here.own.make
      return application((await job()).id, (await candidate()).id)
    }

    const newLink = async (more: JsonObject = {}) => {
      const { id } = await newApplication()
      const body = {
        meetings: [{ title: "Talk", minutes: 30, member_ids: [member] }],
        time_zone: "Europe/Berlin",
        lead_minutes: 0,
        change_deadline_minutes: 0,
        ...more
      }
      const { scheduling_link, url } =
        having(201)(await call<Made>("POST", `/applications/${id}/scheduling-links`, { body })).body
      return { application: id, link: scheduling_link, page: here.server.own_origin + new URL(url).pathname }
    }

    const linkOf = async (id: string) =>
      having(200)(await call<Made>("GET", `/scheduling-links/${id}`)).body.scheduling_link
    const interviewsOf = async (id: string) =>
      having(200)(await call<{ interviews: ReadonlyArray<Interview> }>("GET", `/interviews?application_id=${id}`)).body
        .interviews

    /** The page, and the instants of its buttons. */
    const see = async (page: string, query = "") => {
      const response = await fetch(page + query)
      const text = await response.text()
      return {
        status: response.status,
        text,
        times: [...text.matchAll(/name="start" value="([^"]+)"/g)].map(([, time]) => time!)
      }
    }
    const send = async (page: string, fields: Readonly<Record<string, string>>) => {
      const response = await fetch(page, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })
      return { status: response.status, text: await response.text(), location: response.headers.get("location") }
    }

    test("a candidate sees times in a zone of their own, books one, which waits for its interviewer, moves it, and cancels it", async () => {
      const { application, link, page } = await newLink()
      const invitations = async () =>
        having(200)(await call<{ invitations: ReadonlyArray<WaitingInvitation> }>("GET", "/overview/waiting")).body
          .invitations.flatMap((one) => one.application.id === application ? [one.application.id] : [])
      const { text, times } = await see(page, "?zone=Asia/Kathmandu")
      expect(text).toContain("UTC+05:45")
      expect(
        having(200)(await call<{ times: ReadonlyArray<string> }>("GET", `/scheduling-links/${link.id}/times`)).body
          .times
      ).toContain(times[5]!)
      expect((await send(page, { action: "book", start: times[5]! })).status).toBe(303)
      expect(await interviewsOf(application)).toMatchObject([{
        starts_at: times[5]!,
        status: "scheduled",
        time_zone: "Europe/Berlin",
        interviewers: [{ member_id: member, response: "needs_action" }]
      }])
      const booked = await see(page)
      expect(booked.text).toContain("Your interview is booked")
      expect(booked.text).toContain("Video call. The link will follow.")
      expect(await invitations()).toEqual([application])
      expect((await send(page, { action: "book", start: times[20]! })).status).toBe(303)
      expect(await interviewsOf(application)).toMatchObject([{ starts_at: times[20]!, status: "scheduled" }])
      expect((await send(page, { action: "cancel", words: "I am ill." })).status).toBe(303)
      expect(await interviewsOf(application)).toMatchObject([{ status: "cancelled", cancel_reason: "I am ill." }])
      expect(await invitations()).toEqual([])
      expect(await linkOf(link.id)).toMatchObject({ status: "open", cancel_reason: "I am ill.", changes_counted: 2 })
    })

    test("a time that somebody else took meanwhile is gone: the page says so, and shows others", async () => {
      const [one, other] = [await newLink(), await newLink()]
      const start = (await see(one.page)).times[8]!
      expect((await send(one.page, { action: "book", start })).status).toBe(303)
      const { status, text } = await send(other.page, { action: "book", start })
      expect([
        status,
        text.includes("no longer free"),
        text.includes(`value="${start}"`),
        text.includes("name=\"start\"")
      ]).toEqual([409, true, false, true])
    })

    test("a click on a time asks first: it shows the end, and until when and how often the time can be changed", async () => {
      const { link, page } = await newLink({ change_deadline_minutes: 60, max_changes: 2 })
      const { times: { 0: soon, 10: start } } = await see(page)
      const { text } = await see(page, `?zone=UTC&start=${start!}`)
      const clock = (time: string, minutes: number) =>
        new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" })
          .format(Date.parse(time) + minutes * 60_000)
      expect([
        text.includes("Book this time?"),
        text.includes(`– ${clock(start!, 30)}`),
        text.includes("move or cancel the interview here until"),
        text.includes("still change it here: 2")
      ]).toEqual([true, true, true, true])
      expect((await see(page, `?start=${soon!}`)).text).toContain("can&#39;t be moved or canceled here")
      expect((await see(page, "?start=2040-01-01T00:00:00.000Z")).text).toContain("no longer free")
      expect(await linkOf(link.id)).toEqual(link)
    })

    test("a page that is older than the booking is told that its own choice changed nothing", async () => {
      const { page } = await newLink({ change_deadline_minutes: 20_160 })
      const [first, other] = (await see(page)).times.slice(10)
      await send(page, { action: "book", start: first! })
      const { status, text } = await send(page, { action: "book", start: other! })
      expect([status, text.includes("Nothing was changed")]).toEqual([409, true])
    })

    test("a second click on a time is told that it is booked, as the first one, and a click on another that it is moved", async () => {
      const { page } = await newLink()
      const [first, other] = (await see(page)).times.slice(10)
      const told: Array<string | null> = []
      for (const start of [first!, first!, other!, other!])
        told.push((await send(page, { action: "book", start })).location)
      expect(told).toEqual(["?said=", "?said=", "?said=moved", "?said="])
    })

    test.each([
      ["cancel", "booked here was canceled", "revoked"],
      ["complete", "has taken place", "booked"]
    ])(
      "after the organization's %s the page says so, books nothing and moves nothing",
      async (action, words, status) => {
        const { application, link, page } = await newLink()
        const { times } = await see(page)
        await send(page, { action: "book", start: times[10]! })
        const [{ id } = { id: "" }] = await interviewsOf(application)
        const { interview } = having(200)(
          await call<{ interview: Interview }>("POST", `/interviews/${id}/${action}`, {
            body: action === "cancel" ? {} : undefined
          })
        ).body
        const shown = await see(page)
        expect([shown.text.includes(words), shown.times]).toEqual([true, []])
        const answers = [
          await send(page, { action: "book", start: times[20]! }),
          await send(page, { action: "cancel" })
        ]
        expect(answers.map(({ status, text }) => [status, text.includes(words)])).toEqual([[409, true], [409, true]])
        expect(await interviewsOf(application)).toMatchObject([{ status: interview.status, starts_at: times[10]! }])
        expect((await linkOf(link.id)).status).toBe(status as never)
      }
    )

    test("other times can be proposed, which wait for the recruiter until they are marked as done", async () => {
      const { application, link, page } = await newLink()
      const waiting = async () =>
        having(200)(await call<{ proposed_times: ReadonlyArray<ProposedTimes> }>("GET", "/overview/waiting")).body
          .proposed_times.flatMap((one) => one.application.id === application ? [one.words] : [])
      expect((await send(page, { action: "propose", words: "After <6> pm." })).status).toBe(303)
      expect(await linkOf(link.id)).toMatchObject({ status: "open", proposal: "After <6> pm." })
      expect(await waiting()).toEqual(["After <6> pm."])
      having(201)(await call("POST", `/applications/${application}/interviews`, { body: { title: "Talk" } }))
      expect(await waiting()).toEqual(["After <6> pm."])
      having(200)(await call("POST", `/scheduling-links/${link.id}/proposal/done`))
      expect(await waiting()).toEqual([])
    })

    test("a cancellation by the candidate waits for the recruiter until another booking, or a mark as done", async () => {
      const { application, link, page } = await newLink()
      const waiting = async () =>
        having(200)(
          await call<{ cancelled_interviews: ReadonlyArray<CancelledInterviews> }>("GET", "/overview/waiting")
        )
          .body.cancelled_interviews.flatMap((one) => one.application.id === application ? [one.words] : [])
      const { times } = await see(page)
      await send(page, { action: "book", start: times[10]! })
      expect(await waiting()).toEqual([])
      await send(page, { action: "cancel", words: "I am ill." })
      expect(await waiting()).toEqual(["I am ill."])
      expect(await interviewsOf(application)).toMatchObject([{ status: "cancelled", changed_by: { member_id: null } }])
      await send(page, { action: "book", start: times[20]! })
      expect(await waiting()).toEqual([])
      await send(page, { action: "cancel" })
      expect(await waiting()).toEqual([null])
      having(200)(await call("POST", `/scheduling-links/${link.id}/proposal/done`))
      expect(await waiting()).toEqual([])
    })

    test("loading the page changes nothing, as scanners of mails do; neither does a form without an action", async () => {
      const { link, page } = await newLink()
      for (const query of ["", "?said=cancelled", "?action=book&start=2040-01-01T00:00:00.000Z"])
        expect((await see(page, query)).status).toBe(200)
      expect((await fetch(page, { method: "HEAD" })).status).toBe(200)
      for (
        const fields of [{}, { action: "book" }, { action: "book", start: "soon" }, { action: "propose", words: " " }]
      ) expect((await send(page, fields)).status).toBe(400)
      expect(await linkOf(link.id)).toEqual(link)
    })

    test("a forged address is as unknown as another, and no log line has one", async () => {
      const { page } = await newLink()
      const reference = page.slice(page.lastIndexOf("/") + 1)
      const another = `${reference.slice(0, -1)}${reference.endsWith("0") ? "1" : "0"}`
      const forged = [
        another,
        another.replace(/(?<=meet_).{32}/, "0".repeat(32)),
        "x",
        reference.replace("meet", "sent")
      ]
      const answers = await Promise.all(forged.map((one) => see(page.replace(reference, one))))
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]!.status).toBe(404)
      expect(here.server.logs.join("\n")).not.toContain(reference)
    })

    test("a closed link shows no times, and books nothing", async () => {
      const { link, page } = await newLink()
      const start = (await see(page)).times[30]!
      expect(having(200)(await call<Made>("POST", `/scheduling-links/${link.id}/close`)).body.scheduling_link.status)
        .toBe("closed")
      expect((await see(page)).times).toEqual([])
      expect((await send(page, { action: "book", start })).status).toBe(409)
    })

    test("says who and what removes times", async () => {
      const { id: other } = await here.own.make.member({ email: freshEmail(), role: "write" })
      const { link } = await newLink({ meetings: [{ title: "Talk", member_ids: [other, member] }] })
      const { obstacles } = having(200)(
        await call<{ obstacles: ReadonlyArray<JsonObject> }>("GET", `/scheduling-links/${link.id}/obstacles`)
      ).body
      expect(obstacles).toContainEqual({ reason: "hours", member_id: other, removes: expect.any(Number) })
    })

    test.each<readonly [string, (member: string) => JsonObject, ReadonlyArray<string | number>]>([
      [
        "an unknown member",
        () => ({ meetings: [{ title: "Talk", member_ids: ["01a11b10-4c20-7d35-9b1e-8f6a2c0d7e43"] }] }),
        ["meetings", 0, "member_ids"]
      ],
      [
        "one member for two meetings",
        (one) => ({ meetings: [{ title: "A", member_ids: [one] }, { title: "B", member_ids: [one] }] }),
        ["meetings", 1, "member_ids"]
      ],
      ["more than there are", (one) => ({ meetings: [{ title: "A", member_ids: [one], required: 2 }] }), [
        "meetings",
        0,
        "member_ids"
      ]],
      [
        "an unknown template of scorecards",
        (one) => ({ meetings: [{ title: "A", member_ids: [one], scorecard_template_id: one }] }),
        ["meetings", 0, "scorecard_template_id"]
      ],
      ["no meeting", () => ({ meetings: [] }), ["meetings"]],
      ["a horizon beyond 90 days", () => ({ horizon_days: 91 }), ["horizon_days"]]
    ])("is refused for %s", async (_, more, path) => {
      const { id } = await newApplication()
      const body = { meetings: [{ title: "Talk", member_ids: [member] }], time_zone: "UTC", ...more(member) }
      expect(having(400)(await call<JsonObject>("POST", `/applications/${id}/scheduling-links`, { body })).body)
        .toMatchObject({ error: { details: { issues: [{ path }] } } })
    })

    test("who booked has the interview for a calendar, and reads its interviewers' names where mail tells them, too", async () => {
      const { application, page } = await newLink()
      const { times } = await see(page)
      await send(page, { action: "book", start: times[3]! })
      const [interview] = await interviewsOf(application)
      const name = having(200)(await call<{ user: { full_name: string } }>("GET", "/me")).body.user.full_name
      expect((await see(page)).text).not.toContain(name)
      await here.own.make.message(application)
      const { text } = await see(page)
      expect(text).toContain(`You will meet: ${name}`)
      const [, file] = /href="(\?calendar)"/.exec(text)!
      expect((await see(page, file)).text).toMatch(
        new RegExp(`UID:${interview!.id}@candor[^]*DTSTART:${times[3]!.replace(/[-:]|\.000/g, "")}`)
      )
    })

    test("an interview without a link has the same free times, without those of the candidate's others", async () => {
      const { application, page } = await newLink({ lead_minutes: 240, change_deadline_minutes: 0 })
      const free = async () =>
        having(200)(
          await call<{ times: ReadonlyArray<{ starts_at: string; local_start: string }> }>(
            "GET",
            `/applications/${application}/free-times?member_ids=${member}&minutes=30&time_zone=Asia/Tokyo`
          )
        ).body.times
      const { times } = await see(page)
      const [first] = times
      const local_start = new Date(Date.parse(first!) + 9 * 3_600_000).toISOString().slice(0, 16)
      expect(await free()).toContainEqual({ starts_at: first!, local_start })
      await send(page, { action: "book", start: first! })
      expect(await free()).not.toContainEqual({ starts_at: first!, local_start })
    })

    test("only those who may change interviews learn its address", async () => {
      const { link } = await newLink()
      having(200)(await call("POST", `/scheduling-links/${link.id}/address`))
      having(403)(await call("POST", `/scheduling-links/${link.id}/address`, { key: here.own.keys.read }))
      having(404)(await call("POST", `/scheduling-links/${link.id}/address`, { key: here.foreign.keys.write }))
    })
  })
}
