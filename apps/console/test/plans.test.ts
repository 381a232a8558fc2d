/**
 * A recruiter plans interviews, moves a candidate into their stage, and sends one link for three of them. An
 * interviewer who declined is replaced.
 */
import { having } from "@candor/api/testing/Client"
import { freshEmail, unreachable } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const plans = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
    having(200)(await it.call("PUT", "/organization/mail", { key: it.own.keys.admin, body: unreachable }))
    for (const full_name of ["Ann Lee", "Bo Diaz", "Cem Aksoy"])
      people.push(await it.own.make.member({ full_name, email: freshEmail(), role: "write" }))
  })

  afterAll(() => it.backend.close())

  const people: Array<{ readonly id: string; readonly full_name: string }> = []
  const job = async () => {
    const made = await it.own.make.job({ title: "Engineer" })
    for (const { id } of people)
      having(200)(
        await it.call("PUT", `/jobs/${made.id}/team/${id}`, { key: it.own.keys.write, body: { role: "interviewer" } })
      )
    return made
  }
  const plan = async (
    jobId: string,
    stage_id: string,
    title: string,
    needed: number
  ) =>
    having(201)(
      await it.call<{ readonly planned_interview: { readonly id: string } }>(
        "POST",
        `/jobs/${jobId}/planned-interviews`,
        {
          key: it.own.keys.write,
          body: {
            stage_id,
            title,
            member_ids: people.map(({ id }) => id),
            needed
          }
        }
      )
    ).body.planned_interview.id
  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page
  const partOf = (page: Page) =>
    page.locator("section.part").filter({ has: page.getByRole("heading", { name: "Interviews", exact: true }) })

  test("two interviews are planned for a stage, changed, and put in another order by the keyboard alone", async () => {
    const { id, stages } = await job()
    const page = await desk(`/jobs/${id}`)
    await page.getByRole("button", { name: "More actions" }).press("Enter")
    await page.getByRole("button", { name: "Interview plan" }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "Interview plan", exact: true })
    const stage = stages[2]!.name
    for (const title of ["Phone call", "Technical"]) {
      await dialog.getByRole("button", { name: `Add interview to ${stage}` }).press("Enter")
      const form = page.getByRole("dialog", { name: `Add interview to ${stage}` })
      await form.getByLabel("Title").fill(title)
      for (const { full_name } of people.slice(0, 2)) await form.getByLabel(full_name).press("Space")
      await form.getByLabel("Held by").selectOption("1")
      await page.keyboard.press("Control+Enter")
      await form.waitFor({ state: "detached" })
      await dialog.getByText(title).waitFor()
    }
    await dialog.getByText("1 of Ann Lee, Bo Diaz").first().waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await dialog.getByRole("button", { name: "Move Technical" }).press("ArrowUp")
    await dialog.getByText("Technical is 1 of 2").waitFor({ state: "attached" })
    await dialog.getByRole("button", { name: "Edit Phone call" }).press("Enter")
    await page.getByRole("dialog", { name: "Edit Phone call" }).getByLabel("Minutes").fill("30")
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("Control+Enter")
    await dialog.getByText("30 min").waitFor()
    const listed = async () =>
      (await it.call<
        { readonly planned_interviews: ReadonlyArray<{ readonly title: string; readonly minutes: number }> }
      >("GET", `/jobs/${id}/planned-interviews`, { key: it.own.keys.write })).body.planned_interviews
    expect((await listed()).map(({ minutes, title }) => [title, minutes])).toEqual([["Technical", 60], [
      "Phone call",
      30
    ]])
    await dialog.getByRole("button", { name: "Delete Technical" }).press("Enter")
    await dialog.getByRole("button", { name: "Delete Technical" }).waitFor({ state: "detached" })
    expect((await listed()).map(({ title }) => title)).toEqual(["Phone call"])
  })

  test("a stage's three interviews are offered by one link, by at most six actions", async () => {
    const { id: jobId, stages } = await job()
    const [from, to] = [stages[1]!, stages[2]!]
    for (const title of ["Hiring manager", "Technical", "Values"]) await plan(jobId, to.id, title, 1)
    const { id } = await it.own.make.application(jobId, (await it.own.make.candidate({ full_name: "Ada Byron" })).id, {
      stage_id: from.id
    })
    const page = await desk(`/applications/${id}`)
    const actions: Array<string> = []
    const click = async (name: string, within: Pick<Page, "getByRole"> = page) => {
      await within.getByRole("button", { name, exact: true }).click()
      actions.push(name)
    }
    await click(to.name, page.getByRole("list", { name: "Stages" }))
    await page.getByText("3 interviews are planned here: Hiring manager, Technical, Values.").waitFor()
    await click("Show interviews")
    await partOf(page).getByRole("list", { name: "Planned interviews" }).and(page.locator(":focus")).waitFor()
    await partOf(page).getByText("Then: Technical, 60 min, 1 of Ann Lee, Bo Diaz, Cem Aksoy").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await click("Send scheduling link", partOf(page))
    const dialog = page.getByRole("dialog", { name: "Send scheduling link" })
    await dialog.getByRole("group", { name: "Interview 3" }).waitFor()
    await click("Create link and write email", dialog)
    const letter = page.locator("textarea").filter({ hasText: "candor_meet_" })
    await letter.waitFor()
    await click("Send")
    console.log(
      `Three planned interviews are offered by one link with ${actions.length} actions: ${actions.join(", ")}`
    )
    expect(actions.length).toBeLessThanOrEqual(6)
    await partOf(page).getByText("In a scheduling link").nth(2).waitFor()
  })

  test("a planned interview is scheduled with those of the pool who have the fewest, and one who declines is replaced by one click", async () => {
    const { id: jobId, stages } = await job()
    const planned_interview_id = await plan(jobId, stages[0]!.id, "Panel", 2)
    const { id } = await it.own.make.application(jobId, (await it.own.make.candidate({ full_name: "Ida Rhodes" })).id)
    const page = await desk(`/applications/${id}`)
    await partOf(page).getByRole("button", { name: "Schedule Panel" }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "Schedule interview" })
    expect(await dialog.getByLabel("Title").inputValue()).toBe("Panel")
    // A Tuesday at ten, when everybody works.
    await dialog.getByLabel("Date", { exact: true }).fill("2041-07-02")
    await dialog.getByLabel("Time", { exact: true }).fill("10:00")
    await dialog.getByLabel("Time zone").selectOption("UTC")
    await page.keyboard.press("Control+Enter")
    const entry = partOf(page).getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Panel" }) })
    await entry.waitFor()
    const { body: { interviews: [made] } } = await it.call<
      {
        readonly interviews: ReadonlyArray<
          {
            readonly id: string
            readonly planned_interview_id: string
            readonly interviewers: ReadonlyArray<{ readonly member_id: string }>
          }
        >
      }
    >(
      "GET",
      `/interviews?application_id=${id}`,
      { key: it.own.keys.write }
    )
    expect(made).toMatchObject({ planned_interview_id })
    const held = made!.interviewers.map(({ member_id }) => member_id)
    expect(held).toHaveLength(2)
    const nameOf = (id: string | undefined) => people.find((one) => one.id === id)!.full_name
    const [gone, next] = [held[0]!, people.find((one) => !held.includes(one.id))!]
    having(200)(
      await it.call("PATCH", `/interviews/${made!.id}`, {
        key: it.own.keys.write,
        body: {
          interviewers: held.map((member_id) => ({ member_id, response: member_id === gone ? "declined" : "accepted" }))
        }
      })
    )
    await entry.getByText(`${nameOf(gone)} declined.`).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await entry.getByRole("button", { name: `Replace by ${next.full_name}` }).press("Enter")
    await page.getByText(`${next.full_name} replaces ${nameOf(gone)}.`).waitFor()
    await entry.getByText(`${next.full_name} (Invited)`).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: interviews are planned", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("interview plans in a browser", plans)
