/** Every page of the console, in both languages: no English is left in German, and none is wider than the window. On the real server, in a browser. */
import { type FilledWorld, filledWorld } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import texts from "../src/language/de.json"
import { browserWindow, executablePath, follow, type Page, widthFindings } from "./Browser.ts"

/** All that a person reads on a page, hears of it, or sees on hovering. */
const readOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const read = [document.title]
    while (walker.nextNode()) {
      // The names of languages and addresses are the same in each.
      if (walker.currentNode.parentElement?.closest("noscript, option[lang], [translate=no]") === null) read.push(walker.currentNode.textContent ?? "")
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const name of ["alt", "aria-label", "data-label", "placeholder", "title"]) read.push(element.getAttribute(name) ?? "")
    }
    return read.map((text) => text.trim())
  })

/** What is the same in both languages. */
const common: ReadonlySet<string> = new Set(Object.entries(texts).flatMap(([english, german]) => english === german ? [english] : []))

/** The heading where there is no page. */
const nowhere = "Page not found"

const german = () => {
  const open = browserWindow({ locale: "de-AT" })
  let it: FilledWorld

  beforeAll(async () => {
    it = await filledWorld(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  /** Pages that a person does not come to by the navigation and the first row of a list. */
  const others: ReadonlyArray<() => string> = [
    () => "/jobs?status=all",
    () => `/jobs/${it.own.ids.jobId}`,
    () => `/sources?job=${it.own.ids.jobId}`,
    () => `/jobs/${it.own.ids.jobId}?application=${it.own.ids.id}`,
    () => `/applications/${it.own.ids.id}`,
    () => "/candidates?q=grace",
    () => `/candidates/${it.own.ids.candidateId}`,
    () => "/sourcing/shortlist",
    () => `/sourcing/${it.own.ids.searchId}`,
    () => "/mail?select=undelivered",
    () => "/account",
    () => "/nothing"
  ]

  const linksIn = (page: Page, selector: string): Promise<ReadonlyArray<string>> =>
    page.evaluate((selector) => Array.from(document.querySelectorAll(selector), (link) => (link.getAttribute("href") ?? "").replace("/console", "")), selector)

  /** What is read on a page. */
  const visit = async (page: Page, path: string) => {
    // An address without a page is between two pages, so that no heading is that of the one before.
    await follow(page, "/nothing")
    const between = page.getByRole("heading", { level: 1, name: await page.locator("html").getAttribute("lang") === "de" ? texts[nowhere] : nowhere })
    await between.waitFor()
    if (path === "/nothing") return readOn(page)
    await follow(page, path)
    await between.waitFor({ state: "detached" })
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector(".bars") === null)
    return readOn(page)
  }

  test("the browser's language is the console's, until a person chooses another one, which stays", async () => {
    const { page } = await open(`${it.server.origin}/console`)
    await page.getByRole("heading", { name: "Anmelden" }).waitFor()
    await page.getByLabel("Sprache").selectOption("en")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en")
  })

  test("no page has a text that it also has in English, or an error, and none is wider than a window of 360 px", async () => {
    const { errors, page } = await open(`${it.server.origin}/console`, { key: it.own.keys.admin })
    // Bodies that Playwright reads are gone with the page.
    const answers: Array<string> = []
    await page.exposeFunction("answered", (text: string) => void answers.push(text.toLowerCase()))
    await page.addInitScript(`
      const { fetch } = window
      window.fetch = async (...args) => {
        const response = await fetch(...args)
        // The stream of events does not end.
        if (response.headers.get("content-type") === "application/json") await response.clone().text().then(answered)
        return response
      }
    `)
    const choose = async (language: string) => {
      await page.locator(".person-button").click()
      await page.locator(".account-menu select").selectOption(language)
      await page.waitForFunction((language) => document.documentElement.lang === language, language)
    }
    const english = new Map<string, ReadonlySet<string>>()
    const read = async (path: string) => void english.set(path, new Set(await visit(page, path)))
    await choose("en")
    for (const path of await linksIn(page, "#navigation a")) {
      await read(path)
      const [first] = await linksIn(page, `main a[href^="/console${path}/"]`)
      if (first !== undefined) await read(first)
    }
    for (const path of others) await read(path())
    await choose("de")
    const [left, same] = [new Array<string>(), new Set<string>()]
    for (const [path, texts] of english) {
      for (const text of await visit(page, path)) if (texts.has(text) && !common.has(text)) same.add(text)
      left.push(...(await widthFindings(page)).map((finding) => `${path}: ${finding}`))
    }
    const answered = answers.join(" ")
    // Data is the same in both languages. A page may join it by signs, and answers write the ends of lines otherwise.
    const parts = [...same].flatMap((text) => text.split(/ [·,] |, |,$| \d+$|\n+/)).filter((part) => /\p{L}{2}/u.test(part) && !/^[\d.,]+ [kMG]?B$/.test(part) && part !== "Candor" && !common.has(part))
    left.push(...parts.filter((part) => !answered.includes(part.toLowerCase())))
    expect(left).toEqual([])
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: no English is left on the console's pages in German", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the console in German", german)
