/** What a person has typed, or is shown once, is not lost by a slip: on the real server, in a browser. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, follow, type Page } from "./Browser.ts"

const kept = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const admin = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const clickBeside = (page: Page) => page.mouse.click(10, 10)

  const clickItsScrollbar = async (page: Page) => {
    const { height, width, x, y } = (await page.getByRole("dialog").boundingBox())!
    await page.mouse.click(x + width - 6, y + height / 2)
  }

  test("a dialog asks before it discards what was typed, by whatever way it is closed", async () => {
    const page = await admin("/candidates")
    await page.getByRole("link", { name: "Jobs" }).click()
    await page.setViewportSize({ width: 1280, height: 360 })
    await page.getByRole("button", { name: "New job" }).click()
    const title = page.getByLabel("Title")
    await title.fill("Lamplighter")
    const asks = page.getByRole("dialog", { name: "Discard changes?" })
    await clickItsScrollbar(page)
    expect(await asks.count()).toBe(0)
    const ways: ReadonlyArray<() => Promise<void>> = [
      () => clickBeside(page),
      () => page.keyboard.press("Escape"),
      () => page.getByRole("button", { name: "Close", exact: true }).first().click(),
      () => page.getByRole("button", { name: "Cancel" }).click(),
      () => page.evaluate(() => history.back())
    ]
    for (const close of ways) {
      await close()
      await asks.getByRole("button", { name: "Keep editing" }).and(page.locator(":focus")).press("Escape")
      await asks.waitFor({ state: "detached" })
      expect(await title.inputValue()).toBe("Lamplighter")
    }
    await page.keyboard.press("Escape")
    expect(await findingsOfPage(page)).toEqual([])
    await asks.getByRole("button", { name: "Discard" }).click()
    await title.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "New job" }).and(page.locator(":focus")).waitFor()
    // Where nothing was typed there is nothing to ask.
    await page.getByRole("button", { name: "New job" }).click()
    await clickBeside(page)
    await title.waitFor({ state: "detached" })
  })

  test("who leaves the form of a page is asked before what was typed is lost, and not once it is saved; a template stays as a draft", async () => {
    const page = await admin("/organization")
    const asks = page.getByRole("dialog", { name: "Discard changes?" })
    const leave = async () => {
      const link = page.getByRole("link", { name: "Email settings" })
      if (!await link.isVisible()) await page.locator("summary", { hasText: "Email" }).click()
      await link.click()
    }
    await page.getByLabel("Organization name").fill("Acme of Delft")
    await leave()
    await asks.getByRole("button", { name: "Keep editing" }).click()
    await page.getByRole("button", { name: "Save name" }).click()
    await page.getByText("Name saved").waitFor()
    await leave()
    await page.getByLabel("Sender address").fill("jobs@example.com")
    await page.evaluate(() => history.back())
    await asks.getByRole("button", { name: "Discard" }).click()
    await page.getByLabel("Organization name").waitFor()
    await follow(page, "/mail-templates/new")
    await page.getByLabel("Name", { exact: true }).fill("Thanks")
    await follow(page, "/candidates")
    await page.getByRole("heading", { name: "Candidates" }).waitFor()
    await page.goBack()
    await page.getByLabel("Name", { exact: true }).and(page.locator("[value=Thanks]")).waitFor()
  })

  const secrets: ReadonlyArray<readonly [name: string, show: (page: Page) => Promise<void>, path: string]> = [
    ["API key", async (page) => {
      await page.getByRole("button", { name: "New key" }).click()
      await page.getByLabel("Name").fill("Careers site")
      await page.getByRole("button", { name: "Create key" }).click()
    }, "/api-keys"],
    ["Webhook secret", async (page) => {
      await page.getByRole("button", { name: "New webhook" }).click()
      await page.getByLabel("URL").fill("https://hooks.example.com/candor")
      await page.getByRole("button", { name: "Create webhook" }).click()
    }, "/webhooks"],
    ["Sign-in link", async (page) => {
      await page.getByRole("button", { name: "Sign-in link for Alan Turing" }).click()
      await page.getByRole("button", { name: "Create link" }).click()
    }, "/members"]
  ]

  for (const [name, show, path] of secrets) {
    test(`the ${name} that is shown once closes by its button alone`, async () => {
      const page = await admin(path)
      await show(page)
      const secret = page.locator("code").and(page.getByLabel(name, { exact: true }))
      await secret.waitFor()
      await clickBeside(page)
      for (const _ of [1, 2, 3]) await page.keyboard.press("Escape")
      expect(await secret.isVisible()).toBe(true)
      expect(await page.getByRole("button", { name: "Close", exact: true }).count()).toBe(0)
      await page.getByRole("button", { name: "Done" }).click()
      await secret.waitFor({ state: "detached" })
    })
  }

  test("a half-written note stays over navigation and a reload, and is gone once it is sent", async () => {
    const { make } = it.own
    const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
    await make.note(id, "Knows compilers.")
    const page = await admin(`/applications/${id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Note", { exact: true }).fill("Knows compilers, and")
    await page.getByLabel("New note").fill("Half a thought")
    await page.getByRole("link", { name: "Candidates" }).click()
    await page.getByRole("heading", { name: "Candidates" }).waitFor()
    await page.goBack()
    const note = page.getByLabel("New note")
    await note.waitFor()
    expect(await note.inputValue()).toBe("Half a thought")
    await page.reload()
    await note.waitFor()
    expect(await note.inputValue()).toBe("Half a thought")
    expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("Knows compilers, and")
    await page.getByRole("button", { name: "Add note" }).click()
    await page.getByRole("listitem").filter({ hasText: "Half a thought" }).waitFor()
    await page.reload()
    await note.waitFor()
    expect(await note.inputValue()).toBe("")
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: what is typed at the console is not lost", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("what is typed or shown once", kept)
