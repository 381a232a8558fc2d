/**
 * Two members at once: what one changes, the other sees without a reload, with who changed it. On the real server, in
 * two browsers.
 */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, follow, type Page } from "./Browser.ts"

const two = () => {
  const [openOfAda, openOfAlan] = [browserWindow(), browserWindow()]
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The windows are closed before: the server waits for their connections.
  afterAll(() => it.backend.close())

  const ada = async (path: string): Promise<Page> =>
    (await openOfAda(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page
  const alan = async (path: string): Promise<Page> =>
    (await openOfAlan(`${it.server.origin}/console${path}`, { key: it.own.keys.other_author })).page

  const applicant = async (full_name: string) => {
    const { make } = it.own
    const job = await make.job()
    const candidate = await make.candidate({ full_name })
    return { job, candidate, application: await make.application(job.id, candidate.id) }
  }

  const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true })

  test("a board follows: cards that another member moves, adds and rejects, with who did what", async () => {
    const { job, candidate } = await applicant("Mary Somerville")
    const hers = await ada(`/jobs/${job.id}`)
    await column(hers, "Applied").getByRole("link", { name: candidate.full_name }).waitFor()
    const his = await alan(`/jobs/${job.id}`)
    await his.getByRole("link", { name: candidate.full_name }).focus()
    await his.keyboard.press("Shift+ArrowRight")
    await column(hers, "Screen").getByRole("link", { name: candidate.full_name }).waitFor()
    await hers.getByText("Alan Turing moved Mary Somerville to Screen.").waitFor()

    await his.getByRole("button", { name: "Add applicant" }).click()
    await his.getByLabel("Full name").fill("Caroline Herschel")
    await his.getByRole("button", { name: "Add", exact: true }).click()
    await column(hers, "Applied").getByRole("link", { name: "Caroline Herschel" }).waitFor()
    await hers.getByText("Alan Turing added Caroline Herschel in Applied.").waitFor()

    await his.getByRole("link", { name: "Caroline Herschel" }).click()
    await his.getByRole("button", { name: "Reject", exact: true }).click()
    await his.getByRole("dialog").getByRole("button", { name: "Reject" }).click()
    await hers.getByRole("link", { name: "Caroline Herschel" }).waitFor({ state: "detached" })
    await hers.getByText("Alan Turing rejected Caroline Herschel.").waitFor()
  })

  test("an application follows: a note, and where it stands, with who did what", async () => {
    const { application } = await applicant("Ellen Richards")
    const hers = await ada(`/applications/${application.id}`)
    await hers.getByLabel("New note").fill("Half a thought")
    const his = await alan(`/applications/${application.id}`)
    await his.getByLabel("New note").fill("Met her at a conference.")
    await his.getByRole("button", { name: "Add note" }).click()
    await hers.getByRole("listitem").filter({ hasText: "Met her at a conference." }).getByText("Alan Turing").waitFor()
    await hers.getByText("Alan Turing wrote a note.").waitFor()
    await his.getByRole("button", { name: "More actions" }).click()
    await his.getByRole("button", { name: "Mark as withdrawn" }).click()
    await hers.getByText("Alan Turing marked Ellen Richards as withdrawn.").waitFor()
    await hers.getByRole("button", { name: "Reopen" }).waitFor()
    // What one writes oneself is left alone.
    expect(await hers.getByLabel("New note").inputValue()).toBe("Half a thought")
  })

  test("an application that was loaded before it is asked for has what others, and the person elsewhere, have done since", async () => {
    const { application: older, job } = await applicant("Annie Maunder")
    const { make } = it.own
    await make.application(job.id, (await make.candidate({ full_name: "Mary Proctor" })).id)
    const hers = await ada(`/jobs/${job.id}`)
    const prefetched = hers.waitForResponse((response) => response.url().endsWith(`/applications/${older.id}/overview`))
    await hers.getByRole("link", { name: "Mary Proctor" }).click()
    await prefetched
    const his = await alan(`/applications/${older.id}`)
    await his.getByLabel("New note").fill("Saw the corona.")
    await his.getByRole("button", { name: "Add note" }).click()
    // Told by the feed after the note, which she has got by then.
    await his.getByRole("button", { name: "More actions" }).click()
    await his.getByRole("button", { name: "Mark as withdrawn" }).click()
    await hers.getByText("Alan Turing marked Annie Maunder as withdrawn.").waitFor()
    await follow(hers, `/applications/${older.id}`)
    await hers.getByRole("listitem").filter({ hasText: "Saw the corona." }).waitFor()
    await hers.getByRole("button", { name: "Reopen" }).click()
    await hers.getByRole("button", { name: "Reject", exact: true }).waitFor()
    await follow(hers, `/candidates/${older.candidate.id}`)
    await hers.getByRole("heading", { level: 1, name: "Annie Maunder" }).waitFor()
    await hers.getByRole("button", { name: "Edit", exact: true }).click()
    await hers.getByLabel("Full name").fill("Annie Russell")
    await hers.getByRole("button", { name: "Save", exact: true }).click()
    await hers.getByRole("heading", { level: 1, name: "Annie Russell" }).waitFor()
    await follow(hers, `/applications/${older.id}`)
    await hers.getByRole("heading", { level: 1, name: "Annie Russell" }).waitFor()
  })

  test("a note mentions a member, whom it waits for until the member has seen it; it can be for the team alone", async () => {
    const { application, job } = await applicant("Maria Mitchell")
    const { id } =
      (await it.call<{ readonly user: { readonly id: string } }>("GET", "/me", { key: it.own.keys.write })).body.user
    await it.call("PUT", `/jobs/${job.id}/team/${id}`, { key: it.own.keys.write, body: { role: "recruiter" } })
    const hers = await ada("/waiting")
    await hers.getByRole("heading", { name: "To do" }).waitFor()
    const his = await alan(`/applications/${application.id}`)
    await his.getByLabel("New note").focus()
    await his.keyboard.type("Good with lenses. @")
    const offered = his.getByRole("listbox", { name: "Members to mention" })
    await offered.getByRole("option", { name: "Ada Lovelace Hiring team", selected: true }).waitFor()
    expect(await findingsOfPage(his)).toEqual([])
    await his.keyboard.type("lovel")
    await his.keyboard.press("Enter")
    await offered.waitFor({ state: "detached" })
    await his.keyboard.type("should see her.")
    expect(await his.getByLabel("New note").inputValue()).toBe("Good with lenses. @Ada Lovelace should see her.")
    await his.getByRole("switch", { name: "Team only" }).press("Space")
    await his.getByRole("button", { name: "Add note" }).press("Enter")
    const written = his.getByRole("listitem").filter({ hasText: "Good with lenses." })
    await written.locator(".mention", { hasText: "@Ada Lovelace" }).waitFor()
    await written.getByText("Team only").waitFor()
    expect(await his.getByRole("switch").isChecked()).toBe(false)
    await written.getByRole("button", { name: "Edit" }).click()
    expect(await his.getByRole("textbox", { name: "Note", exact: true }).inputValue()).toBe(
      "Good with lenses. @Ada Lovelace should see her."
    )
    expect(await his.getByRole("switch").nth(1).isChecked()).toBe(true)

    const waiting = hers.getByRole("listitem").filter({ hasText: "Good with lenses. @Ada Lovelace should see her." })
    await waiting.getByText("Alan Turing mentioned you").waitFor()
    const seen = hers.waitForResponse((response) => response.url().endsWith("/seen") && response.ok())
    await waiting.getByRole("link", { name: "Maria Mitchell" }).press("Enter")
    await hers.locator("li:focus", { hasText: "Good with lenses." }).waitFor()
    await seen
    await hers.goBack()
    await waiting.waitFor({ state: "detached" })
  })

  test("a tab that was hidden has what it missed when it is seen again", async () => {
    const { application } = await applicant("Annie Cannon")
    const hers = await ada(`/applications/${application.id}`)
    await hers.getByLabel("New note").waitFor()
    const turn = (isHidden: boolean) =>
      hers.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { get: () => isHidden, configurable: true })
        document.dispatchEvent(new Event("visibilitychange"))
      }, isHidden)
    const ended = hers.waitForEvent("requestfailed", (request) => request.url().includes("/events"))
    await turn(true)
    await ended
    await it.call("POST", `/applications/${application.id}/notes`, {
      key: it.own.keys.other_author,
      body: { note: "Classified the stars." }
    })
    await turn(false)
    await hers.getByRole("listitem").filter({ hasText: "Classified the stars." }).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: two members see each other's changes", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("two members at once", two)
