/** Rejections with the mail that follows, on the real server, in a browser. */
import { having } from "@candor/api/testing/Client"
import { mails } from "@candor/api/testing/Mails"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const rejections = () => {
  const open = browserWindow()
  let it: World
  let mail: ReturnType<typeof mails>
  let usual: { readonly id: string }
  let kind: { readonly id: string }

  beforeAll(async () => {
    it = await world(databases[0]!)
    mail = mails(it)
    usual = await mail.template({
      name: "Usual",
      subject: "About {{ job.title }}",
      body: "Dear {{ candidate.first_name }}, we chose somebody else."
    })
    kind = await mail.template({
      name: "Kind",
      subject: "Thank you",
      body: "Dear {{ candidate.first_name }}, come **again**.\n\n{{ sender.full_name }}"
    })
    await mail.setUp()
    await mail.rule(usual.id, { delay_minutes: 300 })
    having(201)(
      await it.call("POST", "/rejection-reasons", {
        key: it.own.keys.admin,
        body: { name: "Too early", mail_template_id: kind.id }
      })
    )
  })

  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const applicants = async (...names: ReadonlyArray<string>) => {
    const { make } = it.own
    const job = await make.job({ title: "Admiral" })
    const ids: Array<string> = []
    for (const full_name of names) {
      const candidate = await make.candidate({ full_name, primary_email: `${crypto.randomUUID()}@example.com` })
      ids.push((await make.application(job.id, candidate.id)).id)
    }
    return { job, ids }
  }

  /** What the next request to this address asks for. */
  const asked = (page: Page, path: string): Promise<unknown> =>
    page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith(path)).then((request) =>
      request.postDataJSON()
    )

  test("show the mail of the reason as the candidate gets it, with its delay, and send what was shown", async () => {
    const { ids: [id] } = await applicants("Grace Hopper")
    const page = await desk(`/applications/${id}`)
    await page.getByRole("button", { name: "Reject", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: /^Reject / })
    const preview = dialog.getByRole("region", { name: "Preview of the email" })
    await preview.getByText("About Admiral").waitFor()
    await dialog.getByLabel("Reason").selectOption("Too early")
    // Nobody writes it: it is the organization's.
    await preview.getByText("Acme", { exact: true }).waitFor()
    await preview.getByText("Dear Grace, come again.").waitFor()
    await dialog.getByText("Sent after 5 hours. If you undo the rejection first, no email is sent.").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    const request = asked(page, `/applications/${id}/reject`)
    await dialog.getByRole("button", { name: "Reject" }).click()
    expect(await request).toEqual({ reason: "Too early", mail_template_id: kind.id })
    await page.getByText("was rejected").waitFor()
  })

  test("send none where that is chosen, also of several at once, whose mail is shown for the first", async () => {
    const { ids, job } = await applicants("Ada Three", "Ben Two")
    const page = await desk(`/jobs/${job.id}`)
    for (const name of ["Ada Three", "Ben Two"]) {
      await page.getByRole("link", { name }).focus()
      await page.keyboard.press("x")
    }
    await page.keyboard.press("r")
    const dialog = page.getByRole("dialog", { name: "Reject 2 applicants" })
    await dialog.getByText(/^To (?:Ada Three|Ben Two) and 1 other,/).waitFor()
    await dialog.getByLabel("Email to the candidate").selectOption("Don't send an email")
    await dialog.getByRole("region", { name: "Preview of the email" }).waitFor({ state: "detached" })
    const request = asked(page, "/applications/bulk")
    await dialog.getByRole("button", { name: "Reject" }).click()
    expect(await request).toMatchObject({ reject: { mail_template_id: null } })
    await page.getByText("2 applicants were rejected.").waitFor()
    const { body: { events } } = having(200)(
      await it.call<{ readonly events: ReadonlyArray<{ readonly subject_id: string; readonly data: object }> }>(
        "GET",
        "/events?types=application.rejected&limit=1000",
        { key: it.own.keys.admin }
      )
    )
    expect(events.filter(({ subject_id }) => ids.includes(subject_id)).map(({ data }) => data)).toMatchObject([{
      mail_template_id: null
    }, { mail_template_id: null }])
  })

  test("an administrator gives a reason its template, and takes it away again", async () => {
    const { page } = await open(`${it.server.origin}/console/rejection-reasons`, { key: it.own.keys.admin })
    const row = page.getByRole("listitem").filter({ hasText: "Too early" })
    await row.getByText("Email: Kind").waitFor()
    await row.getByRole("button", { name: "Edit Too early" }).click()
    await page.getByLabel("Email template").selectOption("Default rejection email, if there is one")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await row.getByText("Email: Kind").waitFor({ state: "detached" })
    await row.getByRole("button", { name: "Edit Too early" }).click()
    expect(await page.getByLabel("Email template").inputValue()).toBe("")
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: rejections show their mail", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("rejections in a browser", rejections)
