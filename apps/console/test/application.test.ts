/**
 * An application in a browser, on the real server: its papers beside what the team says, and how either is added to.
 */
import { makers, type Makers, upload } from "@candor/api/testing/Makers"
import { findNoText } from "@candor/api/testing/Workers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, follow, type Page } from "./Browser.ts"

/** A page with one line, without a font or a table of contents: pdf.js reads it all the same. */
const cv = [
  "%PDF-1.4",
  "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
  "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
  "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 594]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>endobj",
  "4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
  "5 0 obj<</Length 47>>stream\nBT /F 24 Tf 40 500 Td (Grinds lenses) Tj ET    \nendstream endobj",
  "trailer<</Root 1 0 R>>",
  "%%EOF"
].join("\n")

/** A picture of one point. */
const picture = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)

interface Application {
  readonly notes: ReadonlyArray<{ readonly body: string }>
  readonly attachments: ReadonlyArray<
    { readonly id: string; readonly original_filename: string; readonly file_type: string }
  >
}

const application = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const made = async () => {
    const job = await make.job()
    return { job, application: await make.application(job.id, (await make.candidate()).id) }
  }

  const opened = (path: string, width = 1280) =>
    open(`${it.server.origin}/console${path}`, { key: it.own.keys.write, width })

  const stored = async (id: string) =>
    (await it.call<{ readonly application: Application }>("GET", `/applications/${id}`, { key: it.own.keys.read })).body
      .application

  /** Drops files on what is in the middle of an element. */
  const drop = async (page: Page, target: string, names: ReadonlyArray<string>) => {
    const dataTransfer = await page.evaluateHandle((names) => {
      const data = new DataTransfer()
      for (const name of names) data.items.add(new File([`This is ${name}.`], name, { type: "text/plain" }))
      return data
    }, names)
    await page.dispatchEvent(target, "dragover", { dataTransfer })
    await page.getByText("Drop to add").waitFor()
    await page.dispatchEvent(target, "drop", { dataTransfer })
  }

  test("the CV stands as a page beside the notes, its text can be selected, and no other host is asked for anything", async () => {
    const { application: { id } } = await made()
    await make.attachment(id, upload(new File([cv], "cv.pdf")))
    await make.note(id, "![](https://elsewhere.example/seen.png)")
    const { errors, page } = await opened("/jobs")
    const asked = new Set<string>()
    page.on("request", (request) => asked.add(new URL(request.url()).origin))
    await follow(page, `/applications/${id}`)
    const view = page.getByRole("region", { name: "cv.pdf" })
    await view.getByText("Grinds lenses").waitFor()
    // The drawing is done once there is ink on the page.
    await page.waitForFunction(() => {
      const canvas = document.querySelector("canvas")!
      return canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value < 100)
    })
    const [left, right] = [await view.boundingBox(), await page.getByLabel("New note").boundingBox()]
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x)
    expect([...asked].filter((origin) => !origin.startsWith("blob:") && origin !== "null")).toEqual([it.server.origin])
    expect(await findingsOfPage(page)).toEqual([])
    // With the file its worker ends, and its drawing takes no memory.
    const canvas = await view.locator("canvas").elementHandle()
    const ended = page.workers()[0]!.waitForEvent("close")
    await page.getByRole("button", { name: "cv.pdf", expanded: true }).click()
    await ended
    expect(await canvas!.evaluate((element) => (element as HTMLCanvasElement).width)).toBe(0)
    expect(errors).toEqual([])
  })

  test("images and texts are shown, and of another type there is a file to save", async () => {
    const { application: { id } } = await made()
    await make.attachment(id, upload(new File([picture], "portrait.png")))
    await make.attachment(id, upload(new File(["Speaks Danish."], "letter.txt")))
    await make.attachment(id, upload(new File(["{\\rtf1 Danish}"], "letter.rtf")))
    // In a narrow place nothing is open by itself.
    const { errors, page } = await opened(`/applications/${id}`, 360)
    await page.getByRole("button", { name: "portrait.png", expanded: false }).click()
    await page.getByRole("img", { name: "portrait.png" }).waitFor()
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1)
    await page.getByRole("button", { name: "letter.txt", expanded: false }).click()
    await page.getByText("Speaks Danish.").waitFor()
    await page.getByRole("button", { name: "letter.rtf", expanded: false }).click()
    await page.getByText("Download it to read it.").waitFor()
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Save letter.rtf" }).click()
    expect((await saved).suggestedFilename()).toBe("letter.rtf")
    expect(errors).toEqual([])
  })

  test("one timeline has notes, feedback, moves and files with who did them, the newest first", async () => {
    const { application: { id }, job } = await made()
    await make.attachment(id, upload(new File([cv], "cv.pdf")))
    await make.note(id, "Wrote **one** paper.")
    await it.call("POST", `/applications/${id}/move`, { key: it.own.keys.admin, body: { stage_id: job.stages[1]!.id } })
    await make.feedback(id, { body: "Clear thinking." })
    const { page } = await opened(`/applications/${id}`)
    const entries = page.getByRole("listitem")
    await entries.filter({ hasText: "Added in Applied" }).waitFor()
    const texts = (await entries.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " "))
    const places = ["Clear thinking.", "Moved to Screen", "Wrote one paper.", "cv.pdf was added", "Added in Applied"]
      .map((text) => texts.findIndex((entry) => entry.includes(text)))
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(places).not.toContain(-1)
    for (const place of places) expect(texts[place]).toContain("Ada Lovelace, just now")
    await page.locator("strong", { hasText: "one" }).waitFor()
  })

  test("a note is written by the keyboard alone, in Markdown whose HTML is but text", async () => {
    const { application: { id } } = await made()
    const { errors, page } = await opened(`/applications/${id}`)
    await page.getByLabel("New note").focus()
    await page.keyboard.type("Knows *lenses*.\n<img src=x onerror=alert(1)>")
    await page.keyboard.press("Control+Enter")
    await page.locator("em", { hasText: "lenses" }).waitFor()
    await page.getByText("<img src=x onerror=alert(1)>").waitFor()
    expect(await page.getByRole("img").count()).toBe(0)
    expect(await page.getByLabel("New note").and(page.locator(":focus")).inputValue()).toBe("")
    expect((await stored(id)).notes).toHaveLength(1)
    expect(errors).toEqual([])
  })

  test("files are added by dropping them, on an application and while an applicant is added", async () => {
    const { application: { id }, job } = await made()
    const { page } = await opened(`/applications/${id}`)
    await page.getByLabel("New note").waitFor()
    const adding = page.waitForRequest((request) => request.method() === "POST")
    await drop(page, ".talk", ["cv.txt", "cover letter.txt"])
    await page.getByText("2 files added").waitFor()
    // What a worker finds in a file has the id of the request that added it, and is seen at once all the same.
    const file = (await stored(id)).attachments.find(({ original_filename }) => original_filename === "cv.txt")
    await findNoText(it, file!.id, (await adding).headers()["x-request-id"]!)
    await page.getByText("Ask for a text version").waitFor()
    expect(
      (await stored(id)).attachments.map(({ file_type, original_filename }) => [original_filename, file_type])
        .toSorted()
    )
      .toEqual([["cover letter.txt", "cover_letter"], ["cv.txt", "resume"]])

    await follow(page, `/jobs/${job.id}`)
    await page.getByRole("button", { name: "Add applicant" }).click()
    await drop(page, ".chosen-files", ["lebenslauf.txt", "zeugnis.txt", "wrong.txt"])
    await page.getByRole("button", { name: "Remove wrong.txt" }).click()
    await page.getByLabel("Full name").fill("Joseph Fraunhofer")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("link", { name: "Joseph Fraunhofer" }).click()
    // The last one is uploaded after the others.
    await page.getByRole("button", { name: "zeugnis.txt" }).first().waitFor()
    const added = await stored(new URL(page.url()).searchParams.get("application")!)
    expect(added.attachments.map(({ file_type, original_filename }) => [original_filename, file_type]).toSorted())
      .toEqual([["lebenslauf.txt", "resume"], ["zeugnis.txt", "other"]])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the papers and the timeline of an application", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("an application in the console", application)
