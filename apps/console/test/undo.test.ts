/** What was done at the desk is asked before, or taken back whole: on the real server, in a browser. */
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, endNotices, executablePath, findingsOfPage, type Page } from "./Browser.ts"

interface Application {
  readonly status: string
  readonly closed_at: string | null
  readonly rejection_reason: string | null
  readonly stage: { readonly name: string }
  readonly notes: ReadonlyArray<{ readonly body: string }>
}

const undo = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const stored = async (id: string) => {
    const { body } = await it.call<{ readonly application: Application }>("GET", `/applications/${id}`, {
      key: it.own.keys.read
    })
    const { closed_at, notes, rejection_reason, stage, status } = body.application
    return { closed_at, notes: notes.map(({ body }) => body), rejection_reason, stage: stage.name, status }
  }

  /** An application in the stage Screen, with a note. */
  const applicant = async () => {
    const { make, keys } = it.own
    const { id: jobId, stages } = await make.job()
    const { full_name } = await make.candidate()
    const candidate = await make.candidate({ full_name: `${full_name} ${crypto.randomUUID().slice(0, 8)}` })
    const { id } = await make.application(jobId, candidate.id)
    await it.call("POST", `/applications/${id}/move`, { key: keys.write, body: { stage_id: stages[1]!.id } })
    await make.note(id, "Knows compilers.")
    return { id, jobId, name: candidate.full_name, before: await stored(id) }
  }

  test("hiring asks; hiring, rejecting with a note, moving and withdrawing are taken back, the stage included", async () => {
    const { before, id, name } = await applicant()
    const page = await desk(`/applications/${id}`)
    const takenBack = async () => {
      await page.getByText("Undone").waitFor()
      expect(await stored(id)).toEqual(before)
      await page.getByLabel("Stages").getByRole("button", { name: before.stage }).and(
        page.locator("[aria-current=step]")
      ).waitFor()
    }
    await page.getByRole("button", { name: "Hire", exact: true }).click()
    await page.getByRole("dialog", { name: `Hire ${name}?` }).getByRole("button", { name: "Cancel" }).click()
    expect(await stored(id)).toEqual(before)
    await page.getByRole("button", { name: "Hire", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Hire", exact: true }).click()
    await page.getByText(`${name} was hired.`).waitFor()
    expect(await stored(id)).toMatchObject({ stage: "Hired", status: "hired" })
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Undo" }).click()
    await takenBack()

    await endNotices(page)
    await page.getByRole("button", { name: "Reject" }).press("Enter")
    await page.getByRole("dialog").getByLabel("Note").fill("Asks for more than the range allows.")
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).press("Enter")
    await page.getByText("was rejected").waitFor()
    await page.keyboard.press("Control+z")
    await takenBack()
    // What was written is there for another rejection.
    await page.getByRole("button", { name: "Reject" }).press("Enter")
    expect(await page.getByRole("dialog").getByLabel("Note").inputValue()).toBe("Asks for more than the range allows.")

    await page.reload()
    await page.getByRole("button", { name: "Offer" }).press("Enter")
    await page.getByText(`${name} moved to Offer.`).waitFor()
    await page.keyboard.press("Control+z")
    await takenBack()

    await endNotices(page)
    await page.getByRole("button", { name: "More actions" }).press("Enter")
    await page.getByRole("button", { name: "Mark as withdrawn" }).press("Enter")
    await page.getByText("Application marked as withdrawn").waitFor()
    await page.keyboard.press("Control+z")
    await takenBack()
  })

  test("on a board a card comes back to its column, also from the hired ones, for which it asks", async () => {
    const { before, id, jobId, name } = await applicant()
    const page = await desk(`/jobs/${jobId}`)
    const inScreen = page.getByRole("region", { name: "Screen", exact: true }).getByRole("link", { name })
    for (const stage of ["Interview", "Hired"]) {
      await page.getByRole("button", { name: `Move ${name}` }).click()
      await page.getByRole("dialog").getByRole("button", { name: stage }).click()
      if (stage === "Hired")
        await page.getByRole("dialog", { name: `Hire ${name}?` }).getByRole("button", { name: "Hire", exact: true })
          .click()
      await page.getByRole("region", { name: stage, exact: true }).getByRole("link", { name }).waitFor()
      await page.getByRole("button", { name: "Undo" }).click()
      await inScreen.waitFor()
      expect(await stored(id)).toEqual(before)
    }
    await inScreen.focus()
    await page.keyboard.press("Shift+ArrowRight")
    await page.getByText(`${name} moved to Interview.`).waitFor()
    await page.keyboard.press("Control+z")
    await inScreen.and(page.locator(":focus")).waitFor()
  })

  test("what somebody else has changed since is not taken back, and the notice says who changed it", async () => {
    const { id, jobId, name } = await applicant()
    const page = await desk(`/jobs/${jobId}`)
    await page.getByRole("button", { name: `Move ${name}` }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Interview" }).click()
    await page.getByText(`${name} moved to Interview.`).waitFor()
    await it.call("POST", `/applications/${id}/withdraw`, { key: it.own.keys.other_author })
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Couldn't undo that. Alan Turing marked it as withdrawn just now.").waitFor()
    expect(await stored(id)).toMatchObject({ stage: "Interview", status: "withdrawn" })
  })

  test("a note that is deleted comes back by Undo; without it, it is deleted when the page is left", async () => {
    const { before, id } = await applicant()
    const page = await desk(`/applications/${id}`)
    const note = page.getByRole("listitem").filter({ hasText: "Knows compilers." })
    await note.getByRole("button", { name: "Delete" }).press("Enter")
    await page.getByText("The note will be deleted in a few seconds.").waitFor()
    expect(await note.count()).toBe(0)
    await page.keyboard.press("Control+z")
    await note.waitFor()
    expect((await stored(id)).notes).toEqual(before.notes)
    await note.getByRole("button", { name: "Delete" }).press("Enter")
    await note.waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Candidates" }).click()
    await page.getByRole("heading", { name: "Candidates" }).waitFor()
    expect((await stored(id)).notes).toEqual(before.notes)
    await page.goBack()
    await page.reload()
    await page.getByLabel("New note").waitFor()
    await note.waitFor({ state: "detached" })
    expect((await stored(id)).notes).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: what was done at the console is taken back", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("taking back", undo)
