/** A whole person in a browser, on the real server: merged and taken apart, exported, anonymised, deleted. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { readFile } from "node:fs/promises"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

interface Person {
  readonly full_name: string
  readonly tags: ReadonlyArray<string>
  readonly anonymised_at: string | null
}

const person = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const opened = async (path: string) =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const known = async (id: string) => {
    const { body, status } = await it.call<{ readonly candidate: Person }>("GET", `/candidates/${id}`, {
      key: it.own.keys.read
    })
    return status === 200 ? body.candidate : undefined
  }

  test("two records of one person are merged after a preview of what changes, and taken apart again", async () => {
    const survivor = await make.candidate({ full_name: "Ada Lovelace", university: "London", tags: ["math"] })
    const merged = await make.candidate({
      full_name: "Ada King",
      primary_email: survivor.primary_email,
      university: "Ockham",
      location: "Surrey",
      tags: ["poetry"]
    })
    const job = await make.job({ title: "Enchantress of Numbers" })
    await make.application(job.id, merged.id)
    const page = await opened(`/candidates/${merged.id}`)
    await page.getByText("same email address").waitFor()
    await page.getByRole("button", { name: "Merge with Ada Lovelace" }).click()
    const gets = page.getByRole("region", { name: "Ada Lovelace gets" })
    await gets.getByText("Enchantress of Numbers").waitFor()
    expect(await gets.getByRole("definition").allInnerTexts()).toEqual(["Surrey", "poetry", "Enchantress of Numbers"])
    const lost = page.getByRole("region", { name: "Conflicting details (not kept)" })
    expect(await lost.getByRole("definition").allInnerTexts()).toEqual([
      "Ada King stays Ada Lovelace",
      "Ockham stays London"
    ])
    expect(await findingsOfPage(page)).toEqual([])
    expect((await known(merged.id))?.full_name).toBe("Ada King")

    await page.getByRole("button", { name: "Merge", exact: true }).click()
    await page.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
    await page.getByText("Ada King was merged into Ada Lovelace.").waitFor()
    expect(await known(merged.id)).toMatchObject({ full_name: "Ada Lovelace", tags: ["math", "poetry"] })
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByRole("heading", { name: "Ada King" }).waitFor()
    expect(await known(survivor.id)).toMatchObject({ tags: ["math"] })

    // Also later than the notice is there, with the other record staying.
    await page.getByRole("button", { name: "Merge with Ada Lovelace" }).click()
    await page.getByRole("radio", { name: /Ada King/ }).check()
    await page.getByRole("region", { name: "Ada King gets" }).getByText("math").waitFor()
    await page.getByRole("button", { name: "Merge", exact: true }).click()
    await page.getByRole("button", { name: "Undo merge" }).click()
    await page.getByText("Ada Lovelace is a separate candidate again.").waitFor()
    expect((await known(survivor.id))?.full_name).toBe("Ada Lovelace")
  })

  test("a person is anonymised after a question, with the other records where one says so", async () => {
    const one = await make.candidate({ full_name: "Emil Berliner" })
    const other = await make.candidate({ full_name: "E. Berliner", primary_email: one.primary_email })
    const page = await opened(`/candidates/${one.id}`)
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("button", { name: "Anonymize…" }).click()
    await page.getByRole("dialog").getByText("E. Berliner, candidate").waitFor()
    await page.getByLabel("Anonymize these too").check()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Anonymize", exact: true }).click()
    await page.getByText("Personal data removed").waitFor()
    expect((await known(one.id))?.anonymised_at).not.toBeNull()
    expect((await known(other.id))?.anonymised_at).not.toBeNull()
  })

  test("a person is deleted after a question, and not where it is taken back", async () => {
    const one = await make.candidate({ full_name: "Otto Lilienthal" })
    const page = await opened(`/candidates/${one.id}`)
    const remove = async () => {
      await page.getByRole("button", { name: "More actions" }).click()
      await page.getByRole("button", { name: "Delete…" }).click()
      await page.getByRole("button", { name: "Delete", exact: true }).click()
      await page.getByText("Otto Lilienthal will be deleted in a few seconds.").waitFor()
      expect(await page.getByRole("link", { name: "Otto Lilienthal" }).count()).toBe(0)
    }
    await remove()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("link", { name: "Otto Lilienthal" }).click()
    await remove()
    // What is held for Undo is sent with the end of the page.
    const sent = page.waitForResponse((response) => response.request().method() === "DELETE")
    await page.evaluate(() => dispatchEvent(new Event("pagehide")))
    await sent
    expect(await known(one.id)).toBeUndefined()
  })

  test("all that is kept of a person is saved as JSON", async () => {
    const { full_name, id, primary_email } = await make.candidate()
    await make.note(id, "Met at a conference.", "candidates")
    const page = await opened(`/candidates/${id}`)
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("button", { name: "Export all as JSON" }).click()
    expect((await saved).suggestedFilename()).toBe(`${full_name}.json`)
    const text = await readFile(await (await saved).path(), "utf8")
    expect(JSON.parse(text)).toMatchObject({
      candidate: { id, primary_email },
      notes: [{ body: "Met at a conference." }]
    })
  })

  test("who has an email address already is said while one types it", async () => {
    const { full_name, id, primary_email } = await make.candidate()
    const page = await opened(`/jobs/${(await make.job()).id}`)
    await page.getByRole("button", { name: "Add applicant" }).click()
    await page.getByLabel("Email address").fill(primary_email!.toUpperCase())
    const said = page.getByRole("status").filter({ hasText: "already has this email address." })
    expect(await said.getByRole("link", { name: full_name }).getAttribute("href")).toEndWith(`/candidates/${id}`)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a person is merged, exported and erased", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a person in the console", person)
