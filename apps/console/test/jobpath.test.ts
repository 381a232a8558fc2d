/**
 * A job as one path: copied, completed by its checklist, published, and its link shared. On the real server, in a
 * browser.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

const path = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
    having(200)(await it.call("PATCH", "/organization/board", { key: it.own.keys.admin, body: { is_open: true } }))
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("by the keyboard alone: a new job from another one, its checklist, its publishing, its link and the first applicant", async () => {
    const title = `Clockmaker ${crypto.randomUUID()}`
    await it.own.make.job({ title, description_md: null })
    const { page } = await open(`${it.server.origin}/console/jobs`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "New job" }).press("Enter")
    await page.getByLabel("Start from").selectOption(title)
    await page.getByLabel("Title").fill(`${title} again`)
    await page.getByLabel("Department").fill("Towers")
    await page.getByRole("button", { name: "Create draft" }).press("Enter")
    const list = page.getByRole("region", { name: "Before publishing" })
    await list.getByRole("button", { name: "Write the description" }).press("Enter")
    await page.keyboard.type("Wind the clocks.")
    await page.keyboard.press("Control+Enter")
    await list.getByRole("listitem").filter({ hasText: /Done:\s*Description/ }).waitFor()
    await page.getByText("Towers").waitFor()
    await list.getByRole("button", { name: "Add colleagues" }).press("Enter")
    await page.getByRole("dialog", { name: "Hiring team" }).waitFor()
    await page.keyboard.press("Escape")
    await list.getByRole("button", { name: "Candidates will see it. Preview" }).press("Enter")
    await page.getByRole("dialog", { name: "Job posting" }).waitFor()
    await page.keyboard.press("Escape")
    expect(await findingsOfPage(page)).toEqual([])
    expect(await page.getByRole("button", { name: "Share link" }).count()).toBe(0)
    await page.getByRole("button", { name: "Publish", exact: true }).press("Enter")
    await page.getByRole("button", { name: "Share link" }).press("Enter")
    await page.getByRole("button", { name: "Copied" }).waitFor()
    const address = await page.evaluate(() => navigator.clipboard.readText())
    expect(await (await fetch(address)).text()).toContain("Wind the clocks.")
    await list.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Add the first applicant" }).press("Enter")
    await page.getByLabel("Full name").fill("Ticking Tom")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("link", { name: "Ticking Tom" }).waitFor()
    await page.getByText("No applicants yet").waitFor({ state: "detached" })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a job as one path", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the path of a job", path)
