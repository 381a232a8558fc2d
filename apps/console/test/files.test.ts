/** The files of an application in a browser. */
import { makers, upload } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath } from "./Browser.ts"

const files = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("a file without text says so, and what to do about it", async () => {
    const make = makers(it.call, it.own.keys.write, it.own.keys.admin)
    const { id: application } = await make.application((await make.job()).id, (await make.candidate()).id)
    const { id, original_filename } = await make.attachment(application)
    await it.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql`UPDATE attachments SET text_status = 'failed', text_failure = 'no_text' WHERE id = ${id}`))
    const { page } = await open(`${it.server.origin}/console/applications/${application}`, { key: it.own.keys.read })
    const file = page.getByRole("listitem").filter({ hasText: original_filename })
    await file.getByText("Ask for a file with text").waitFor()
    expect(await file.count()).toBe(1)
  })

  test("a file by whose name a system would run it is saved under another one", async () => {
    const make = makers(it.call, it.own.keys.write, it.own.keys.admin)
    const { id: application } = await make.application((await make.job()).id, (await make.candidate()).id)
    await make.attachment(application, upload(new File(["alert(1)"], "M\u00fcller.js")))
    const { page } = await open(`${it.server.origin}/console/applications/${application}`, { key: it.own.keys.read })
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Save M\u00fcller.js" }).click()
    expect((await saved).suggestedFilename()).toBe("M\u00fcller.js.txt")
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the files of an application", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("files in the console", files)
