/** Replies that members forward, in a browser, on the real server. */
import { mails } from "@candor/api/testing/Mails"
import { type FilledWorld, worldWith } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks } from "./Browser.ts"

const inBrowser = () => {
  const open = browserWindow()
  let it: FilledWorld
  beforeAll(async () => {
    it = await worldWith(databases[0]!)
  })
  afterAll(() => it.backend.close())

  const see = (path: string) => open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })

  test("one is put into its conversation after a question, where it says who forwarded it", async () => {
    const mail = mails(it)
    const { make } = it.own
    const person = await make.candidate({ full_name: "Lise Meitner", primary_email: "lise@example.com" })
    const application = await make.application((await make.job({ title: "Physicist" })).id, person.id)
    await mail.setUp()
    for (const subject of ["WG: first", "WG: second"]) await mail.forward(application.id, subject)
    const { errors, page } = await see("/mail?select=unassigned")
    const question = page.getByRole("heading", {
      name: "Forwarded by Jonas Weber: a reply from Lise Meitner to “Your application”. Add it to that conversation?"
    })
    for (const [subject, answer] of [["WG: second", "No"], ["WG: first", "Add to conversation"]] as const) {
      await page.getByRole("listitem").filter({ hasText: subject }).getByRole("link").click()
      await question.waitFor()
      expect(await findingsOfBothLooks(page)).toEqual([])
      await page.getByRole("button", { name: answer, exact: true }).click()
      await question.waitFor({ state: "detached" })
    }
    await page.getByText("The email was added to the conversation.").waitFor()
    const { page: thread } = await see(`/applications/${application.id}`)
    const entry = thread.getByRole("listitem").filter({ hasText: "Tuesday suits me." })
    await entry.getByText("Forwarded by Jonas Weber: an email that claims to be from Lise Meitner <lise@example.com>")
      .waitFor()
    expect(await mail.thread(application.id)).toMatchObject([{ subject: "WG: first", sender: { name: "Jonas" } }])
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: forwarded replies are put into their conversations", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a forwarded reply", inBrowser)
