/** An office's list in a browser, in German: its own words for jobs and statuses become jobs, stages and ends. */
import { workOnImports } from "@candor/api/testing/Workers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, findingsOfPage, follow } from "./Browser.ts"

const titles = ["Softwareentwicklung", "Softwareentwickler (m/w/d)", "Pflege"]
const statuses = ["Vorauswahl", "Absage", "zurückgezogen", "Eingestellt", "Archiv", "Probetag"]

/** Titles of jobs that Candor does not have, by the number of the person. */
const missing: Readonly<Record<number, string>> = { 16: "Hausmeister/in", 18: "Empfang" }

/** 20 people. The last status stands in one line alone. */
const list = [
  "Name;E-Mail;Stelle;Status;Beworben am",
  ...Array.from({ length: 20 }, (_, at) =>
    [
      `Person ${String.fromCharCode(65 + at)}`,
      `person${at}@example.com`,
      missing[at] ?? titles[at % 3]!,
      statuses[at === 19 ? 5 : at % 5]!,
      "01.10.2026"
    ].join(";"))
].join("\r\n")

const importing = () => {
  const open = browserWindow({ locale: "de-DE" })
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  afterAll(() => it.backend.close())

  test("an administrator says what a list's words mean, and finds its 20 people on the boards, by their ends", async () => {
    const stages = ["Eingegangen", "Vorauswahl", "Interview", "Eingestellt"].map((name) => ({ name }))
    const software = await it.own.make.job({ title: "Softwareentwicklung", stages })
    const nursing = await it.own.make.job({ title: "Pflegefachkraft", stages, location: "Köln" })
    await it.own.make.job({ title: "Pflegefachkraft", stages, location: "Bonn" })
    const old = await it.own.make.job({ title: "Archivar", stages })
    await it.call("PATCH", `/jobs/${old.id}`, { key: it.own.keys.admin, body: { status: "closed" } })
    await it.call("PATCH", "/organization", {
      key: it.own.keys.admin,
      body: { retention: { anonymise_after_months: 12 } }
    })
    const { errors, page } = await open(`${it.server.origin}/console/imports`, { key: it.own.keys.admin })
    await page.getByLabel("Datei", { exact: true }).setInputFiles({
      name: "bewerber.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(list, "latin1")
    })
    await page.getByText("Datei wird gelesen").waitFor()
    await workOnImports(it)
    await page.getByRole("heading", { name: "Werte von „Stelle“" }).waitFor()
    const part = (name: string) =>
      page.locator("section.part section.part").filter({
        has: page.getByRole("heading", { name: `Werte von „${name}“` })
      })
    const valuesOf = (name: string) => part(name).getByRole("rowheader").allInnerTexts()
    expect(await valuesOf("Stelle")).toEqual([
      "Pflege Unklar",
      "Softwareentwickler (m/w/d) Unklar",
      "Empfang Unklar",
      "Hausmeister/in Unklar",
      "Softwareentwicklung"
    ])
    expect(await valuesOf("Status")).toEqual([
      "Archiv Unklar",
      "Probetag Unklar",
      "Absage",
      "Eingestellt",
      "Vorauswahl",
      "zurückgezogen"
    ])
    const readAs = (value: string) => page.getByLabel(`${value} lesen als`)
    expect(await readAs("Absage").inputValue()).toBe("rejected")
    expect(await findingsOfBothLooks(page)).toEqual([])
    await readAs("Softwareentwickler (m/w/d)").press("S")
    await readAs("Pflege").selectOption("Pflegefachkraft (Köln)")
    const titlesOf = async () => {
      const { body } = await it.call<{ readonly jobs: ReadonlyArray<{ status: string; title: string }> }>(
        "GET",
        "/jobs?limit=100",
        { key: it.own.keys.read }
      )
      return body.jobs.filter(({ title }) => Object.values(missing).includes(title))
        .map(({ status, title }) => `${title} ${status}`)
    }
    expect(await readAs("Empfang").locator("option").nth(1).innerText()).toBe("Neue Stelle „Empfang“ (Entwurf)")
    expect(await readAs("Empfang").locator("optgroup").last().getAttribute("label")).toBe("Geschlossene Stellen")
    await readAs("Empfang").press("N")
    const create = part("Stelle").getByRole("button", { name: "Entwurf anlegen" })
    await create.waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    expect(await titlesOf()).toEqual([])
    await create.dblclick()
    await page.getByText("Stelle „Empfang“ als Entwurf angelegt").waitFor()
    await readAs("Hausmeister/in").selectOption("Neue Stelle „Hausmeister/in“ (Entwurf)")
    await page.getByText("Stelle „Hausmeister/in“ als Entwurf angelegt").waitFor()
    expect(await titlesOf()).toEqual(["Hausmeister/in draft", "Empfang draft"])
    await part("Stelle").getByText("Candor versteht alle.").waitFor()
    await readAs("Archiv").selectOption("Abgesagt")
    await part("Status").getByText("1 Wert ist unklar.").waitFor()
    await page.getByRole("button", { name: "Zeilen prüfen" }).press("Enter")
    await page.getByText("Noch wird nichts importiert.").waitFor()
    await workOnImports(it)
    await page.getByText("19 neue Personen; 1 Zeile mit einem Problem").waitFor()
    await page.getByText("„Probetag“ – Kein eindeutiger Status").waitFor()
    expect(await readAs("Pflege").inputValue()).toBe(nursing.id)
    await readAs("Probetag").selectOption("Interview")
    await page.getByRole("button", { name: "Zeilen prüfen" }).press("Enter")
    await page.getByText("Noch wird nichts importiert.").waitFor()
    await workOnImports(it)
    const run = page.getByRole("button", { name: "20 Zeilen importieren" })
    await run.waitFor()
    await page.getByText("Die Aufbewahrungsregel gilt auch für importierte Personen").waitFor()
    const forRows = page.getByLabel("Stelle (optional)").locator("optgroup[label='Geschlossene Stellen'] option")
    expect(await forRows.allInnerTexts()).toEqual(["Archivar"])
    const row = page.getByRole("row").filter({ hasText: "Person B" })
    await row.locator(".badge").first().waitFor()
    expect(await row.locator(".badge").allInnerTexts()).toEqual(["Neu", "Abgesagt"])
    expect(await findingsOfPage(page)).toEqual([])
    await run.press("Enter")
    await page.getByText("Sie können diese Seite verlassen.").waitFor()
    await workOnImports(it)
    await page.getByRole("link", { name: "Neue Personen anzeigen" }).waitFor()

    const applications = async (job_id: string) => {
      const { body } = await it.call<
        { readonly applications: ReadonlyArray<{ status: string; stage: { name: string } }> }
      >(
        "GET",
        `/applications?limit=100&job_id=${job_id}`,
        { key: it.own.keys.read }
      )
      const of = Map.groupBy(body.applications, ({ stage, status }) => `${stage.name} ${status}`)
      return Object.fromEntries([...of].map(([name, { length }]) => [name, length]))
    }
    expect(await applications(software.id)).toEqual({
      "Vorauswahl active": 3,
      "Eingegangen rejected": 4,
      "Eingegangen withdrawn": 2,
      "Eingestellt hired": 2,
      "Interview active": 1
    })
    expect(await applications(nursing.id)).toEqual({
      "Vorauswahl active": 1,
      "Eingegangen rejected": 2,
      "Eingegangen withdrawn": 2,
      "Eingestellt hired": 1
    })
    await follow(page, `/jobs/${nursing.id}?shown=rejected`)
    await page.getByText("Person L").waitFor()
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the values of an import", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the values of an import", importing)
