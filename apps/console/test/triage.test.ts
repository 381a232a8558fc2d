/**
 * Twenty applicants are read and decided on the board by the keyboard alone, each with two keys at most; the place is
 * never lost, and the focus never falls to the body or to a heading. On the real server, in a browser.
 */
import { having } from "@candor/api/testing/Client"
import { makers, type Makers, upload } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"
/** A page of a PDF with a line. */
const cv = (text: string) => {
  const drawn = `BT /F 24 Tf 40 500 Td (${text}) Tj ET`
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 594]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj",
    "4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    `5 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`,
    "trailer<</Root 1 0 R>>",
    "%%EOF"
  ].join("\n")
}

const count = 20

const board = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
    await it.own.make.reason("Not now")
  })

  afterAll(() => it.backend.close())

  /** A job whose applicants are on its board in the order of their numbers. */
  const jobWith = async (people: number, isWithCv = false) => {
    const job = await make.job()
    const ids: Array<string> = []
    for (let number = people; number > 0; number--) {
      const { id } = await make.application(job.id, (await make.candidate({ full_name: `Person ${number}` })).id)
      if (isWithCv) await make.attachment(id, upload(new File([cv(`Wrote page ${number}.`)], "cv.pdf")))
      ids.unshift(id)
    }
    return { ids, job }
  }

  const desk = async (job: string): Promise<Page> =>
    (await open(`${it.server.origin}/console/jobs/${job}`, { key: it.own.keys.write })).page
  const card = (page: Page, number: number) => page.getByRole("link", { name: `Person ${number}`, exact: true })
  const panel = (page: Page, number: number) => page.getByRole("region", { name: `Person ${number}`, exact: true })
  const focused = (page: Page, number: number) => card(page, number).and(page.locator(":focus")).waitFor()
  const stands = async (id: string) => {
    const { application } = having(200)(
      await it.call<{ readonly application: { readonly status: string; readonly stage: { readonly name: string } } }>(
        "GET",
        `/applications/${id}`,
        { key: it.own.keys.read }
      )
    ).body
    return application.status === "active" ? application.stage.name : application.status
  }
  /** Where the focus was lost, each with what had it; watched from now on. */
  const watchFocus = (page: Page) =>
    page.evaluate(() => {
      const lost: Array<string> = []
      Object.assign(window, { lost })
      const look = () => {
        const { activeElement } = document
        if (activeElement === document.body || activeElement?.matches("h1, h2") === true)
          lost.push(activeElement.tagName)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
  const lostFocus = (page: Page) =>
    page.evaluate(() => (window as unknown as { readonly lost: ReadonlyArray<string> }).lost)

  test("twenty are read and decided with two keys each: the next résumé opens, and what is decided is so", async () => {
    const { ids, job } = await jobWith(count, true)
    const page = await desk(job.id)
    await card(page, 1).press("Enter")
    await panel(page, 1).waitFor()
    await watchFocus(page)
    const decisions = [
      { keys: ["Shift+ArrowRight"], result: "Screen" },
      { keys: ["r", "Control+Enter"], result: "rejected" },
      { keys: ["m", "3"], result: "Interview" },
      { keys: ["m", "Enter"], result: "Screen" }
    ]
    const pressed: Array<number> = []
    for (let number = 1; number <= count; number++) {
      // It is read: the page of its résumé is there, as wide as half of the window.
      await panel(page, number).getByText(`Wrote page ${number}.`).first().waitFor()
      const { keys } = decisions[number % decisions.length]!
      for (const key of keys) {
        await page.keyboard.press(key)
        if (key === "r" || key === "m") await page.getByRole("dialog").locator(":focus").waitFor()
      }
      pressed.push(keys.length)
    }
    await page.waitForFunction(
      (people) => document.querySelectorAll(".column:first-of-type .card").length === 0 && people > 0,
      count
    )
    expect(await Promise.all(ids.map(stands))).toEqual(
      ids.map((_, at) => decisions[(at + 1) % decisions.length]!.result)
    )
    expect(await lostFocus(page)).toEqual([])
    console.log(
      `Keys for each of ${count} decisions: ${pressed.join(", ")}; ${
        pressed.reduce((sum, keys) => sum + keys, 0)
      } in all`
    )
    expect(Math.max(...pressed)).toBeLessThanOrEqual(2)
  })

  test("the focus goes on to the next card after a dialog, rejections and Escape; J never jumps, also where a colleague rejected", async () => {
    const { ids, job } = await jobWith(8)
    const page = await desk(job.id)
    const press = (...keys: ReadonlyArray<string>) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    const inDialog = () => page.getByRole("dialog").locator(":focus").waitFor()
    await card(page, 1).focus()
    await watchFocus(page)
    await press("r")
    await inDialog()
    await press("Escape")
    await focused(page, 1)
    await press("r")
    await inDialog()
    await press("Control+Enter")
    await focused(page, 2)
    await press("Shift+ArrowRight")
    await focused(page, 3)
    await press("x", "Shift+J")
    await page.getByText("2 selected").waitFor()
    await press("r")
    await inDialog()
    await press("Control+Enter")
    await page.getByText("2 applicants were rejected.").waitFor()
    await focused(page, 5)
    await press("Enter")
    await panel(page, 5).getByLabel("New note").waitFor()
    having(200)(
      await it.call("POST", `/applications/${ids[4]}/reject`, {
        key: it.own.keys.other_author,
        body: { reason: "Not now" }
      })
    )
    await card(page, 5).waitFor({ state: "detached" })
    await press("j")
    await panel(page, 6).getByLabel("New note").waitFor()
    having(200)(
      await it.call("POST", `/applications/${ids[5]}/reject`, {
        key: it.own.keys.other_author,
        body: { reason: "Not now" }
      })
    )
    await card(page, 6).waitFor({ state: "detached" })
    await press("Escape")
    await focused(page, 7)
    expect(await lostFocus(page)).toEqual([])
    expect(await Promise.all(ids.map(stands))).toEqual([
      "rejected",
      "Screen",
      "rejected",
      "rejected",
      "rejected",
      "rejected",
      "Applied",
      "Applied"
    ])
  })

  test("a rejection with another reason and a note opens the next one; after the last one of a column no key carries it on", async () => {
    await it.own.make.reason("Too early")
    const { ids, job } = await jobWith(3)
    const page = await desk(job.id)
    const inDialog = page.getByRole("dialog").locator(":focus")
    await card(page, 1).press("Enter")
    await panel(page, 1).getByLabel("New note").waitFor()
    await watchFocus(page)
    await page.keyboard.press("r")
    await inDialog.waitFor()
    await inDialog.selectOption("Too early")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Ask again in May.")
    await page.keyboard.press("Control+Enter")
    await panel(page, 2).getByLabel("New note").waitFor()
    await page.getByText("Person 1 was rejected.").waitFor()
    // A colleague is faster, and the dialog says so.
    await page.keyboard.press("r")
    await inDialog.waitFor()
    having(200)(
      await it.call("POST", `/applications/${ids[1]}/move`, {
        key: it.own.keys.other_author,
        body: { stage_id: job.stages[1]!.id }
      })
    )
    await page.getByRole("dialog").getByText(/moved it to Screen/).waitFor()
    await page.keyboard.press("Escape")
    await card(page, 3).click()
    await panel(page, 3).getByLabel("New note").waitFor()
    await page.keyboard.press("Shift+ArrowRight")
    await page.getByRole("region", { name: "Applied", exact: true }).and(page.locator(":focus")).waitFor()
    await page.getByText("That was the last one in Applied.").waitFor()
    await page.getByText("Person 3 moved to Screen.").waitFor()
    await page.keyboard.press("Shift+ArrowRight")
    await page.keyboard.press("r")
    expect(await page.getByRole("dialog").count()).toBe(0)
    expect(await lostFocus(page)).toEqual([])
    expect(await Promise.all(ids.map(stands))).toEqual(["rejected", "Screen", "Screen"])
  })

  test("a file is shown larger, its words are found and marked, and both hold for the next one", async () => {
    const { job } = await jobWith(2, true)
    const page = await desk(job.id)
    await card(page, 1).press("Enter")
    await panel(page, 1).getByText("Wrote page 1.").waitFor()
    // The panel has half of the window; the present stage is the one thing that stands out, and the next stays in sight.
    expect((await page.locator(".application-panel").boundingBox())!.width).toBeGreaterThanOrEqual(640)
    expect(
      await page.evaluate(() => {
        const colourOf = (element: Element) => getComputedStyle(element).backgroundColor
        const accent = colourOf(document.querySelector(".steps [aria-current]")!)
        return [...document.querySelectorAll("main button")].filter((element) => colourOf(element) === accent).map((
          { textContent }
        ) => textContent)
      })
    ).toEqual(["Applied"])
    const next = page.getByRole("button", { name: "Screen" })
    const before = await next.boundingBox()
    await page.locator(".application-panel").evaluate((element) => element.scrollTo(0, element.scrollHeight))
    expect(await next.boundingBox()).toEqual(before)
    const width = async () => (await page.locator(".pdf-page").boundingBox())!.width
    const usual = await width()
    await page.keyboard.press("+")
    await panel(page, 1).getByText("125%").waitFor()
    await page.waitForFunction(
      (usual) => document.querySelector(".pdf-page")!.getBoundingClientRect().width > usual * 1.2,
      usual
    )
    await page.keyboard.press("/")
    await page.keyboard.type("WROTE  page")
    await panel(page, 1).getByText("1 of 1").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.locator(".panel").focus()
    await page.keyboard.press("j")
    await panel(page, 2).getByText("1 of 1").waitFor()
    await panel(page, 2).getByText("125%").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.press("Escape")
    // The panel stays, and the file has the keys.
    await panel(page, 2).getByRole("region", { name: "cv.pdf" }).and(page.locator(":focus")).waitFor()
    expect(await page.evaluate(() => CSS.highlights.get("found")!.size)).toBe(0)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: twenty applicants are decided by the keyboard alone", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("triage on a board", board)
