/** Interviews on the page of an application and in the week, on the real server, in a browser. */
import { having } from "@candor/api/testing/Client"
import { freshEmail } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const interviews = () => {
  const open = browserWindow()
  let it: World

  let outside: { readonly full_name: string }

  beforeAll(async () => {
    it = await world(databases[0]!)
    // Before the console loads the members, which it keeps for some minutes.
    outside = await it.own.make.member({ full_name: "Mary Kenneth", email: freshEmail(), role: "limited" })
  })

  afterAll(() => it.backend.close())

  const applied = async (full_name: string, job: object = {}) => {
    const { application, candidate, job: newJob } = it.own.make
    const { body: { user } } = await it.call<{ readonly user: { readonly id: string; readonly full_name: string } }>(
      "GET",
      "/me",
      { key: it.own.keys.write }
    )
    const { id } = await newJob({ title: "Engineer", ...job })
    having(200)(
      await it.call("PUT", `/jobs/${id}/team/${user.id}`, { key: it.own.keys.write, body: { role: "recruiter" } })
    )
    return { user, ...await application(id, (await candidate({ full_name })).id) }
  }

  const desk = async (path: string, width = 1280): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write, width })).page

  const partOf = (page: Page) =>
    page.locator("section.part").filter({ has: page.getByRole("heading", { name: "Interviews", exact: true }) })

  test("the week asks about one that new time zone data moved, until a time is kept", async () => {
    const { id } = await applied("Grace Hopper")
    const body = { title: "Talk", local_start: "2041-07-02T10:00", time_zone: "Europe/Berlin" }
    having(201)(await it.call("POST", `/applications/${id}/interviews`, { key: it.own.keys.write, body }))
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE interviews SET starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour' WHERE application_id = ${id}`
      )
    )
    const page = await desk("/interviews")
    const moved = page.getByRole("region", { name: "An interview moved by new time zone data" })
    await moved.getByText("Agreed on: 2041-07-02 10:00 in Europe/Berlin. Calendars show 2041-07-02 09:00 there now.")
      .waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await moved.getByRole("button", { name: "Keep 2041-07-02 10:00" }).press("Enter")
    await moved.waitFor({ state: "detached" })
    const { body: { interviews } } = await it.call<{ readonly interviews: ReadonlyArray<object> }>(
      "GET",
      `/interviews?application_id=${id}`,
      { key: it.own.keys.write }
    )
    expect(interviews).toMatchObject([{ local_start: "2041-07-02T10:00", starts_at: "2041-07-02T08:00:00.000Z" }])
  })

  test("one is scheduled by the keyboard alone, in a zone whose offset the server tells, and moved, canceled and brought back", async () => {
    const { id, user } = await applied("Ada Byron")
    const page = await desk(`/applications/${id}`)
    await partOf(page).getByRole("button", { name: "Schedule interview" }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "Schedule interview" })
    await dialog.getByLabel("Title").and(page.locator(":focus")).waitFor()
    await page.keyboard.press("Control+A")
    await page.keyboard.type("System design")
    await dialog.getByLabel(user.full_name).press("Space")
    await dialog.getByRole("group", { name: "Times at which everyone is free" }).getByRole("button").first().press(
      "Enter"
    )
    await dialog.getByText("Nothing else that day").waitFor()
    await dialog.getByLabel("Date", { exact: true }).fill("2041-07-02")
    await dialog.getByLabel("Time", { exact: true }).fill("10:00")
    await dialog.getByLabel("Time zone").selectOption("Australia/Eucla")
    await dialog.getByText("UTC+08:45").waitFor()
    await dialog.getByText("Nothing else that day").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("Control+Enter")
    const entry = partOf(page).getByRole("listitem").filter({ hasText: "System design" })
    await entry.getByText("10:00 AM – 11:00 AM (UTC+08:45, Australia/Eucla)").waitFor()
    await entry.getByRole("button", { name: "Accept" }).press("Enter")
    await entry.getByText("(Accepted)").waitFor()
    await entry.getByRole("button", { name: "Reschedule" }).press("Enter")
    const moving = page.getByRole("dialog", { name: "Reschedule interview" })
    await moving.getByLabel("Time", { exact: true }).fill("12:00")
    await moving.getByLabel("Reason (optional)").fill("Ill.")
    await page.keyboard.press("Enter")
    await entry.getByText("12:00 PM – 1:00 PM").waitFor()
    // News of the change may come before its own answer.
    await page.getByText("Interview rescheduled").waitFor()
    await page.getByRole("button", { name: "Undo" }).press("Enter")
    await entry.getByText("10:00 AM – 11:00 AM").waitFor()
    // The notice goes, and the focus that it had.
    await page.getByRole("button", { name: "Undo" }).waitFor({ state: "detached" })
    await entry.getByRole("button", { name: "Cancel interview" }).press("Enter")
    await page.getByRole("dialog").getByLabel("Reason (optional)").fill("Filled.")
    await page.keyboard.press("Enter")
    await entry.getByText("Filled.").waitFor()
    await entry.getByRole("button", { name: "Reopen" }).press("Enter")
    await entry.getByText("Scheduled", { exact: true }).waitFor()
  })

  test("who is taken is told before it is booked, by whom and when, and a reason books all the same", async () => {
    const { id, user } = await applied("Grace Murray")
    const taken = {
      title: "Earlier",
      starts_at: "2041-08-01T09:30:00Z",
      time_zone: "UTC",
      interviewers: [{ member_id: user.id }]
    }
    having(201)(await it.call("POST", `/applications/${id}/interviews`, { key: it.own.keys.write, body: taken }))
    const busy = JSON.stringify(["2041-08-01T10:30Z", "2041-08-01T11:30Z"].map((time) => Date.parse(time) / 60_000))
    await it.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql`
      INSERT INTO busy_calendars (organization_id, id, member_id, kind, host, created_at, due_at, read_at, busy)
      SELECT organization_id, gen_random_uuid(), id, 'subscription', 'calendar.example.com', now(), now() + interval '1 day', now(), ${busy}::text::jsonb FROM users WHERE id = ${user.id}`))
    const page = await desk(`/applications/${id}`, 360)
    await partOf(page).getByRole("button", { name: "Schedule interview" }).click()
    const dialog = page.getByRole("dialog", { name: "Schedule interview" })
    await dialog.getByLabel("Title").fill("Later")
    await dialog.getByLabel("Date", { exact: true }).fill("2041-08-01")
    await dialog.getByLabel("Time", { exact: true }).fill("10:00")
    await dialog.getByLabel("Time zone").selectOption("UTC")
    await dialog.getByLabel(user.full_name).check()
    const alert = dialog.getByRole("alert")
    await alert.getByText(`${user.full_name}: 9:30 AM – 10:30 AM Earlier, Grace Murray`).waitFor()
    await alert.getByText(`${user.full_name}: 10:30 AM – 11:30 AM Busy in their calendar`).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await dialog.getByLabel("Reason to book anyway").fill("Short one.")
    await dialog.getByRole("button", { name: "Schedule interview" }).click()
    await partOf(page).getByRole("listitem").filter({ hasText: "Later" }).getByText("Short one.").waitFor()
  })

  test("who rejects an application is offered to cancel its interviews, and Undo brings both back", async () => {
    const { id } = await applied("Kathleen Booth")
    const interview = { title: "Talk", starts_at: "2041-08-03T09:30:00Z", time_zone: "UTC" }
    having(201)(await it.call("POST", `/applications/${id}/interviews`, { key: it.own.keys.write, body: interview }))
    const page = await desk(`/applications/${id}`)
    await partOf(page).getByText("Scheduled", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Reject", exact: true }).click()
    const dialog = page.getByRole("dialog")
    expect(await dialog.getByLabel("Cancel the interview to come").isChecked()).toBe(true)
    await dialog.getByRole("button", { name: "Reject" }).click()
    await partOf(page).getByText("Interview canceled", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await partOf(page).getByText("Scheduled", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Reject", exact: true }).waitFor()
  })

  test("a closed application says how many interviews are to come, until they are canceled", async () => {
    const { id } = await applied("Mary Keller")
    const interview = { title: "Talk", starts_at: "2041-08-02T09:30:00Z", time_zone: "UTC" }
    having(201)(await it.call("POST", `/applications/${id}/interviews`, { key: it.own.keys.write, body: interview }))
    having(200)(await it.call("POST", `/applications/${id}/withdraw`, { key: it.own.keys.write }))
    const page = await desk(`/applications/${id}`)
    const told = partOf(page).getByText("1 interview is still to come")
    await told.waitFor()
    await partOf(page).getByRole("button", { name: "Cancel interview" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel interview" }).click()
    await told.waitFor({ state: "detached" })
  })

  test("a member who does not see a confidential job joins its team with the interview", async () => {
    const { id, job } = await applied("Joan Clarke", { is_confidential: true })
    const { full_name } = outside
    const page = await desk(`/applications/${id}`)
    await partOf(page).getByRole("button", { name: "Schedule interview" }).click()
    const dialog = page.getByRole("dialog", { name: "Schedule interview" })
    await dialog.getByLabel("Add another interviewer").selectOption({ label: full_name })
    await dialog.getByText("will join the hiring team as interviewer").waitFor()
    await dialog.getByRole("button", { name: "Schedule interview" }).click()
    await partOf(page).getByText("No time yet").waitFor()
    const { body } = await it.call<
      { readonly team: ReadonlyArray<{ readonly member: { readonly full_name: string }; readonly role: string }> }
    >("GET", `/jobs/${job.id}/team`, { key: it.own.keys.write })
    expect(body.team.find(({ member }) => member.full_name === full_name)?.role).toBe("interviewer")
  })

  test("from the week one is scheduled of an applicant who is found by name", async () => {
    await applied("Emmy Noether")
    const page = await desk("/interviews?week=2041-03-04", 360)
    await page.getByRole("button", { name: "Schedule interview" }).click()
    const choice = page.getByRole("dialog", { name: "Choose an application" })
    await choice.getByRole("searchbox").fill("Noether")
    await choice.getByRole("button", { name: /Emmy Noether/ }).click()
    const dialog = page.getByRole("dialog", { name: "Schedule interview" })
    await dialog.getByLabel("Title").fill("Algebra")
    await dialog.getByLabel("Date", { exact: true }).fill("2041-03-06")
    await dialog.getByLabel("Time", { exact: true }).fill("10:00")
    await dialog.getByRole("button", { name: "Schedule interview" }).click()
    await page.getByRole("link", { name: /Emmy Noether.*Algebra/ }).waitFor()
  })

  test("the week has each interview on its day, for all or for one member, and is a list on a phone; cards tell the next one", async () => {
    const { id, job, user } = await applied("Hedy Kiesler")
    const day = (at: string, title: string, more: object = {}) =>
      it.call("POST", `/applications/${id}/interviews`, {
        key: it.own.keys.write,
        body: { title, starts_at: `2042-01-${at}:00Z`, time_zone: "UTC", ...more }
      })
    having(201)(await day("15T10:00", "First", { interviewers: [{ member_id: user.id }] }))
    having(201)(await day("15T10:30", "Beside", { override_reason: "Two rooms." }))
    for (const width of [1280, 360]) {
      const page = await desk("/interviews?week=2042-01-15", width)
      const thursday = page.getByRole("region", { name: /Jan 16|Jan 15/ }).first()
      await thursday.getByRole("link", { name: /First/ }).waitFor()
      expect(await thursday.getByRole("listitem").count()).toBe(2)
      expect(await findingsOfPage(page)).toEqual([])
      await page.getByLabel("Held by").selectOption({ label: "Me" })
      await thursday.getByRole("link", { name: /Beside/ }).waitFor({ state: "detached" })
      await thursday.getByRole("link", { name: /First/ }).press("Enter")
      await page.locator(".entry-item.linked").filter({ hasText: "First" }).waitFor()
    }
    const board = await desk(`/jobs/${job.id}`)
    await board.locator(".card-interview").getByText(/Interview .*Jan 15/).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: interviews are scheduled", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("interviews in a browser", interviews)
