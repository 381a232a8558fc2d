/**
 * Replies are work: on the first page, on the card and beside the name of the page of mails, for each of two members,
 * until one of them answers or marks them.
 */
import { mails } from "@candor/api/testing/Mails"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const inBrowser = () => {
  const [openOfAda, openOfAlan] = [browserWindow(), browserWindow()]
  let it: World
  let mail: ReturnType<typeof mails>

  beforeAll(async () => {
    it = await world(databases[0]!)
    mail = mails(it)
    await mail.setUp()
  })

  // The windows are closed before: the server waits for their connections.
  afterAll(() => it.backend.close())

  const item = (page: Page) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name: "Replies" }) }).getByRole("listitem")

  test("a reply tops the first page and marks the card; done by one member, it is gone for the other, who takes it back; an answer ends it", async () => {
    const { make } = it.own
    const job = await make.job({ title: "Admiral" })
    const { id } = await make.application(
      job.id,
      (await make.candidate({ full_name: "Grace Hopper", primary_email: "grace@example.com" })).id
    )
    const { errors, page: hers } = await openOfAda(`${it.server.origin}/console/waiting`, { key: it.own.keys.admin })
    const { page: his } = await openOfAlan(`${it.server.origin}/console/jobs/${job.id}`, {
      key: it.own.keys.other_author
    })
    const card = his.locator(`[data-card="${id}"]`)
    await hers.getByRole("heading", { name: "New applicants since yesterday" }).waitFor()
    await card.waitFor()
    await mail.arrive(id, { body: "Tuesday suits me." })
    await item(hers).filter({ hasText: "Tuesday suits me." }).waitFor()
    await hers.getByRole("link", { name: "Email 1", exact: true }).waitFor()
    await his.getByRole("link", { name: "Email 1", exact: true }).waitFor()
    await card.getByRole("img", { name: "Replied" }).waitFor()
    expect(await hers.locator("main h2").first().textContent()).toBe("Replies")
    expect(await findingsOfPage(hers)).toEqual([])
    await hers.getByRole("button", { name: "Mark as done: Grace Hopper" }).press("Enter")
    await item(hers).waitFor({ state: "detached" })
    await card.getByRole("img", { name: "Replied" }).waitFor({ state: "detached" })
    await his.getByRole("link", { name: "Email", exact: true }).waitFor()
    await hers.keyboard.press("Control+z")
    await card.getByRole("img", { name: "Replied" }).waitFor()
    // The link opens the answer.
    await item(hers).getByRole("link", { name: "Grace Hopper" }).press("Enter")
    await hers.getByLabel("Text", { exact: true }).and(hers.locator(":focus")).waitFor()
    await hers.keyboard.type("See you.")
    await hers.keyboard.press("Control+Enter")
    await card.getByRole("img", { name: "Replied" }).waitFor({ state: "detached" })
    await hers.getByRole("link", { name: "Email", exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  test("a member chooses the notices that they get", async () => {
    const { errors, page } = await openOfAda(`${it.server.origin}/console/account`, { key: it.own.keys.admin })
    const saved = page.waitForResponse((response) => response.request().method() === "PUT")
    await page.getByRole("switch", { name: "A note mentions me", checked: true }).press("Space")
    await page.getByRole("switch", { name: "A note mentions me", checked: false }).and(page.locator(":focus")).waitFor()
    await saved
    await page.reload()
    await page.getByRole("switch", { name: "A note mentions me", checked: false }).waitFor()
    expect((await it.call("GET", "/me/mail-notices", { key: it.own.keys.admin })).body).toEqual({
      mail_notices: [
        "feedback_request",
        "team",
        "reply",
        "digest",
        "scorecard",
        "missing_scorecard",
        "declined_interview"
      ]
    })
    // The link in a mail turns off its kind.
    await page.goto(`${it.server.origin}/console/account?turn_off=digest`)
    await page.getByText("Turned off: My to-do list, once a day").waitFor()
    await page.keyboard.press("Control+z")
    await page.getByRole("switch", { name: "My to-do list, once a day", checked: true }).waitFor()
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: replies wait on the first page, on cards and in the count of mails", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("replies", inBrowser)
