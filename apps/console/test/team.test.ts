/** What members see of each other's work in the browser: who wrote it, what they may change of it, and the shortlists of all searches. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { axeFindings, browserWindow, executablePath } from "./Browser.ts"

const team = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  test("a note and feedback name their author; Edit and Delete are offered where the server accepts them", async () => {
    const { keys, make } = it.own
    const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
    const path = `/applications/${id}`
    const feedback = (interview_type: string) => ({ interview_type, rating: "yes", body: "Good." })
    for (const [key, name] of [[keys.write, "Ada"], [keys.other_author, "Alan"]] as const) {
      await it.call("POST", `${path}/notes`, { key, body: { note: `By ${name}` } })
      await it.call("POST", `${path}/feedback`, { key, body: feedback(`Call with ${name}`) })
    }
    const offered = async (key: string) => {
      const { page } = await open(`${it.server.origin}/console${path}`, { key })
      const entries = page.getByRole("listitem").filter({ hasText: /^(By|Call with) / })
      await entries.first().waitFor()
      const texts = await Promise.all((await entries.all()).map(async (entry) => [
        /Ada Lovelace|Alan Turing/.exec(await entry.innerText())?.[0],
        ...(await entry.getByRole("button").allInnerTexts())
      ]))
      return texts.map((text) => text.join(" "))
    }
    // Newest first: two notes, and two entries of feedback.
    expect(await offered(keys.other_author)).toEqual(["Alan Turing Edit Delete", "Ada Lovelace", "Alan Turing Delete", "Ada Lovelace"])
    expect(await offered(keys.read)).toEqual(["Alan Turing", "Ada Lovelace", "Alan Turing", "Ada Lovelace"])
    expect(await offered(keys.admin)).toEqual(["Alan Turing Delete", "Ada Lovelace Edit Delete", "Alan Turing Delete", "Ada Lovelace Delete"])
  })

  test("the shortlist of all searches is a page of sourcing, which names the search of each prospect", async () => {
    const { keys, make } = it.own
    const searches = [await make.search(), await make.search()]
    for (const [index, { id }] of searches.entries()) {
      const prospect = await make.prospect(id, { full_name: `Listed ${index}` })
      await make.prospect(id, { full_name: `Unlisted ${index}` })
      await it.call("POST", `/sourcing/prospects/${prospect.id}/shortlist`, { key: keys.write })
    }
    const { page } = await open(`${it.server.origin}/console/sourcing`, { key: keys.write })
    await page.getByRole("button", { name: "Shortlist", exact: true }).click()
    await page.getByText("Listed 0", { exact: true }).waitFor()
    expect(await page.getByText(/^Unlisted/).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole("button", { name: "Take off the shortlist: Listed 0" }).click()
    await page.getByRole("button", { name: "Shortlist: Listed 0", exact: true }).waitFor()
    await page.getByRole("listitem").filter({ hasText: "Listed 1" }).getByRole("link", { name: searches[1]!.name }).click()
    await page.getByRole("heading", { name: searches[1]!.name }).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: members see each other's work in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the team at the desk", team)
