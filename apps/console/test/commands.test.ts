/** The search of the console and its keys: on the real server, in a browser, by the keyboard alone. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"
import { isChosen } from "./Recorder.ts"

const commands = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const admin = async (path: string): Promise<Page> => {
    const { page } = await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin, loads: true })
    await page.getByRole("heading", { level: 1 }).waitFor()
    return page
  }

  /** Opens the search, types, and takes what is found by this name. */
  const take = async (page: Page, typed: string, name: string) => {
    await page.keyboard.press("Control+k")
    await page.getByLabel("Search pages, jobs and people, or run a command").and(page.locator("input:focus")).waitFor()
    await page.keyboard.type(typed)
    const option = page.getByRole("option", { name })
    await option.waitFor()
    for (let presses = 0; presses < 20 && await option.getAttribute("data-focused") === null; presses++)
      await page.keyboard.press("ArrowDown")
    await isChosen(page, option)
    await page.keyboard.press("Enter")
    await page.locator(".palette").waitFor({ state: "detached" })
  }

  test("Ctrl+K leads to a person, a job and a page by some letters of their names", async () => {
    await it.own.make.candidate({ full_name: "Tove Marika Jansson" })
    await it.own.make.job({ title: "Lighthouse keeper" })
    const page = await admin("/candidates")
    await take(page, "jansso", "Tove Marika Jansson")
    await page.getByRole("heading", { level: 1, name: "Tove Marika Jansson" }).waitFor()
    await take(page, "lighth", "Lighthouse keeper")
    await page.getByRole("heading", { level: 1, name: "Lighthouse keeper" }).waitFor()
    await take(page, "member", "Members")
    await page.getByRole("heading", { level: 1, name: "Members" }).and(page.locator(":focus")).waitFor()
    await take(page, "time zone", "Organization")
    await page.getByRole("heading", { level: 1, name: "Organization" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("zzzz")
    await page.getByText("No results for “zzzz”").waitFor()
    await page.keyboard.press("Control+a")
    await page.keyboard.type("j")
    await page.getByRole("option", { name: "Jobs" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("Escape")
    await page.locator(".palette").waitFor({ state: "detached" })
  })

  test("who types slowly has the first result marked after each word", async () => {
    await it.own.make.job({ title: "Quill cutter" })
    const page = await admin("/account")
    await page.keyboard.press("Control+k")
    const field = page.getByLabel("Search pages, jobs and people, or run a command").and(page.locator("input:focus"))
    await field.waitFor()
    const marked = page.getByRole("option", { name: "Quill cutter" }).and(page.locator("[data-focused]"))
    const found = (words: string) =>
      page.waitForResponse((response) => new URL(response.url()).searchParams.get("q") === words)
    for (const [letters, words] of [["quill", "quill"], [" cutt", "quill cutt"]] as const) {
      const answered = found(words)
      await page.keyboard.type(letters)
      await answered
      await marked.waitFor()
    }
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Quill cutter" }).waitFor()
  })

  test("Enter takes the first result when it comes: also before the search has answered, and before one is marked", async () => {
    await it.own.make.candidate({ full_name: "Hedy Kiesler Lamarr" })
    const page = await admin("/candidates")
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    await page.route("**/candidates/search*", async (route) => {
      asked.resolve()
      await answer.promise
      await route.continue()
    })
    await page.keyboard.press("Control+k")
    await page.getByLabel("Search pages, jobs and people, or run a command").and(page.locator("input:focus")).waitFor()
    await page.keyboard.type("kiesler")
    await page.keyboard.press("Enter")
    await asked.promise
    answer.resolve()
    await page.getByRole("heading", { level: 1, name: "Hedy Kiesler Lamarr" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByLabel("Search pages, jobs and people, or run a command").and(page.locator("input:focus")).waitFor()
    await page.keyboard.type("members")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Members" }).waitFor()
  })

  test("letters that are typed before the search is loaded are in it", async () => {
    const page = await admin("/activity")
    const asked = Promise.withResolvers<void>()
    const load = Promise.withResolvers<void>()
    await page.route("**/Palette*.js", async (route) => {
      asked.resolve()
      await load.promise
      await route.continue()
    })
    await page.reload()
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.keyboard.press("Control+k")
    await page.keyboard.type("new jo")
    await asked.promise
    load.resolve()
    const field = page.getByLabel("Search pages, jobs and people, or run a command").and(page.locator("input:focus"))
    await field.waitFor()
    await page.keyboard.type("b")
    expect(await field.inputValue()).toBe("new job")
    await page.getByRole("option", { name: "New job" }).waitFor()
  })

  test("Ctrl+K makes a job and a person, and does what the page offers", async () => {
    const page = await admin("/activity")
    await take(page, "new job", "New job")
    await page.getByRole("dialog", { name: "New job" }).getByLabel("Title").fill("Bell founder")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Bell founder" }).waitFor()
    await take(page, "applicant", "Add an applicant")
    await page.getByRole("dialog", { name: "Add an applicant" }).waitFor()
    await page.keyboard.press("Escape")
    await take(page, "add cand", "Add candidate")
    await page.getByLabel("Full name").fill("Ottilie Weber")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { level: 1, name: "Ottilie Weber" }).waitFor()
  })

  test("/ searches and ? shows the keys, but no key fires while a person writes or a dialog is open", async () => {
    const page = await admin("/candidates")
    await page.keyboard.press("/")
    const field = page.getByRole("searchbox", { name: "Search candidates" })
    await field.and(page.locator(":focus")).waitFor()
    await page.keyboard.type("/?")
    await page.keyboard.press("Control+k")
    expect(await field.inputValue()).toBe("/?")
    expect(await page.getByRole("dialog").count()).toBe(0)
    await page.getByText("Company", { exact: true }).click()
    await page.getByRole("link", { name: "Members" }).click()
    await page.getByRole("heading", { level: 1, name: "Members" }).and(page.locator(":focus")).waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.keyboard.press("/")
    await page.locator(".palette").waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: Ctrl+K leads to people, jobs and pages", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("commands of the console", commands)
