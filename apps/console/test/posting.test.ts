/**
 * What candidates will see, in the console in a browser: what a job lacks leads to its field, and previews show what is
 * not public yet.
 */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const posting = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  /** Types into the field that has the focus, and saves. */
  const typed = async (page: Page, text: string) => {
    await page.keyboard.type(text)
    await page.keyboard.press("Control+Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
  }

  test("by the keyboard alone, each thing that Google misses leads to its field, until it misses nothing", async () => {
    const { id } = await make.job({ title: "Lens Grinder", employment_type: null, description_md: null })
    const { errors, page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    const missed: ReadonlyArray<readonly [message: string, text: string]> = [
      ["it has no description", "Grind lenses."],
      ["it has no location with a country", "Netherlands"],
      ["the employment type is missing", "Full"],
      ["one of its locations has no city", "The Hague"],
      ["it has no salary", "60.000"],
      ["its salary is hidden from candidates", " "],
      ["its salary has no currency", "eur"],
      ["the pay period is missing", "Year"],
      ["it has no application deadline", "05012039"]
    ]
    for (const [message, text] of missed) {
      await page.getByRole("button", { name: "Check posting" }).press("Enter")
      await page.getByRole("button", { name: message }).press("Enter")
      await page.getByRole("dialog", { name: "Edit job" }).waitFor()
      await typed(page, text)
    }
    await page.getByRole("button", { name: "Check posting" }).press("Enter")
    await page.getByText("This job has everything Google needs.").waitFor()
    // The job is a draft, and nobody but its team sees the page.
    const frame = page.frameLocator("iframe[title='The job posting as candidates see it']:visible")
    await frame.getByRole("heading", { level: 1, name: "Lens Grinder" }).waitFor()
    await frame.getByText("€60,000 per year").or(frame.getByText("from €60,000 per year")).first().waitFor()
    await frame.getByLabel("Full name").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    expect(errors).toEqual([])
    const { body } = having(200)(
      await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    )
    expect(body.job).toMatchObject({
      status: "draft",
      salary_min: 60_000,
      salary_currency: "EUR",
      salary_timeframe: "year",
      show_salary: true,
      employment_type: "full_time",
      locations: [{ city: "The Hague", country: "NL" }],
      valid_through: "2039-05-01T23:59:59.999Z"
    })
  })

  test("what is refused of a long form is said in sight; countries are added and removed by the keyboard, which stays where it was", async () => {
    const { id } = await make.job({ title: "Wig Maker", remote_countries: ["NL", "BE"] })
    const { page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Edit", exact: true }).click()
    await page.getByRole("dialog").getByText("Job posting", { exact: true }).click()
    await page.getByRole("button", { name: "Add country" }).press("Enter")
    await page.keyboard.type("Lux")
    await page.getByRole("button", { name: "Remove country 1" }).press("Enter")
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Add country")
    await page.getByRole("button", { name: "Delete Offer" }).press("Enter")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Move Hired")
    await page.getByLabel("Minimum").fill("9")
    await page.getByLabel("Maximum").fill("8")
    await page.getByLabel("Title").press("Control+Enter")
    const refusal = page.getByRole("alert")
    await refusal.getByText("The minimum salary must be at most the maximum salary, 8.").waitFor()
    expect(
      await refusal.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2) === element
      })
    ).toBe(true)
    await page.getByLabel("Minimum").fill("7")
    await page.getByLabel("Title").press("Control+Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const { body } = having(200)(
      await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    )
    expect(body.job).toMatchObject({ salary_min: 7, salary_max: 8, remote_countries: ["LU", "NL"] })
  })

  test("the settings show the site as it will be, while it is offline and nothing is saved", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/jobs`, { key: it.own.keys.admin, width: 1440 })
    await page.locator("summary", { hasText: "Hiring" }).click()
    await page.getByRole("link", { name: "Careers site", exact: true }).click()
    const frame = page.frameLocator("iframe[title='The page as candidates see it']:visible")
    await page.getByLabel("Site title").fill("Work at Acme")
    await page.getByLabel("Introduction", { exact: true }).fill("We grind **lenses**.")
    await page.getByLabel("Color").fill("#aa3300")
    await frame.getByRole("heading", { level: 1, name: "Work at Acme" }).waitFor()
    await frame.locator("strong", { hasText: "lenses" }).waitFor()
    await frame.locator("link[href*='aa3300']").waitFor({ state: "attached" })
    // Its style is there, and a link of it leads nowhere.
    expect(await frame.locator("body").evaluate((body) => getComputedStyle(body).maxWidth)).toBe("736px")
    await frame.getByRole("link", { name: "Acme", exact: true }).click()
    expect(page.context().pages()).toHaveLength(1)
    await frame.getByRole("heading", { level: 1, name: "Work at Acme" }).waitFor()
    // What is typed halfway is said and left out; the rest is shown.
    await page.getByLabel("Color").fill("#aa")
    await page.getByRole("status").getByText("color").waitFor()
    await page.getByLabel("Site title").fill("Work with Acme")
    await frame.getByRole("heading", { level: 1, name: "Work with Acme" }).waitFor()
    await page.getByRole("status").getByText("color").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    // The frame refuses what this test tries in it, and the server half a colour.
    expect(errors.filter((error) => !/sandboxed|400/.test(error))).toEqual([])
    // Who leaves is asked before it is lost. Back leads to the page before, not to what the frame showed before.
    await page.evaluate(() => history.back())
    await page.getByRole("button", { name: "Keep editing" }).click()
    expect(await page.getByLabel("Site title").inputValue()).toBe("Work with Acme")
    await page.getByTitle("Account and language").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("button", { name: "Keep editing" }).click()
    expect(await page.getByLabel("Site title").inputValue()).toBe("Work with Acme")
    await page.getByRole("link", { name: "Jobs", exact: true }).click()
    await page.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("heading", { level: 1, name: "Jobs" }).waitFor()
    // What somebody else has changed meanwhile stays, and is shown after the save.
    await page.locator("summary", { hasText: "Hiring" }).click()
    await page.getByRole("link", { name: "Careers site", exact: true }).click()
    await page.getByLabel("Contact email").fill("work@example.com")
    having(200)(
      await it.call("PATCH", "/organization/board", { key: it.own.keys.admin, body: { title: "Acme of others" } })
    )
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Careers site saved").waitFor()
    await page.locator("[name=title][value='Acme of others']").waitFor()
    const { body } = having(200)(
      await it.call<{ readonly board: object }>("GET", "/organization/board", { key: it.own.keys.read })
    )
    expect(body.board).toMatchObject({
      is_open: false,
      introduction: null,
      color: null,
      title: "Acme of others",
      contact_email: "work@example.com"
    })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: postings in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("what candidates will see", posting)
