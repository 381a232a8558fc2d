/** Notes and files of a candidate in a browser, beside the notes on its applications. */
import { makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath } from "./Browser.ts"

const candidate = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("a note is written, edited and deleted, a file is added, saved and deleted; notes of applications name their jobs", async () => {
    const make = makers(it.call, it.own.keys.write, it.own.keys.admin)
    const { id, full_name } = await make.candidate()
    const { id: application, job } = await make.application((await make.job()).id, id)
    await make.note(application, "Asks good questions.")
    const { errors, page } = await open(`${it.server.origin}/console/candidates/${id}`, { key: it.own.keys.write })
    await page.getByRole("heading", { name: full_name }).waitFor()
    const ofApplication = page.getByRole("listitem").filter({ hasText: "Asks good questions." })
    expect(await ofApplication.getByRole("link", { name: job.title }).getAttribute("href")).toEndWith(
      `/applications/${application}`
    )

    await page.getByLabel("New note").fill("Met at a conference.")
    await page.getByRole("button", { name: "Add note" }).click()
    const note = page.getByRole("listitem").filter({ hasText: "Met at a conference" })
    await note.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Note", { exact: true }).fill("Met at a conference, and again.")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await note.getByText("and again.").waitFor()
    expect(await note.getByRole("link").count()).toBe(0)

    await page.getByRole("button", { name: "Add file" }).click()
    const chosen = page.waitForEvent("filechooser")
    await page.getByLabel("File", { exact: true }).click()
    await (await chosen).setFiles({ name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from("Compilers") })
    await page.getByRole("button", { name: "Upload" }).click()
    const file = page.getByRole("listitem").filter({ hasText: "cv.txt" })
    await file.waitFor()
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Save cv.txt" }).click()
    expect((await saved).suggestedFilename()).toBe("cv.txt")

    for (const [one, name] of [[note, "Delete note"], [file, "Delete cv.txt"]] as const) {
      await one.getByRole("button", { name }).click()
      await one.waitFor({ state: "detached" })
    }
    // What is held for Undo is sent with the end of the page.
    await page.reload()
    await page.getByText("No files yet.").waitFor()
    expect(await note.count()).toBe(0)
    await ofApplication.waitFor()
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: notes and files of a candidate", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a candidate in the console", candidate)
