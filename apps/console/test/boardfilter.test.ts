/**
 * A board that is searched, filtered and sorted: in its address, as a view, and live. On the real server, in a browser.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const filters = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true })
  const cards = (page: Page) => page.locator(".card-name").allTextContents()
  const parameters = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

  /** A job with a question, and three applicants of whom the last is the newest. */
  const three = async () => {
    const { make } = it.own
    const job = await make.job()
    const { body: { form } } = having(200)(
      await it.call<{ form: { questions: ReadonlyArray<{ id: string }> } }>("PUT", `/jobs/${job.id}/form`, {
        key: it.own.keys.write,
        body: { questions: [{ label: "Which language?", type: "single_choice", options: ["Java", "JavaScript"] }] }
      })
    )
    const question_id = form.questions[0]!.id
    const apply = async (
      full_name: string,
      tags: ReadonlyArray<string>,
      answer: string,
      source_type = "careers_site"
    ) => {
      const { id } = await make.candidate({ full_name, tags })
      return make.application(job.id, id, {
        source_type,
        answers: [{
          question_id,
          question_text: "Which language?",
          type: "single_choice",
          answer_text: answer,
          value: answer
        }]
      })
    }
    const ids: Array<string> = []
    for (
      const [name, tags, answer, source] of [["Cal Third", [], "Java", "agency"], [
        "Ben Second",
        ["rust"],
        "JavaScript",
        "agency"
      ], ["Ada First", ["rust"], "Java", "referral"]] as const
    ) {
      ids.unshift((await apply(name, tags, answer, source)).id)
    }
    return { job, apply, ids }
  }

  test("words, filters and an order are in the address, the count says how many, and a view keeps them", async () => {
    const { ids, job } = await three()
    const page = await desk(`/jobs/${job.id}`)
    await card(page, "Cal Third").waitFor()
    await page.getByRole("button", { name: "Filter" }).press("Enter")
    await page.getByLabel("Tag", { exact: true }).selectOption("rust")
    await page.getByText("2 of 3", { exact: true }).waitFor()
    await page.getByLabel("Sort by", { exact: true }).selectOption("Oldest first")
    await card(page, "Cal Third").waitFor({ state: "detached" })
    await page.waitForFunction(() => document.querySelector(".card-name")?.textContent === "Ben Second")
    expect(await cards(page)).toEqual(["Ben Second", "Ada First"])
    await page.getByLabel("Question", { exact: true }).selectOption("Which language?")
    await page.getByLabel("Answer", { exact: true }).selectOption("Java")
    await page.getByText("1 of 3", { exact: true }).waitFor()
    await card(page, "Ben Second").waitFor({ state: "detached" })
    expect(parameters(page)).toMatchObject({ tag: "rust", sort: "oldest", answer: "Java" })
    expect(await findingsOfPage(page)).toEqual([])

    // What is open beside the board is no part of a view.
    await card(page, "Ada First").press("Enter")
    await page.waitForURL((url) => url.searchParams.get("application") === ids[0]!)
    await page.getByRole("button", { name: "Close", exact: true }).press("Enter")
    expect(parameters(page)).toMatchObject({ tag: "rust" })
    await page.getByRole("button", { name: "Save this view" }).press("Enter")
    await page.getByLabel("Name", { exact: true }).fill("Rust and Java")
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Clear filters" }).press("Enter")
    await card(page, "Cal Third").waitFor()
    await page.getByLabel("Search applicants").fill("second rust")
    await page.getByText("1 of 3", { exact: true }).waitFor()
    await card(page, "Ada First").waitFor({ state: "detached" })
    expect(await cards(page)).toEqual(["Ben Second"])
    await page.getByRole("link", { name: "Rust and Java" }).press("Enter")
    await card(page, "Ada First").waitFor()
    await card(page, "Ben Second").waitFor({ state: "detached" })
    expect(await cards(page)).toEqual(["Ada First"])
  })

  test.each([
    ["a board", (job: string) => `/jobs/${job}?created_after=2019-12-31T23:59:59.999Z`],
    ["the list of candidates", (job: string) => `/candidates?job_id=${job}&created_after=2019-12-31T23:59:59.999Z`]
  ])("on %s, days are typed, and a field that is emptied stays", async (_, address) => {
    const { job } = await three()
    const page = await desk(address(job.id))
    const [from, until] = [page.getByLabel("Applied from"), page.getByLabel("Applied until")]
    const years: Array<string> = []
    page.on("framenavigated", () => years.push(parameters(page)["created_after"]?.slice(0, 4) ?? ""))
    await from.focus()
    await page.keyboard.type("11302021")
    await page.waitForURL((url) => url.searchParams.get("created_after") === "2021-11-30")
    expect(years.filter((year) => year !== "" && year < "1900")).toEqual([])
    await from.fill("")
    await until.focus()
    await page.waitForURL((url) => !url.searchParams.has("created_after"))
    await page.keyboard.type("12012021")
    await page.keyboard.press("Enter")
    await page.waitForURL((url) => url.searchParams.get("created_before") === "2021-12-01")
    expect(await from.inputValue()).toBe("")
  })

  test("who comes meanwhile is on a filtered board if the server says so, and nobody else", async () => {
    const { apply, job } = await three()
    const page = await desk(`/jobs/${job.id}?source_type=referral`)
    await page.getByText("1 of 3", { exact: true }).waitFor()
    await apply("Dot Other", [], "Java")
    await apply("Eve Referred", [], "Java", "Referral")
    await page.getByText("2 of 5", { exact: true }).waitFor()
    await card(page, "Eve Referred").waitFor()
    expect(await cards(page)).toEqual(["Eve Referred", "Ada First"])
  })

  test("51 candidates match a filter: 50 are shown, then all", async () => {
    const { candidate } = it.own.make
    const tag = `bulk-${crypto.randomUUID()}`
    for (let at = 0; at < 51; at++) await candidate({ tags: [tag] })
    const page = await desk(`/candidates?tag=${tag}`)
    await page.getByText("The first 50 are shown.", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Show more" }).press("Enter")
    await page.getByText("51 found", { exact: true }).waitFor()
    expect(await page.locator("tbody").getByRole("row").count()).toBe(51)
  })

  test("candidates are a table with job, stage and owner, which follows a colleague's move; Ctrl+K says where a person stands", async () => {
    const { ids, job } = await three()
    const member = await it.own.make.member({ full_name: "Radia Recruiter" })
    having(200)(
      await it.call("PUT", `/jobs/${job.id}/team/${member.id}`, { key: it.own.keys.write, body: { role: "recruiter" } })
    )
    const page = await desk(`/candidates?job_id=${job.id}&tag=rust`)
    const row = (name: string) => page.getByRole("row").filter({ hasText: name })
    await row("Ada First").getByRole("cell", { name: `${job.title} Applied` }).waitFor()
    await row("Ada First").getByRole("cell", { name: "Radia Recruiter" }).waitFor()
    expect(await row("Cal Third").count()).toBe(0)
    const offer = job.stages.find(({ name }) => name === "Offer")!
    having(200)(
      await it.call("POST", `/applications/${ids[0]!}/move`, {
        key: it.own.keys.other_author,
        body: { stage_id: offer.id }
      })
    )
    await row("Ada First").getByRole("cell", { name: `${job.title} Offer` }).waitFor()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("ben second")
    await page.getByRole("option", { name: `Ben Second ${job.title} · Applied` }).first().waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a board that is searched, filtered and sorted", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("filters of a board", filters)
