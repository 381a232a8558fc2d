/** Signals on a board, an application and the settings: a group is looked at, decided on at once, and taken back. */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const signals = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const statusOf = async (id: string) =>
    having(200)(
      await it.call<{ readonly application: { readonly status: string } }>("GET", `/applications/${id}`, {
        key: it.own.keys.read
      })
    ).body.application.status

  test("one card stands for a group, which is opened, rejected at once and taken back; an application says why", async () => {
    const { make } = it.own
    const job = await make.job()
    const ids: Array<string> = []
    for (const full_name of ["Spun One", "Spun Two", "Spun Three", "Honest Person"])
      ids.push((await make.application(job.id, (await make.candidate({ full_name })).id)).id)
    const group = ids.slice(0, 3)
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`
          INSERT INTO signals (organization_id, id, job_id, application_id, kind, group_id, reason, created_at)
          SELECT a.organization_id, gen_random_uuid(), a.job_id, a.id, 'similar_text', ${group[0]!}::text,
            '{"part": "letter", "percent_shared": 62}', now()
          FROM applications a WHERE a.id = ANY (${group}::uuid[])`
      )
    )
    const page = await desk(`/jobs/${job.id}`)
    const links = (name: string) => page.getByRole("link", { name, exact: true })
    await links("Honest Person").waitFor()
    await links("Spun Three").waitFor()
    expect([await links("Spun One").count(), await links("Spun Two").count()]).toEqual([0, 0])
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "3 nearly the same" }).click()
    await links("Spun One").waitFor()
    await links("Honest Person").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Select all of this group" }).click()
    await page.getByRole("status").filter({ hasText: "3 selected" }).waitFor()
    await page.getByRole("button", { name: "Reject", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: /^Reject/ }).click()
    await page.getByText("3 applicants were rejected.").waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual(["rejected", "rejected", "rejected", "active"])
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Undone", { exact: true }).waitFor()
    await links("Spun One").waitFor()
    expect(await Promise.all(ids.map(statusOf))).toEqual(["active", "active", "active", "active"])

    const application = await desk(`/applications/${group[0]!}`)
    await application.getByText("Signals: Nearly the same text").click()
    await application.getByText("About 62% of the letter's wording is the same as in the nearest other one.").waitFor()
    await application.getByRole("link", { name: "Spun Two" }).waitFor()
    expect(await findingsOfPage(application)).toEqual([])
    await application.getByRole("link", { name: "Show them on the board" }).click()
    await application.getByRole("button", { name: "Select all of this group" }).waitFor()
  })

  test("an administrator turns kinds off, and they are not shown any more", async () => {
    const page = await desk("/organization")
    const box = page.getByRole("checkbox", { name: /Nearly the same text/ })
    await box.uncheck()
    await page.getByRole("button", { name: "Save signals" }).click()
    await page.getByText("Signals saved").waitFor()
    const { organization } = having(200)(
      await it.call<{ readonly organization: { readonly signals_off: ReadonlyArray<string> } }>(
        "GET",
        "/organization",
        {
          key: it.own.keys.read
        }
      )
    ).body
    expect(organization.signals_off).toEqual(["similar_text"])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: signals in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("signals", signals)
