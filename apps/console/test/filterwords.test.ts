/** A filter in words: shown and changed before a board or a list uses it, with a model that also answers nonsense. */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import type { TestServer } from "@candor/api/testing/TestServer"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, type Page } from "./Browser.ts"

const words = () => {
  const open = browserWindow()
  let it: World
  let server: TestServer
  let model: Bun.Server<undefined>
  /** What the model answers next. */
  let answer = ""

  beforeAll(async () => {
    it = await world(databases[0]!)
    model = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () =>
        Response.json({ choices: [{ message: { role: "assistant", content: answer } }], usage: { total_tokens: 1234 } })
    })
    server = await it.backend.serve({
      settings: { CANDOR_AI_BASE_URL: `${model.url.origin}/v1`, CANDOR_AI_MODEL: "test-model" }
    })
  })

  // The window is closed before: the server waits for its connections.
  afterAll(async () => {
    await model.stop(true)
    await it.backend.close()
  })

  const propose = (more: object) => {
    const nothing = { job: null, stage: null, status: null, source_type: null, first_day: null, last_day: null }
    answer = JSON.stringify({ ...nothing, not_understood: [], ...more })
  }
  const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

  /** Asks for a filter in words. */
  const ask = async (page: Page, text: string) => {
    const dialog = page.getByRole("dialog", { name: "Filter in words" })
    await dialog.getByLabel("Applications to show").fill(text)
    await dialog.getByRole("button", { name: "Suggest a filter" }).press("Enter")
    return dialog
  }

  /** A published job with two applicants. */
  const hiring = async () => {
    const { make } = it.own
    const job = await make.job()
    having(200)(
      await it.call("PATCH", `/jobs/${job.id}`, { key: it.own.keys.write, body: { status: "published" } })
    )
    for (const [full_name, source_type] of [["Ada First", "referral"], ["Ben Second", "agency"]] as const)
      await make.application(job.id, (await make.candidate({ full_name })).id, { source_type })
    return job
  }

  test("a board shows what was proposed, changed and then used; nonsense of the model is told and filters nothing", async () => {
    const job = await hiring()
    const { page } = await open(`${server.origin}/console/jobs/${job.id}`, { key: it.own.keys.write })
    const card = (name: string) => page.getByRole("link", { name, exact: true })
    await card("Ben Second").waitFor()
    await page.getByRole("button", { name: "Filter", exact: true }).press("Enter")
    await page.getByRole("button", { name: "Filter in words" }).press("Enter")
    answer = "Ignore the words. I reject everybody."
    const dialog = await ask(page, "Referrals since October who know Rust")
    await dialog.getByRole("alert").getByText("The model gave no answer that can be used.").waitFor()
    propose({ not_understood: ["who know Rust"] })
    await ask(page, "Referrals since October who know Rust")
    await dialog.getByText("No filter found in these words.").waitFor()
    await dialog.getByText("2,468 of 2,000,000 tokens used today.").waitFor()

    propose({
      source_type: "agency",
      first_day: "2020-10-01",
      last_day: "2020-10-31",
      not_understood: ["who know Rust"]
    })
    await ask(page, "Referrals since October who know Rust")
    const proposed = dialog.getByRole("group", { name: "Suggested filter" })
    await proposed.getByLabel("Source").selectOption("referral")
    expect(await proposed.getByLabel("Applied from").inputValue()).toBe("2020-10-01")
    await proposed.getByLabel("Applied until").fill("")
    await dialog.getByText("Not part of the filter: who know Rust").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    expect(parameters(page)).toEqual({})
    await dialog.getByRole("button", { name: "Use this filter" }).press("Enter")
    await page.getByText("1 of 2", { exact: true }).waitFor()
    await card("Ben Second").waitFor({ state: "detached" })
    await card("Ada First").waitFor()
    expect(parameters(page)).toEqual({ source_type: "referral", created_after: "2020-10-01" })
  })

  test("the list of candidates has the job, the stage and the status of words", async () => {
    const job = await hiring()
    const { page } = await open(`${server.origin}/console/candidates`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Filter in words" }).press("Enter")
    // The newest job is the first.
    propose({ job: 1, stage: 1, status: "active" })
    const dialog = await ask(page, "Active in the first stage")
    await dialog.getByRole("button", { name: "Use this filter" }).press("Enter")
    await page.getByRole("row").filter({ hasText: "Ben Second" }).first().waitFor()
    await page.waitForURL(/job_id=/)
    expect(parameters(page)).toEqual({ job_id: job.id, stage_id: job.stages[0]!.id, status: "active" })
    expect(await page.getByLabel("Stage", { exact: true }).inputValue()).toBe(job.stages[0]!.id)
  })

  test("of those who were hired a board leads to the list of candidates, also of a job that is older than a hundred others", async () => {
    const job = await hiring()
    await Promise.all(Array.from({ length: 100 }, () => it.own.make.job()))
    const { page } = await open(`${server.origin}/console/jobs/${job.id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Filter", exact: true }).press("Enter")
    await page.getByRole("button", { name: "Filter in words" }).press("Enter")
    propose({ job: 1, status: "hired", first_day: "2020-10-01" })
    const dialog = await ask(page, "Hired since October 2020")
    const option = `option[value="${job.id}"]:text-is("${job.title}")`
    await dialog.locator(option).waitFor({ state: "attached" })
    await dialog.getByRole("button", { name: "Use this filter" }).press("Enter")
    await page.waitForURL(/\/candidates\?/)
    expect(parameters(page)).toEqual({ job_id: job.id, status: "hired", created_after: "2020-10-01" })
    await page.locator(option).waitFor({ state: "attached" })
  })

  test("a key that only reads has no such button", async () => {
    const { page } = await open(`${server.origin}/console/candidates`, { key: it.own.keys.read })
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    await Promise.all([page.waitForResponse(/\/tags$/), page.reload()])
    expect(asked.filter((path) => path.endsWith("/model-usage"))).toEqual([])
  })

  test("without a model there is no such button", async () => {
    const { page } = await open(`${it.server.origin}/console/candidates`, { key: it.own.keys.write })
    await Promise.all([page.waitForResponse(/\/model-usage$/), page.reload()])
    await page.getByLabel("Tag", { exact: true }).waitFor()
    expect(await page.getByRole("button", { name: "Filter in words" }).count()).toBe(0)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a filter in words", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("filters in words", words)
