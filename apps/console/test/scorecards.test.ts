/**
 * Scorecards on the real server, in a browser: by the link of a mail on a phone, beside the résumé at the desk, and
 * together in the debrief.
 */
import { having } from "@candor/api/testing/Client"
import { freshInterview } from "@candor/api/testing/FreshInterview"
import { kitLink } from "@candor/api/testing/KitLinks"
import { upload } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, findingsOfPage, type Page } from "./Browser.ts"

const sections = [{
  name: "Skills",
  attributes: [{ name: "Concurrency", description: "Races and locks." }, { name: "Testing" }]
}]

const scorecards = () => {
  const open = browserWindow()
  const openOnPhone = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  const call = <Body>(method: string, path: string, body?: object, key = it.own.keys.write) =>
    it.call<Body>(method, path, body === undefined ? { key } : { key, body: body as never })

  const meOf = async (key: string) =>
    (await call<{ readonly user: { readonly id: string; readonly full_name: string } }>("GET", "/me", undefined, key))
      .body.user

  const newTemplate = async () => {
    const { body } = having(201)(
      await call<
        {
          readonly scorecard_template: {
            readonly id: string
            readonly sections: ReadonlyArray<{ readonly attributes: ReadonlyArray<{ readonly id: string }> }>
          }
        }
      >(
        "POST",
        "/scorecard-templates",
        { name: crypto.randomUUID(), sections, questions: [{ text: "What next?" }] }
      )
    )
    return body.scorecard_template
  }

  /** An application with an interview of each of two members. */
  const asked = async (full_name: string) => {
    const { make, keys } = it.own
    const application = await make.application(
      (await make.job({ title: "Engineer" })).id,
      (await make.candidate({ full_name })).id
    )
    await make.attachment(application.id, upload(new File(["Grinds lenses"], "cv.txt")))
    const { id: template, sections: [section] } = await newTemplate()
    const interview = async (title: string, member: string, focus_attribute_ids: ReadonlyArray<string> = []) => {
      const body = {
        ...freshInterview(member),
        title,
        scorecard_template_id: template,
        focus_attribute_ids,
        tells_candidate: false
      }
      return having(201)(
        await call<{ readonly interview: { readonly id: string } }>(
          "POST",
          `/applications/${application.id}/interviews`,
          body
        )
      ).body.interview.id
    }
    const [me, other] = [await meOf(keys.write), await meOf(keys.other_author)]
    const [concurrency, testing] = section!.attributes.map(({ id }) => id)
    const [own, others] = [
      await interview("Coding", me.id, [concurrency!]),
      await interview("Design", other.id, [testing!])
    ]
    return { application: application.id, concurrency: concurrency!, other, others, own }
  }

  const desk = async (path: string, width = 1280, key = it.own.keys.write): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key, width })).page

  test("one is filled in from the mail's link on a phone, and the debrief shows the disagreement to who has submitted theirs", async () => {
    const { application, other, others, own } = await asked("Ada Byron")
    const { page: phone } = await openOnPhone((await kitLink(it, others, other.id)).url, { width: 360 })
    await phone.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor()
    expect(await findingsOfBothLooks(phone)).toEqual([])
    await phone.setViewportSize({ width: 360, height: 740 })
    await phone.getByRole("group", { name: "Concurrency" }).getByLabel("Strong no").check()
    await phone.getByLabel("Note on Concurrency (optional)").fill("Lost an update.")
    // The page is lost, and then the network: what was typed is kept, and sent once there is one.
    await phone.reload()
    await phone.getByText("What you typed here before was kept on this device. It isn't sent yet.").waitFor()
    expect(await phone.getByLabel("Note on Concurrency (optional)").inputValue()).toBe("Lost an update.")
    expect(await phone.getByRole("group", { name: "Concurrency" }).getByLabel("Strong no").isChecked()).toBe(true)
    expect(await findingsOfBothLooks(phone)).toEqual([])
    await phone.setViewportSize({ width: 360, height: 740 })
    await phone.context().setOffline(true)
    await phone.getByRole("button", { name: "Save draft" }).click()
    await phone.getByText("You're offline. What you typed is kept on this device").waitFor()
    await phone.context().setOffline(false)
    await phone.getByText("Draft saved.").waitFor()
    expect(await phone.evaluate(() => Object.keys(localStorage))).toEqual([])
    await phone.getByRole("group", { name: "Would you hire? (required)", exact: true }).getByLabel("No", {
      exact: true
    }).check()
    await phone.getByLabel("Reasons (required)").fill("Not yet.")
    await phone.getByLabel("What next?").fill("Pair with her.")
    await phone.getByRole("button", { name: "Submit scorecard" }).click()
    await phone.getByText("Your scorecard was submitted.").waitFor()
    // What a link has that ended is removed from the device.
    await phone.getByLabel("Reasons").fill("Never.")
    const keys = () => phone.evaluate(() => Object.keys(localStorage))
    expect(await keys()).toEqual([expect.stringMatching(/^candor kit \w+ \w+$/)])
    const response = await phone.request.get(`${it.server.own_origin}/interviews/ended`)
    await phone.route(phone.url(), (route) => route.fulfill({ response }))
    await phone.reload()
    await phone.waitForFunction(() => localStorage.length === 0)

    const page = await desk(`/applications/${application}/debrief`)
    await page.getByText("Submit your scorecard first").waitFor()
    expect(await page.getByText("Lost an update.").count()).toBe(0)
    await page.getByRole("link", { name: "Fill in the scorecard: Coding" }).click()
    const form = page.locator("form.scorecard")
    await form.getByRole("group", { name: "Concurrency Your focus" }).getByText("Strong yes").click()
    await form.getByRole("status").getByText("Saved", { exact: true }).waitFor()
    expect((await call<{ readonly scorecard: object }>("GET", `/interviews/${own}/scorecard`)).body.scorecard)
      .toMatchObject({ status: "draft", ratings: [{ rating: "strong_yes" }] })
    await page.getByText("Design (").getByText("Testing").waitFor()
    const [paper, beside] = [await page.getByRole("region", { name: "cv.txt" }).boundingBox(), await form.boundingBox()]
    expect(beside!.x).toBeGreaterThan(paper!.x + paper!.width)
    expect(await findingsOfPage(page)).toEqual([])
    await form.getByRole("group", { name: "Would you hire?" }).getByText("Yes", { exact: true }).click()
    await form.getByLabel("Reasons").fill("Knew it all.")
    await page.keyboard.press("Control+Enter")
    await page.getByRole("button", { name: "Edit" }).waitFor()
    await page.getByRole("link", { name: "Debrief" }).click()
    await page.getByRole("row", { name: /Concurrency Disagreement/ }).getByText("Lost an update.").waitFor()
    await page.getByRole("row", { name: /Testing Rated by no one/ }).waitFor()
    await page.getByText("Knew it all.").waitFor()
    await page.getByRole("region", { name: "What next?" }).getByText("Pair with her.").waitFor()
    await page.getByRole("region", { name: "Progress" }).getByRole("button", { name: "Reject" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.goto(`${it.server.origin}/console/applications/${application}`)
    await page.getByText("2 of 2 scorecards").waitFor()
    await page.getByRole("listitem").filter({ hasText: "Knew it all." }).getByText("Scorecard of").waitFor()
  })

  test("on a phone the résumé and the scorecard are tabs; one that was submitted is changed, and what another page saved is not overwritten", async () => {
    const { own } = await asked("Grace Murray")
    const page = await desk(`/interviews/${own}`, 360)
    const form = page.locator("form.scorecard")
    await form.waitFor()
    await page.getByRole("button", { name: "Résumé", exact: true }).click()
    await form.waitFor({ state: "hidden" })
    await page.getByText("Grinds lenses").waitFor()
    await page.getByRole("button", { name: "Scorecard", exact: true }).click()
    having(200)(await call("PUT", `/interviews/${own}/scorecard`, { summary: "Elsewhere" }))
    await form.getByLabel("Reasons").fill("Here")
    await form.getByText("Someone else changed this while you were editing.").waitFor()
    expect((await call<{ readonly scorecard: object }>("GET", `/interviews/${own}/scorecard`)).body.scorecard)
      .toMatchObject({ summary: "Elsewhere" })
    having(200)(await call("PUT", `/interviews/${own}/scorecard`, { summary: "Elsewhere", overall: "mixed" }))
    having(200)(await call("POST", `/interviews/${own}/scorecard/submit`))
    const again = await desk(`/interviews/${own}`)
    await again.getByRole("button", { name: "Edit" }).click()
    await form.getByRole("group", { name: "Would you hire?" }).getByText("Undecided").click()
    await form.getByRole("button", { name: "Save changes" }).click()
    await again.getByRole("button", { name: "Edit" }).waitFor()
    expect([await form.count(), await again.locator(".kit-scorecard").getByText("Undecided").count()]).toEqual([0, 1])
  })

  test("a renamed interview stops no saving, and what is not saved is lost only by who discards it", async () => {
    const { own } = await asked("Mary Jackson")
    const page = await desk(`/interviews/${own}`)
    const form = page.locator("form.scorecard")
    await form.getByLabel("Reasons").fill("First")
    await form.getByRole("status").getByText("Saved", { exact: true }).waitFor()
    having(200)(await call("PATCH", `/interviews/${own}`, { title: "Renamed" }))
    await form.getByLabel("Reasons").fill("Second")
    await page.getByRole("link", { name: "Debrief" }).click()
    await page.getByText("Submit your scorecard first").waitFor()
    const { body: { scorecard } } = await call<{ readonly scorecard: object }>("GET", `/interviews/${own}/scorecard`)
    expect(scorecard).toMatchObject({ summary: "Second", interview: { title: "Renamed" } })
    await page.goBack()
    await form.waitFor()
    having(200)(await call("PUT", `/interviews/${own}/scorecard`, { summary: "Elsewhere" }))
    await form.getByLabel("Reasons").fill("Third")
    await page.getByRole("link", { name: "Debrief" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Keep editing" }).click()
    expect(await form.getByLabel("Reasons").inputValue()).toBe("Third")
  })

  test("a template is made, sorted by the keyboard, copied and chosen for an interview with a focus", async () => {
    const name = `Talk ${crypto.randomUUID()}`
    const { application } = await asked("Joan Clarke")
    const page = await desk("/scorecard-templates")
    await page.getByRole("button", { name: "New template" }).click()
    await page.getByLabel("Name", { exact: true }).fill(name)
    await page.getByLabel("Name of section 1", { exact: true }).fill("People")
    await page.getByLabel("Attribute 1", { exact: true }).fill("Listening")
    await page.getByRole("button", { name: "Add attribute" }).click()
    await page.keyboard.type("Clarity")
    await page.getByRole("button", { name: "Move Clarity" }).press("ArrowUp")
    await page.getByLabel("What to look for in Clarity").fill("Says it in a sentence.")
    await page.getByRole("button", { name: "Add question" }).click()
    await page.keyboard.type("What next?")
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("link", { name }).filter({ hasText: "2 attributes, 1 question" }).click()
    await page.getByRole("link", { name: "Copy" }).click()
    await page.getByLabel("Name", { exact: true }).and(page.locator(`[value="Copy of ${name}"]`)).waitFor()
    expect(await page.getByLabel("Attribute 1", { exact: true }).inputValue()).toBe("Clarity")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("link", { name: `Copy of ${name}` }).waitFor()
    const scheduling = await desk(`/applications/${application}`)
    await scheduling.getByRole("button", { name: "Schedule interview" }).click()
    const dialog = scheduling.getByRole("dialog")
    await dialog.getByLabel("Title").fill("Talk")
    await dialog.getByLabel("Scorecard").selectOption(name)
    await dialog.getByLabel("Clarity").check()
    await dialog.getByRole("button", { name: "Schedule interview" }).click()
    await scheduling.getByRole("link", { name: "Talk" }).waitFor()
    const { body: { interviews } } = await call<
      {
        readonly interviews: ReadonlyArray<
          { readonly title: string; readonly focus_attribute_ids: ReadonlyArray<string> }
        >
      }
    >("GET", `/interviews?application_id=${application}`)
    expect(interviews.find(({ title }) => title === "Talk")?.focus_attribute_ids.length).toBe(1)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: scorecards are filled in", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("scorecards in a browser", scorecards)
