/**
 * What a person sees first: what waits for them, and the jobs with those who apply. On the real server, in a browser.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const overview = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const me = async () =>
    (await it.call<{ readonly user: { readonly id: string } }>("GET", "/me", { key: it.own.keys.write })).body.user.id

  test("the first page has the feedback that is asked of one, each with a link that opens its form", async () => {
    const { make } = it.own
    const job = await make.job({ title: "Lens Grinder", is_confidential: true })
    having(200)(
      await it.call("PUT", `/jobs/${job.id}/team/${await me()}`, {
        key: it.own.keys.admin,
        body: { role: "interviewer" }
      })
    )
    const { id } = await make.application(job.id, (await make.candidate({ full_name: "Baruch Spinoza" })).id)
    having(201)(
      await it.call("POST", `/applications/${id}/feedback-requests`, {
        key: it.own.keys.admin,
        body: { member_id: await me(), message: "How steady is his hand?" }
      })
    )
    const page = await desk("")
    await page.getByRole("heading", { name: "To do" }).waitFor()
    const asked = page.getByRole("listitem").filter({ hasText: "How steady is his hand?" })
    await asked.getByTitle("Only the hiring team and administrators can see this job.").waitFor()
    await asked.getByRole("link", { name: "Baruch Spinoza" }).press("Enter")
    const form = page.getByRole("region", { name: "Your feedback on Baruch Spinoza" })
    await form.getByText("How steady is his hand?").waitFor()
    await form.getByLabel("Strong yes").press("Space")
    await form.getByLabel("Comments").fill("Steady.")
    await form.getByRole("button", { name: "Send feedback" }).press("Enter")
    await page.getByRole("region", { name: "Thank you" }).waitFor()
    await page.getByText("Steady.").waitFor()
    await page.goBack()
    await page.getByRole("heading", { name: "To do" }).waitFor()
    await asked.waitFor({ state: "detached" })
  })

  test("published jobs come first, with who applies, who waits and the team; a search is in the address", async () => {
    const { make } = it.own
    const job = await make.job({ title: "Keeper of Comets" })
    await make.job({ title: "Keeper of Drafts" })
    having(200)(await it.call("PATCH", `/jobs/${job.id}`, { key: it.own.keys.write, body: { status: "published" } }))
    having(200)(
      await it.call("PUT", `/jobs/${job.id}/team/${await me()}`, {
        key: it.own.keys.write,
        body: { role: "hiring_manager" }
      })
    )
    const first = await make.candidate({ full_name: "Caroline Herschel" })
    await make.application(job.id, first.id)
    await make.application(job.id, (await make.candidate()).id)
    const page = await desk("/jobs")
    const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Keeper of Comets" }) })
    await row.getByText("2 active · 2 new this week").waitFor()
    await row.getByRole("img", { name: "Applied · 2" }).waitFor()
    await row.getByRole("link", { name: "Caroline Herschel" }).waitFor()
    await row.getByRole("img", { name: "Ada Lovelace, Hiring manager" }).waitFor()
    expect(await page.getByText("Keeper of Drafts").count()).toBe(0)
    await page.getByLabel("Search jobs").fill("DRAFTS")
    await page.getByText("No jobs match “DRAFTS”").waitFor()
    await page.getByRole("link", { name: "Search all jobs" }).click()
    await page.getByRole("link", { name: "Keeper of Drafts" }).waitFor()
    const { search } = new URL(page.url())
    expect(new URLSearchParams(search).get("q")).toBe("DRAFTS")
    const others = await desk(`/jobs${search}`)
    await others.getByRole("link", { name: "Keeper of Drafts" }).waitFor()
    expect(await others.getByLabel("Search jobs").inputValue()).toBe("DRAFTS")
    const board = await desk(`/jobs/${job.id}`)
    await board.getByRole("link", { name: "Sources" }).press("Enter")
    await board.getByRole("row", { name: "Careers page 2 2 0 0 0" }).waitFor()
    expect(await findingsOfPage(board)).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: what waits for a person, and the jobs", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("what a person sees first", overview)
