/** Recruiters write the criteria of a job, look at what an application says of them, and take over details of a file. */
import { having } from "@candor/api/testing/Client"
import { upload } from "@candor/api/testing/Makers"
import { filledWorld, type FilledWorld } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const criteria = () => {
  const open = browserWindow()
  let it: FilledWorld

  beforeAll(async () => {
    it = await filledWorld(databases[0]!)
  })

  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page
  const partOf = (page: Page, name: string) =>
    page.locator("section.part").filter({ has: page.getByRole("heading", { name, exact: true }) })

  test("criteria are written on the job, and kept in their order", async () => {
    const { id } = await it.own.make.job({ title: "Engineer" })
    const page = await desk(`/jobs/${id}`)
    await page.getByRole("button", { name: "More actions" }).press("Enter")
    await page.getByRole("button", { name: "Criteria", exact: true }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "Criteria", exact: true })
    for (const [at, text] of ["Speaks Dutch", "Has led a team"].entries()) {
      await dialog.getByRole("button", { name: "Add criterion" }).press("Enter")
      await dialog.getByLabel(`Criterion ${at + 1}`, { exact: true }).fill(text)
    }
    await dialog.getByLabel("Let a model look for them in applications").check()
    expect(await findingsOfPage(page)).toEqual([])
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("Criteria saved").waitFor()
    const { job_criteria } = having(200)(
      await it.call<{ job_criteria: { is_on: boolean; criteria: ReadonlyArray<{ text: string }> } }>(
        "GET",
        `/jobs/${id}/criteria`,
        { key: it.own.keys.write }
      )
    ).body
    expect(job_criteria).toMatchObject({
      is_on: true,
      criteria: [{ text: "Speaks Dutch" }, { text: "Has led a team" }]
    })
  })

  test("an application shows the quotation of a verdict, which a person confirms", async () => {
    const { criterionId, id } = it.own.ids
    const page = await desk(`/applications/${id}`)
    const part = partOf(page, "Criteria")
    await part.getByText("“").or(part.getByText("I speak Dutch")).first().waitFor()
    await part.getByRole("button", { name: "Confirm: Speaks Dutch" }).click()
    await part.getByText("Confirmed by").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    const { assessment } = having(200)(
      await it.call<{ assessment: { criteria: ReadonlyArray<{ result: object }> } }>(
        "GET",
        `/applications/${id}/assessment`,
        { key: it.own.keys.write }
      )
    ).body
    expect(assessment.criteria).toMatchObject([{ criterion: { id: criterionId }, result: { decision: "confirmed" } }])
  })

  test("a detail that a file says is taken over, and given back by the notice", async () => {
    const { id } = await it.own.make.candidate({ full_name: "Maya Okafor", website_url: null, github_url: null })
    const form = upload(new File(["Maya Okafor\nGitHub: github.com/maya-okafor\n"], "cv.txt"))
    having(201)(await it.call("POST", `/candidates/${id}/attachments`, { key: it.own.keys.write, form }))
    const text = "Maya Okafor\nGitHub: github.com/maya-okafor\n"
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE attachments SET text_status = 'extracted', text = ${text} WHERE candidate_id = ${id}`
      )
    )
    const page = await desk(`/candidates/${id}`)
    const use = page.getByRole("button", { name: "Use GitHub: https://github.com/maya-okafor" })
    await use.click()
    await page.getByText("GitHub taken over").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await use.waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: criteria are written", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("criteria in a browser", criteria)
