/** Views of lists that a person has named: on the real server, in a browser. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

const views = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("a view keeps the filters of a list by a name, over a reload; what is removed comes back by Undo", async () => {
    await it.own.make.candidate({ full_name: "Hedwig Sommer" })
    await it.own.make.candidate({ full_name: "Ludwig Winter" })
    const { page } = await open(`${it.server.origin}/console/candidates`, { key: it.own.keys.admin })
    const field = page.getByLabel("Search candidates")
    await field.fill("sommer")
    await page.locator("mark", { hasText: "Sommer" }).waitFor()
    await page.getByRole("button", { name: "Save this view" }).click()
    await page.getByLabel("Name").fill("Summer people")
    await page.getByText("Saved in this browser, only for you").waitFor({ state: "attached" })
    await page.keyboard.press("Enter")
    const view = page.getByRole("link", { name: "Summer people" })
    await view.and(page.locator("[aria-current]")).waitFor()
    await field.fill("winter")
    await page.locator("mark", { hasText: "Winter" }).waitFor()
    expect(await view.getAttribute("aria-current")).toBe(null)
    await page.reload()
    await view.click()
    await page.locator("mark", { hasText: "Sommer" }).waitFor()
    expect(await field.inputValue()).toBe("sommer")
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Remove view Summer people" }).click()
    await view.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).click()
    await view.waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a view keeps the filters of a list by a name", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("saved views", views)
