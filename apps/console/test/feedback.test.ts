/** Feedback beside the papers of an application, on the real server, in a browser. */
import { having } from "@candor/api/testing/Client"
import { upload } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, follow, type Page } from "./Browser.ts"

const feedback = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  /** An application with feedback of the administrator's, on which the other author is asked for feedback. */
  const asked = async (full_name: string, message: string | null = "Would she fit the platform team?") => {
    const { keys, make } = it.own
    const application = await make.application((await make.job()).id, (await make.candidate({ full_name })).id)
    const { body: { user } } = await it.call<{ readonly user: { readonly id: string } }>("GET", "/me", {
      key: keys.other_author
    })
    const draft = { interview_type: "Call", rating: "strong_no", body: "Said before." }
    having(201)(await it.call("POST", `/applications/${application.id}/feedback`, { key: keys.write, body: draft }))
    having(201)(
      await it.call("POST", `/applications/${application.id}/feedback-requests`, {
        key: keys.write,
        body: { member_id: user.id, message }
      })
    )
    return application
  }

  const desk = async (path: string, width = 1280): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.other_author, width })).page

  const formOf = (page: Page, name: string) => page.getByRole("region", { name: `Your feedback on ${name}` })

  test("stands beside the résumé with the question on top, the interview of the stage and no vote, and others' is hidden until it is sent", async () => {
    const { id } = await asked("Ada Byron")
    await it.own.make.attachment(id, upload(new File(["Grinds lenses"], "cv.txt")))
    const page = await desk(`/applications/${id}?open=feedback`)
    const form = formOf(page, "Ada Byron")
    await form.getByText("Would she fit the platform team?").waitFor()
    const paper = await page.locator(".papers").boundingBox()
    const beside = await form.boundingBox()
    expect([beside!.x > paper!.x + paper!.width, await form.getByRole("radio", { checked: true }).count()]).toEqual([
      true,
      0
    ])
    expect(await form.getByLabel("Interview").inputValue()).not.toBe("")
    await page.getByText("A colleague's feedback appears once you've sent yours.").waitFor()
    expect(await page.getByText("Said before.").count()).toBe(0)
    expect(await findingsOfPage(page)).toEqual([])
    await form.getByLabel("Strong no").press("ArrowRight")
    await page.keyboard.press("Tab")
    await page.keyboard.type("Clear.")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("heading", { name: "Thank you" }).and(page.locator(":focus")).waitFor()
    await page.getByText("Said before.").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Clear." }).getByText("No", { exact: true }).waitFor()
  })

  test("is kept as a draft on the device, also for a tab that is opened later, until it is sent or discarded", async () => {
    const { id } = await asked("Grace Murray", null)
    const page = await desk(`/applications/${id}?open=feedback`)
    const form = formOf(page, "Grace Murray")
    await form.getByText("asks for your feedback.").waitFor()
    await form.getByText("Mixed").click()
    await form.getByLabel("Comments").fill("Half of it.")
    await form.getByRole("button", { name: "Cancel" }).click()
    await form.waitFor({ state: "detached" })
    await page.evaluate(() => {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith("candor.draft")) sessionStorage.removeItem(key)
    })
    await page.getByRole("button", { name: "Add feedback" }).click()
    expect([await form.getByLabel("Comments").inputValue(), await form.getByLabel("Mixed").isChecked()]).toEqual([
      "Half of it.",
      true
    ])
    await form.getByRole("button", { name: "Discard draft" }).click()
    await page.getByRole("button", { name: "Discard?" }).click()
    await page.getByRole("button", { name: "Add feedback" }).click()
    expect([await form.getByLabel("Comments").inputValue(), await form.getByLabel("Mixed").isChecked()]).toEqual([
      "",
      false
    ])
  })

  test("on a phone the link of a request leads straight to the form, and from one to the next", async () => {
    const next = await asked("Joan Clarke")
    const { id } = await asked("Mary Kenneth")
    const page = await desk("/waiting", 360)
    await follow(page, `/applications/${id}?open=feedback`)
    const form = formOf(page, "Mary Kenneth")
    await form.getByLabel("Strong no").and(page.locator(":focus")).waitFor({ state: "attached" })
    expect(
      await form.evaluate((part) =>
        part.getBoundingClientRect().top < innerHeight / 2 && part.scrollWidth <= part.clientWidth &&
        document.body.scrollWidth <= innerWidth
      )
    ).toBe(true)
    expect(await findingsOfPage(page)).toEqual([])
    await form.getByText("Strong yes").click()
    await form.getByLabel("Comments").fill("Quick.")
    await form.getByRole("button", { name: "Send feedback" }).click()
    await page.getByRole("link", { name: "Next: Joan Clarke" }).click()
    await formOf(page, "Joan Clarke").waitFor()
    expect(page.url()).toContain(`/applications/${next.id}?open=feedback`)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: feedback is given beside the papers", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("feedback in a browser", feedback)
