/** The desk in a browser, on the real server: what is done there is seen in the API and in its change feed. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

interface Event {
  readonly type: string
  readonly subject_id: string
  readonly data: { readonly stage_id?: string }
}

const desk = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const page = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const eventsOf = async (subject: string, type: string) => {
    const { body } = await it.call<{ readonly events: ReadonlyArray<Event> }>(
      "GET",
      `/events?types=${type}&limit=1000`,
      { key: it.own.keys.admin }
    )
    return body.events.filter(({ subject_id }) => subject_id === subject)
  }

  /** A job with the usual stages, and one application in the first of them. */
  const jobWithApplicant = async () => {
    const job = await make.job()
    const candidate = await make.candidate()
    const application = await make.application(job.id, candidate.id)
    return { job, candidate, application }
  }

  test("a card that is dragged to another stage is moved, with an event", async () => {
    const { application, candidate, job } = await jobWithApplicant()
    const board = await page(`/jobs/${job.id}`)
    const moved = board.waitForResponse((response) => response.url().endsWith(`/applications/${application.id}/move`))
    const card = board.getByRole("listitem").filter({ hasText: candidate.full_name })
    await card.waitFor()
    // What loads meanwhile would move the card from under the pointer.
    await board.evaluate(() => new Promise<void>((idle) => requestIdleCallback(() => idle())))
    await card.dragTo(board.getByRole("region", { name: "Interview", exact: true }))
    expect((await moved).status()).toBe(200)
    await board.getByRole("region", { name: "Interview", exact: true }).getByText(candidate.full_name).waitFor()
    expect(await eventsOf(application.id, "application.moved")).toMatchObject([
      { data: { stage_id: job.stages.find(({ name }) => name === "Interview")!.id } }
    ])
  })

  test("a move that somebody else has made impossible says who did, and shows what is so", async () => {
    const { application, candidate, job } = await jobWithApplicant()
    const board = await page(`/jobs/${job.id}`)
    await board.route(`**/applications/${application.id}/move`, async (route) => {
      await it.call("POST", `/applications/${application.id}/withdraw`, { key: it.own.keys.write })
      await route.continue()
    })
    await board.getByRole("button", { name: `Move ${candidate.full_name}` }).click()
    await board.getByRole("button", { name: "Offer" }).click()
    await board.getByRole("alert").getByText("Ada Lovelace marked it as withdrawn just now.").waitFor()
    // It has left the board.
    await board.getByRole("link", { name: candidate.full_name }).waitFor({ state: "detached" })
  })

  test("who was hired is on the board, also of a job without a stage named Hired", async () => {
    const job = await make.job({ stages: [{ name: "Applied" }, { name: "Offer" }] })
    const candidate = await make.candidate()
    const { id } = await make.application(job.id, candidate.id)
    await it.call("POST", `/applications/${id}/hire`, { key: it.own.keys.write })
    const board = await page(`/jobs/${job.id}`)
    await board.getByRole("listitem").filter({ hasText: candidate.full_name }).getByText("Hired").waitFor()
  })

  test("a note, a rejection with its reason and the history are seen on the application", async () => {
    const { application } = await jobWithApplicant()
    const shown = await page(`/applications/${application.id}`)
    await shown.getByLabel("New note").fill("Knows compilers.")
    await shown.getByRole("button", { name: "Add note" }).click()
    await shown.getByText("Knows compilers.").waitFor()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await shown.route("**/rejection-reasons*", async (route) => {
      await arrived
      await route.continue()
    })
    await shown.getByRole("button", { name: "Reject" }).click()
    const dialog = shown.getByRole("dialog")
    // Nothing can be sent before there are reasons to choose from.
    await dialog.getByRole("status", { name: "Loading" }).waitFor()
    expect(await dialog.getByRole("button", { name: "Reject" }).count()).toBe(0)
    arrive()
    await dialog.getByRole("button", { name: "Reject" }).click()
    await shown.getByText("Reason:").waitFor()
    const { body } = await it.call<
      { readonly application: { readonly status: string; readonly notes: ReadonlyArray<{ readonly body: string }> } }
    >(
      "GET",
      `/applications/${application.id}`,
      { key: it.own.keys.read }
    )
    expect(body.application.status).toBe("rejected")
    expect(body.application.notes.map((note) => note.body)).toEqual(["Knows compilers."])
  })

  test("a person sees an event that another one causes, without a reload", async () => {
    const activity = await page("/activity")
    await activity.getByText("Live").waitFor()
    await make.job({ title: "Night-shift Astronomer" })
    await activity.getByText("Night-shift Astronomer").first().waitFor()
  })

  test("candidates are found as one types, with the words marked", async () => {
    await make.candidate({ full_name: "Wilhelmina Quartz" })
    const candidates = await page("/candidates")
    await candidates.getByLabel("Search candidates").pressSequentially("quar")
    await candidates.locator("mark", { hasText: "Quartz" }).waitFor()
  })

  test("a prospect is shortlisted, and converted into an applicant", async () => {
    const { job } = await jobWithApplicant()
    await it.call("PATCH", `/jobs/${job.id}`, {
      key: it.own.keys.write,
      body: { title: "Glass Blower", status: "published" }
    })
    const search = await page("/sourcing")
    await search.getByRole("button", { name: "New project" }).click()
    await search.getByLabel("Name").fill("Glass people")
    await search.getByRole("button", { name: "Create", exact: true }).click()
    await search.getByRole("button", { name: "Add prospect" }).click()
    await search.getByLabel("Full name").fill("Greta Glas")
    await search.getByLabel("Email address").fill("greta@example.com")
    await search.getByRole("button", { name: "Add", exact: true }).click()
    await search.getByRole("button", { name: "Shortlist: Greta Glas" }).click()
    await search.getByRole("button", { name: "Remove from shortlist: Greta Glas" }).waitFor()
    await search.getByRole("button", { name: "Add to job: Greta Glas" }).click()
    await search.getByLabel("Job", { exact: true }).selectOption({ label: "Glass Blower" })
    await search.getByRole("button", { name: "Add to job", exact: true }).click()
    await search.getByRole("link", { name: "Application of Greta Glas" }).click()
    await search.getByRole("heading", { name: "Greta Glas" }).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the desk of the console works on the real server", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the desk", desk)
