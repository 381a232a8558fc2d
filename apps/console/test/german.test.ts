/**
 * Every page of the console and its dialogs, in both languages: no English is left in German, none is wider than the
 * window, and axe finds nothing. On the real server, in a browser.
 */
import { type FilledWorld, filledWorld } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import texts from "../src/language/de.json"
import { browserWindow, executablePath, findingsOfBothLooks, follow, type Page } from "./Browser.ts"
import { pagesOf } from "./EveryPage.ts"

/** All that a person reads on a page, hears of it, or sees on hovering. */
const readOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const read = [document.title]
    while (walker.nextNode()) {
      // The names of languages and addresses are the same in each.
      if (walker.currentNode.parentElement?.closest("noscript, option[lang], [translate=no]") === null)
        read.push(walker.currentNode.textContent ?? "")
    }
    for (const element of document.body.querySelectorAll("*")) {
      for (const name of ["alt", "aria-label", "data-label", "placeholder", "title"])
        read.push(element.getAttribute(name) ?? "")
    }
    return read.map((text) => text.trim())
  })

/** What is the same in both languages, with the names of some languages. */
const common: ReadonlySet<string> = new Set([
  "Hindi",
  "Urdu",
  ...Object.entries(texts).flatMap(([english, german]) => english === german ? [english] : [])
])

/** The heading where there is no page. */
const nowhere = "Page not found"

/** A text of the console in the language that it has. */
const inLanguage = async (page: Page, text: string): Promise<string> =>
  await page.locator("html").getAttribute("lang") === "de"
    ? (texts as Readonly<Record<string, string>>)[text] ?? text
    : text

const german = () => {
  const open = browserWindow({ locale: "de-AT" })
  let it: FilledWorld

  beforeAll(async () => {
    it = await filledWorld(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  /** What is read on a page. */
  const visit = async (page: Page, path: string) => {
    // An address without a page is between two pages, so that no heading is that of the one before.
    await follow(page, "/nothing")
    const between = page.getByRole("heading", { level: 1, name: await inLanguage(page, nowhere) })
    await between.waitFor()
    if (path === "/nothing") return readOn(page)
    await follow(page, path)
    await between.waitFor({ state: "detached" })
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector(".bars") === null)
    return readOn(page)
  }

  /** Opens a dialog of the page and closes it again. Returns what is read meanwhile. */
  const inDialog = async <A>(page: Page, name: string, read: () => Promise<A>): Promise<A> => {
    await page.getByRole("main").getByRole("button", { name: await inLanguage(page, name) }).first().click()
    await page.getByRole("dialog").locator(":focus").waitFor()
    const found = await read()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    return found
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

  test("no page and no dialog has a text that it also has in English, an error, or what axe finds, in light and dark, and none is wider than a window of 360 px", async () => {
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
    const places: ReadonlyArray<{ readonly path: string; readonly dialog?: string }> = [
      ...pagesOf(it.own.ids).flatMap(({ dialogs = [], paths }) =>
        paths.flatMap((
          path,
          at
        ) => [{ path }, ...at === paths.length - 1 ? dialogs.map((dialog) => ({ path, dialog })) : []])
      ),
      { path: "/nothing" }
    ]
    /** What is read at each place, and what else is found there. */
    const walk = async <A>(look: () => Promise<A>) => {
      const found = new Map<string, readonly [texts: ReadonlyArray<string>, look: A]>()
      for (const { dialog, path } of places) {
        const both = async () => [await readOn(page), await look()] as const
        if (dialog === undefined) await visit(page, path)
        found.set(`${path} ${dialog ?? ""}`, dialog === undefined ? await both() : await inDialog(page, dialog, both))
      }
      return found
    }
    await choose("en")
    const english = await walk(async () => {})
    await choose("de")
    const [left, same] = [new Array<string>(), new Set<string>()]
    for (const [place, [texts, findings]] of await walk(() => findingsOfBothLooks(page))) {
      const before = new Set(english.get(place)![0])
      for (const text of texts) if (before.has(text) && !common.has(text)) same.add(text)
      left.push(...findings.map((finding) => `${place}: ${finding}`))
    }
    const answered = answers.join(" ")
    // Data is the same in both languages. A page may join it by signs, and answers write the ends of lines otherwise.
    const parts = [...same].flatMap((text) => text.split(/ [·,] |: |, |,$| \d+$|\n+/)).filter((part) =>
      /\p{L}{2}/u.test(part) && !/@|:\/\//.test(part) && !/^[\d.,]+ [kMG]?B$/.test(part) && part !== "Candor" &&
      !common.has(part)
    )
    left.push(...parts.filter((part) => !answered.includes(part.toLowerCase())))
    expect(left).toEqual([])
    // The script of this test is refused by the frames of previews.
    expect(errors.filter((text) => !text.startsWith("Blocked script execution in 'about:"))).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: no English is left on the console's pages in German", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the console in German", german)
