/** The import of people in a browser, on the real server: from a list as an office has it to people, and back. */
import { workOnImports } from "@candor/api/testing/Workers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

/** A title above the header, an empty line, umlauts of Windows-1252, and a person with a wrong address. */
const list = [
  "Bewerberliste Herbst;;;",
  "Name;E-Mail;Telefon;Kommentar",
  "\"Müller, Anna\";anna@example.com;0151 2345678;Kommt aus Köln",
  ";;;",
  "Jörg Weiß;joerg@example.com;;",
  "Zoë Groß;zoe-at-example.com;;"
].join("\r\n")

const importing = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  const people = async () => {
    const { candidates } = (await it.call<{ readonly candidates: ReadonlyArray<{ readonly full_name: string }> }>(
      "GET",
      "/candidates?sort=name",
      { key: it.own.keys.read }
    )).body
    return candidates.map(({ full_name }) => full_name)
  }

  const choose = (page: Page) =>
    page.getByLabel("File", { exact: true }).setInputFiles({
      name: "bewerber.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(list, "latin1")
    })

  test("an administrator imports a German list by the keyboard, sees each problem before, and undoes it", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/imports`, { key: it.own.keys.admin })
    await page.getByRole("heading", { name: "Import", level: 1 }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await choose(page)
    await page.getByText("Reading the file…").waitFor()
    await workOnImports(it)
    const goesTo = (column: string) => page.getByLabel(`${column} goes to`)
    await goesTo("Name").waitFor()
    expect(await Promise.all(["Name", "E-Mail", "Telefon", "Kommentar"].map((column) => goesTo(column).inputValue())))
      .toEqual(["full_name", "email", "phone", "note"])
    await page.getByText("Müller, Anna · Jörg Weiß · Zoë Groß").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByLabel("Tag for new people (optional)").fill("autumn list")
    await page.getByRole("button", { name: "Check rows" }).press("Enter")
    await page.getByText("Nothing is imported yet.").waitFor()
    await workOnImports(it)
    await page.getByText("2 new people; 1 row with a problem").waitFor()
    const problem = page.getByRole("row").filter({ hasText: "Enter an email address, for example anna@example.com." })
    expect(await problem.getByRole("rowheader").innerText()).toBe("6")
    await problem.getByText("zoe-at-example.com").waitFor()
    expect(await people()).toEqual([])
    expect(await findingsOfPage(page)).toEqual([])
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Download problems" }).press("Enter")
    expect((await saved).suggestedFilename()).toBe("bewerber-problems.csv")

    await page.getByRole("button", { name: "Import 2 rows" }).press("Enter")
    await page.getByText("You can leave this page.").waitFor()
    await workOnImports(it)
    const link = page.getByRole("link", { name: "Show new people" })
    await link.waitFor()
    expect(await link.getAttribute("href")).toContain("tag=autumn")
    expect(await people()).toEqual(["Anna Müller", "Jörg Weiß"])

    await page.getByRole("button", { name: "Undo import" }).press("Enter")
    await page.getByRole("button", { name: "Delete what was imported? Undo import" }).press("Enter")
    await page.getByText("Undoing…").waitFor()
    await workOnImports(it)
    await page.getByText("2 rows were undone.").waitFor()
    expect(await people()).toEqual([])
    expect(errors).toEqual([])
  })

  test("an administrator goes on with an upload, sees what everything of another organization would become, imports it, and undoes it", async () => {
    await it.foreign.make.candidate({ full_name: "Grace Hopper" })
    const headers = { authorization: `Bearer ${it.foreign.keys.admin}` }
    const answer = await fetch(`${it.server.origin}/api/v1/organization/export`, { headers })
    const buffer = Buffer.from(await answer.arrayBuffer())
    const { import: { id } } =
      (await it.call<{ readonly import: { readonly id: string } }>("POST", "/imports/uploads", {
        key: it.own.keys.admin,
        body: { file_name: "globex.zip", size_bytes: buffer.length }
      })).body
    const { errors, page } = await open(`${it.server.origin}/console/imports/${id}`, { key: it.own.keys.admin })
    await page.getByText("The upload was interrupted.").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    const file = { mimeType: "application/zip", buffer }
    await page.getByLabel("File", { exact: true }).setInputFiles({ ...file, name: "another.zip" })
    await page.getByText("Choose the same file: globex.zip.").waitFor()
    await page.getByLabel("File", { exact: true }).setInputFiles({ ...file, name: "globex.zip" })
    await page.getByText("Reading the file…").waitFor()
    await workOnImports(it)
    await page.getByRole("heading", { name: "Recognized" }).waitFor()
    await page.locator("#content").getByText("ada@example.com").waitFor()
    const candidates = page.getByRole("row").filter({ hasText: "Candidates" })
    expect(await candidates.getByRole("cell").allInnerTexts()).toEqual(["1", "0", "0", "0"])
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: /^Import \d+ rows?$/ }).press("Enter")
    await page.getByText("You can leave this page.").waitFor()
    await workOnImports(it)
    await page.getByRole("button", { name: "Undo import" }).waitFor()
    expect(await people()).toEqual(["Grace Hopper"])
    await page.getByRole("button", { name: "Undo import" }).press("Enter")
    await page.getByRole("button", { name: "Delete what was imported? Undo import" }).press("Enter")
    await page.getByText("Undoing…").waitFor()
    await workOnImports(it)
    await page.getByText("1 row was undone.").waitFor()
    expect(await people()).toEqual([])
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the import of people", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the import of people", importing)
