/** Back leads to what one saw before, and an address to what its sender saw: on the real server, in a browser. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

const addresses = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const admin = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const scrolled = (page: Page) => page.evaluate(() => scrollY)

  test("Back brings back the rows that were shown, where one had scrolled to", async () => {
    for (let n = 0; n < 60; n++) await it.own.make.candidate({ full_name: `Person ${n}` })
    const page = await admin("/candidates")
    await page.getByRole("button", { name: "Show more" }).click()
    const person = page.getByText("Person 3", { exact: true })
    await person.scrollIntoViewIfNeeded()
    const before = await scrolled(page)
    expect(before).toBeGreaterThan(1000)
    await person.click()
    await page.getByRole("heading", { name: "Person 3", exact: true }).waitFor()
    expect(await scrolled(page)).toBe(0)
    await page.goBack()
    await person.waitFor()
    await page.waitForFunction((before) => scrollY === before, before)
  })

  test("Back brings back what was searched for, and the address shows it to others", async () => {
    await it.own.make.candidate({ full_name: "Wilhelmina Quartz" })
    const page = await admin("/candidates")
    await page.getByLabel("Search candidates").pressSequentially("quar")
    await page.locator("mark", { hasText: "Quartz" }).waitFor()
    await page.getByRole("link", { name: "Wilhelmina Quartz" }).click()
    await page.getByRole("heading", { name: "Wilhelmina Quartz" }).waitFor()
    await page.goBack()
    await page.locator("mark", { hasText: "Quartz" }).waitFor()
    expect(await page.getByLabel("Search candidates").inputValue()).toBe("quar")
    const others = await admin(new URL(page.url()).pathname.replace("/console", "") + new URL(page.url()).search)
    await others.locator("mark", { hasText: "Quartz" }).waitFor()
    expect(await others.getByLabel("Search candidates").inputValue()).toBe("quar")
  })

  test("Back brings back the view of a board, with what was scrolled, and the filter of the jobs", async () => {
    const { make, keys } = it.own
    const { id, stages } = await make.job({
      title: "Cartographer",
      stages: Array.from({ length: 12 }, (_, n) => ({ name: `Stage ${n}` }))
    })
    const candidate = await make.candidate()
    const application = await make.application(id, candidate.id)
    await it.call("POST", `/applications/${application.id}/move`, {
      key: keys.write,
      body: { stage_id: stages[9]!.id }
    })
    await it.call("POST", `/applications/${application.id}/withdraw`, { key: keys.write })
    const page = await admin("/jobs")
    await page.getByRole("button", { name: "Drafts" }).click()
    await page.getByRole("link", { name: "Cartographer" }).click()
    await page.getByRole("button", { name: "Withdrawn" }).click()
    const card = page.getByRole("link", { name: candidate.full_name })
    const scrolledTo = () =>
      page.getByRole("region", { name: "Applications by stage" }).evaluate(({ scrollLeft }) => scrollLeft)
    await card.scrollIntoViewIfNeeded()
    const before = await scrolledTo()
    expect(before).toBeGreaterThan(500)
    await card.click()
    await page.getByRole("heading", { name: candidate.full_name }).waitFor()
    await page.goBack()
    await card.waitFor()
    await page.waitForFunction((before) => document.querySelector(".board")?.scrollLeft === before, before)
    await page.goBack()
    await page.getByRole("button", { name: "Drafts", pressed: true }).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: Back leads to what one saw before", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("addresses of the console", addresses)
