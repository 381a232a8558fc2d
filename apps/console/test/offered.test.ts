/** What a person is offered, told and left with: on the real server, in a browser. */
import { having } from "@candor/api/testing/Client"
import { type FilledWorld, filledWorld } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

const offered = () => {
  const open = browserWindow()
  let it: FilledWorld

  beforeAll(async () => {
    it = await filledWorld(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const page = async (path: string, key = it.own.keys.admin): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key })).page

  const post = async (path: string, body?: object) =>
    having(200)(await it.call("POST", path, { key: it.own.keys.admin, ...(body === undefined ? {} : { body }) }))

  /** The names of the page's buttons. */
  const buttons = (page: Page) => page.getByRole("main").getByRole("button").allInnerTexts()

  test("a card whose application is closed does not move, and its badge is a line high", async () => {
    const { make } = it.own
    const job = await make.job()
    const { full_name } = await make.candidate({
      full_name: "Wolfeschlegelsteinhausenbergerdorff Maximiliana Theodora"
    })
    const candidate = await make.candidate({ full_name })
    await post(`/applications/${(await make.application(job.id, candidate.id)).id}/reject`, { reason: "Other" })
    const board = await page(`/jobs/${job.id}?shown=rejected`)
    const card = board.getByRole("listitem").filter({ hasText: full_name })
    expect((await card.getByText("Rejected").boundingBox())!.height).toBeLessThan(26)
    expect(await card.getByRole("button").count()).toBe(0)
    expect(await card.getAttribute("draggable")).toBe("false")
  })

  test("nothing is offered that the server would refuse", async () => {
    const { ids, keys, make } = it.own
    const members = await page("/members", keys.write)
    await members.getByRole("rowheader", { name: "Alan Turing" }).waitFor()
    expect(await buttons(members)).toEqual([])
    const apiKeys = await page("/api-keys", keys.write)
    await apiKeys.getByText("Only administrators can open this page").waitFor()
    expect(await buttons(apiKeys)).toEqual([])

    const job = await make.job()
    const person = await make.candidate({ full_name: "Sophie Germain" })
    const { id } = await make.application(job.id, person.id)
    await post(`/candidates/${person.id}/anonymise`)
    const application = await page(`/applications/${id}`)
    await application.getByText("No files yet.").waitFor()
    await application.getByRole("button", { name: "Hired" }).waitFor()
    expect(await buttons(application)).toEqual([...job.stages.map(({ name }) => name), "Hire", "Reject", ""])

    await it.call("PATCH", `/webhooks/${ids.webhookId}`, { key: keys.admin, body: { status: "disabled" } })
    const webhook = await page(`/webhooks/${ids.webhookId}`)
    await webhook.getByRole("button", { name: "Enable" }).waitFor()
    await webhook.getByRole("list").last().waitFor()
    expect((await buttons(webhook)).filter((name) => name.startsWith("Send"))).toEqual([])

    const prospect = await make.prospect(ids.searchId, { full_name: "Emmy Noether" })
    for (const pipeline_stage of ["contacted", "not_interested"]) {
      await it.call("PATCH", `/sourcing/prospects/${prospect.id}`, { key: keys.write, body: { pipeline_stage } })
    }
    const search = await page(`/sourcing/${ids.searchId}`)
    const row = search.getByRole("listitem").filter({ hasText: "Emmy Noether" })
    await row.waitFor()
    expect(await row.getByRole("button").allInnerTexts()).toEqual(["Shortlist"])
  })

  test("what is refused is said in words for people", async () => {
    const { ids, make } = it.own
    await make.prospect(ids.searchId, { full_name: "Hypatia", linkedin_url: "https://www.linkedin.com/in/hypatia" })
    const search = await page(`/sourcing/${ids.searchId}`)
    await search.getByRole("button", { name: "Add prospect" }).click()
    const dialog = search.getByRole("dialog")
    const told = async (field: string, value: string): Promise<string> => {
      await dialog.getByLabel(field).fill(value)
      await dialog.getByRole("button", { name: "Add", exact: true }).click()
      await dialog.locator("form:not(:has([aria-busy]))").getByRole("alert").waitFor()
      return dialog.getByRole("alert").innerText()
    }
    await dialog.getByLabel("Full name").fill("Hypatia of Alexandria")
    expect(await told("LinkedIn", "https://www.linkedin.com/in/hypatia")).toBe(
      "Another prospect in this project already has the LinkedIn URL in row 1."
    )
    await dialog.getByLabel("LinkedIn").fill("")
    expect(await told("Email address", "hypatia")).toBe(
      "The email address must be an email address, for example ada@example.com."
    )
  })

  test("by the keyboard alone: the focus stays near what was deleted, changed or closed", async () => {
    const { make } = it.own
    const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
    await make.note(id, "Knows compilers.")
    const application = await page(`/applications/${id}`)
    const focusedIn = (part: string) =>
      application.waitForFunction((part) => document.activeElement?.closest(part) !== null, part)
    const note = application.getByRole("listitem").filter({ hasText: "Knows compilers." })
    await note.getByRole("button", { name: "Edit" }).press("Enter")
    await application.getByRole("button", { name: "Cancel" }).press("Enter")
    await focusedIn(".part")
    await note.getByRole("button", { name: "Delete" }).press("Enter")
    await note.waitFor({ state: "detached" })
    await focusedIn(".part")
    await application.getByRole("button", { name: "Reject" }).press("Enter")
    await application.getByRole("dialog").getByRole("button", { name: "Reject" }).press("Enter")
    await application.getByRole("button", { name: "Reopen" }).waitFor()
    await focusedIn(".progress")
    await application.keyboard.press("Tab")
    await application.getByRole("button", { name: "Reopen" }).and(application.locator(":focus")).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: what the console offers and says", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("what the console offers and says", offered)
