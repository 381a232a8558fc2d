/**
 * The room for files: the desk says that it is nearly full, and leads an administrator to the largest files. On the
 * real server, in a browser.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

const storage = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("the desk leads an administrator to the largest files, who deletes one by the keyboard, and takes it back", async () => {
    const { keys, make } = it.own
    const candidate = await make.candidate({ full_name: "Mary Somerville" })
    const application = await make.application((await make.job({ title: "Translator" })).id, candidate.id)
    const { id } = await make.attachment(application.id)
    await it.backend.run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE file_usage SET file_bytes = ${96 * 1024 ** 3}`)
    )
    const { page } = await open(`${it.server.origin}/console`, { key: keys.admin })
    await page.getByText("96% of your file storage is used.").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("link", { name: "Show the largest files" }).press("Enter")
    await page.getByRole("meter", { name: "File storage used, in percent" }).waitFor()
    const file = page.getByRole("listitem").filter({ hasText: "grace-hopper.pdf" })
    await file.getByRole("link", { name: "Mary Somerville" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    const remove = page.getByRole("button", { name: "Delete grace-hopper.pdf of Mary Somerville" })
    await remove.press("Enter")
    await file.waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Undo" }).press("Enter")
    await file.waitFor()
    having(200)(await it.call("GET", `/applications/${application.id}/attachments/${id}`, { key: keys.read }))
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the room for files at the desk", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the room for files", storage)
