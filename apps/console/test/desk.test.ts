/** The desk in a browser, on the real server: what is done there is seen in the API and in its change feed. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { addApplications } from "@candor/sql/testing/LargeJob"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, moveClock, type Page, windowWithStillClock } from "./Browser.ts"

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

  let shared: Page | undefined

  /** Goes to a page, in one window for all tests. */
  const page = async (path: string): Promise<Page> => {
    const url = `${it.server.origin}/console${path}`
    if (shared === undefined) shared = (await open(url, { key: it.own.keys.admin })).page
    else await shared.goto(url)
    return shared
  }

  const stored = <A, E>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
    it.backend.run(Effect.flatMap(SqlClient.SqlClient, statement))

  const eventsOf = async (subject: string, type: string) => {
    const { body } = await it.call<{ readonly events: ReadonlyArray<Event> }>("GET", `/events?types=${type}&limit=1000`, { key: it.own.keys.admin })
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
    await board.getByRole("listitem").filter({ hasText: candidate.full_name }).dragTo(board.getByRole("region", { name: "Interview", exact: true }))
    expect((await moved).status()).toBe(200)
    await board.getByRole("region", { name: "Interview", exact: true }).getByText(candidate.full_name).waitFor()
    expect(await eventsOf(application.id, "application.moved")).toMatchObject([
      { data: { stage_id: job.stages.find(({ name }) => name === "Interview")!.id } }
    ])
  })

  test("Shift with an arrow key moves a card by one stage, and it keeps the focus", async () => {
    const { application, candidate, job } = await jobWithApplicant()
    const board = await page(`/jobs/${job.id}`)
    await board.getByRole("link", { name: candidate.full_name }).focus()
    await board.keyboard.press("Shift+ArrowRight")
    await board.getByText(`${candidate.full_name} is in Screen.`).waitFor()
    await board.getByRole("region", { name: "Screen", exact: true }).getByRole("link", { name: candidate.full_name }).and(board.locator(":focus")).waitFor()
    expect(await eventsOf(application.id, "application.moved")).toHaveLength(1)
  })

  test("a move that the server refuses is taken back, and the reason is shown", async () => {
    const { application, candidate, job } = await jobWithApplicant()
    const board = await page(`/jobs/${job.id}`)
    await board.getByRole("button", { name: `Move ${candidate.full_name}` }).click()
    await it.call("POST", `/applications/${application.id}/withdraw`, { key: it.own.keys.write })
    await board.getByRole("button", { name: "Offer" }).click()
    await board.getByRole("alert").getByText("withdrawn").waitFor()
    expect(await board.getByRole("region", { name: "Applied", exact: true }).getByText(candidate.full_name).count()).toBe(1)
  })

  test("who was hired is on the board, also of a job without a stage named Hired", async () => {
    const job = await make.job({ stages: [{ name: "Applied" }, { name: "Offer" }] })
    const candidate = await make.candidate()
    const { id } = await make.application(job.id, candidate.id)
    await it.call("POST", `/applications/${id}/hire`, { key: it.own.keys.write })
    const board = await page(`/jobs/${job.id}`)
    await board.getByRole("listitem").filter({ hasText: candidate.full_name }).getByText("Hired").waitFor()
  })

  test("a column has the newest 100 cards and a board the newest 100 who were hired, and says where there are more", async () => {
    const job = await make.job()
    const [actor] = await stored((sql) =>
      sql<Parameters<typeof addApplications>[0]>`SELECT organization_id, id AS user_id FROM users WHERE id = ${it.own.ids.memberId}`)
    /** Adds applications in a stage, and returns what finds their cards, the oldest first. */
    const add = async (stage: string, count: number, status = "active") => {
      const stages = job.stages.filter(({ name }) => name === stage)
      const made = await it.backend.run(addApplications(actor!, { ...job, stages }, count))
      await stored((sql) => sql`
        UPDATE applications SET status = ${status}, closed_at = CASE ${status}::text WHEN 'hired' THEN now() END
        WHERE id = ANY (${made.map(({ id }) => id)}::uuid[])`)
      return made.map(({ id }) => `#card-${id}`)
    }
    await add("Applied", 100)
    const [oldest, next] = await add("Screen", 101)
    await add("Offer", 50, "hired")
    await add("Hired", 50, "hired")
    const board = await page(`/jobs/${job.id}`)
    const columns = async () => {
      await board.locator(".card").first().waitFor()
      return await board.locator(".column").evaluateAll((columns) =>
        columns.map((column) => [column.querySelector("h2")?.textContent, column.querySelectorAll("li").length, column.textContent.includes("There are more.")]))
    }
    expect(await columns()).toEqual([
      ["Applied 100", 100, false],
      ["Screen 100+", 100, true],
      ["Interview 0", 0, false],
      ["Offer 50", 50, false],
      ["Hired 50", 50, false]
    ])
    expect([await board.locator(oldest!).count(), await board.locator(next!).count()]).toEqual([0, 1])
    await add("Hired", 1, "hired")
    await page(`/jobs/${job.id}`)
    expect((await columns()).slice(3)).toEqual([["Offer 49+", 49, true], ["Hired 51+", 51, true]])
  })

  test("the description of a job can be emptied, and a stage is added", async () => {
    const { id } = await make.job({ description_md: "Grind lenses." })
    const shown = await page(`/jobs/${id}`)
    await shown.getByRole("button", { name: "Edit" }).click()
    await shown.getByLabel("Description").fill("")
    await shown.getByLabel("New stage").fill("Trial day")
    await shown.getByRole("button", { name: "Save" }).click()
    await shown.getByRole("region", { name: "Trial day" }).waitFor()
    const { body } = await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    expect(body.job).toMatchObject({ description_md: null, employment_type: null })
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
    await shown.getByText("The reason was:").waitFor()
    const { body } = await it.call<{ readonly application: { readonly status: string; readonly notes: ReadonlyArray<{ readonly body: string }> } }>(
      "GET", `/applications/${application.id}`, { key: it.own.keys.read })
    expect(body.application.status).toBe("rejected")
    expect(body.application.notes.map((note) => note.body)).toEqual(["Knows compilers."])
  })

  test("a person sees an event that another one causes, without a reload", async () => {
    const activity = await page("/activity")
    await activity.getByText("Live").waitFor()
    await make.job({ title: "Night-shift Astronomer" })
    await activity.getByText("Night-shift Astronomer").first().waitFor()
  })

  test("the activity keeps the newest 200 events: the oldest leaves for one more", async () => {
    const discover = (count: number, full_name: string) => make.prospects(it.own.ids.searchId, ...Array.from({ length: count }, () => ({ full_name })))
    await discover(50, "Early Bird")
    // The first time these may come one by one; then they are the latest events, which are shown at first.
    await (await page("/activity")).getByText("Early Bird").nth(49).waitFor()
    const activity = await page("/activity")
    await activity.getByText("Early Bird").nth(49).waitFor()
    const shown = async () => {
      const numbers = (await activity.getByLabel("Events, the newest first").getByRole("listitem").allTextContents())
        .map((text) => Number(/#(\d+),/.exec(text)![1]))
      return { newest: numbers[0]!, oldest: numbers.at(-1)!, count: numbers.length }
    }
    const { newest } = await shown()
    const until = (number: number) => activity.getByText(`#${number},`).waitFor()
    await discover(150, "Night Owl")
    await until(newest + 150)
    expect(await shown()).toEqual({ newest: newest + 150, oldest: newest - 49, count: 200 })
    await discover(1, "Night Owl")
    await until(newest + 151)
    expect(await shown()).toEqual({ newest: newest + 151, oldest: newest - 48, count: 200 })
  })

  test("candidates are found as one types, with the words marked", async () => {
    await make.candidate({ full_name: "Wilhelmina Quartz" })
    const candidates = await page("/candidates")
    await candidates.getByLabel("Search candidates").pressSequentially("quar")
    await candidates.locator("mark", { hasText: "Quartz" }).waitFor()
  })

  test("a search shows the 30 candidates that match best, and says where there are more", async () => {
    for (let count = 0; count < 31; count++) await make.candidate({ full_name: `Zebedee ${count}` })
    const candidates = await page("/candidates")
    await candidates.getByLabel("Search candidates").fill("zebedee")
    await candidates.getByText("These 30 match best, and there are more.").waitFor()
    expect(await candidates.locator("mark", { hasText: "Zebedee" }).count()).toBe(30)
  })

  test("the console searches for candidates once nobody has typed for 180 ms", async () => {
    const candidates = await windowWithStillClock(await page("/"), it.own.keys.read)
    await candidates.goto(`${it.server.origin}/console/candidates`)
    const searched: Array<string | null> = []
    candidates.on("request", (request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith("/candidates/search")) searched.push(url.searchParams.get("q"))
    })
    const field = candidates.getByLabel("Search candidates")
    await field.pressSequentially("qu")
    await moveClock(candidates, 179)
    await field.pressSequentially("ar")
    await moveClock(candidates, 179)
    const answered = candidates.waitForResponse((response) => response.url().includes("/search?"))
    expect(searched).toEqual([])
    await moveClock(candidates, 1)
    await answered
    expect(searched).toEqual(["quar"])
    await candidates.context().close()
  })

  test("all applications of a candidate are reached, 50 at a time", async () => {
    const candidate = await make.candidate()
    for (let count = 0; count < 51; count++) await make.application((await make.job()).id, candidate.id)
    const shown = await page(`/candidates/${candidate.id}`)
    await shown.getByRole("button", { name: "Show more" }).click()
    await shown.getByRole("button", { name: "Show more" }).waitFor({ state: "detached" })
    expect(await shown.getByRole("link", { name: /Applied/ }).count()).toBe(51)
  })

  test("a prospect is shortlisted, and converted into an applicant", async () => {
    const { job } = await jobWithApplicant()
    await it.call("PATCH", `/jobs/${job.id}`, { key: it.own.keys.write, body: { title: "Glass Blower", status: "published" } })
    const search = await page("/sourcing")
    await search.getByRole("button", { name: "New search" }).click()
    await search.getByLabel("Name").fill("Glass people")
    await search.getByRole("button", { name: "Create", exact: true }).click()
    await search.getByRole("button", { name: "Add prospect" }).click()
    await search.getByLabel("Full name").fill("Greta Glas")
    await search.getByLabel("E-mail address").fill("greta@example.com")
    await search.getByRole("button", { name: "Add", exact: true }).click()
    await search.getByRole("button", { name: "Shortlist: Greta Glas" }).click()
    await search.getByRole("button", { name: "Take off the shortlist: Greta Glas" }).waitFor()
    await search.getByRole("button", { name: "Convert Greta Glas" }).click()
    await search.getByLabel("Job").selectOption({ label: "Glass Blower" })
    await search.getByRole("button", { name: "Make an applicant" }).click()
    await search.getByRole("link", { name: "Application of Greta Glas" }).click()
    await search.getByRole("heading", { name: "Greta Glas" }).waitFor()
  })

  test("a prospect is converted for one of the newest 100 published jobs, and the dialog says where there are more", async () => {
    const { organization: { id }, ids: { searchId } } = it.own
    const publish = (title: string, count: number, created_at: string) =>
      stored((sql) => sql`
        WITH job AS (
          INSERT INTO jobs (organization_id, id, title, status, show_salary, version, created_at, updated_at)
          SELECT ${id}, gen_random_uuid(), ${title}, 'published', false, 1, ${created_at}::timestamptz, now()
          FROM generate_series(1, ${count}::integer)
          RETURNING *
        )
        INSERT INTO stages (organization_id, job_id, id, name, order_index) SELECT organization_id, id, id, 'Applied', 0 FROM job`)
    await stored((sql) => sql`UPDATE jobs SET status = 'closed' WHERE organization_id = ${id}`)
    await publish("Oldest", 1, "2020-01-01")
    await publish("Newer", 99, "2020-01-02")
    /** How many jobs of each title can be chosen, and whether there are said to be more. */
    const choice = async () => {
      const search = await page(`/sourcing/${searchId}`)
      await search.getByRole("button", { name: /^Convert/ }).first().click()
      const options = search.getByRole("dialog").locator("option")
      await options.filter({ hasText: "Newer" }).first().waitFor({ state: "attached" })
      const titles = await options.allTextContents()
      const count = (title: string) => titles.filter((one) => one === title).length
      return { newer: count("Newer"), oldest: count("Oldest"), more: await search.getByText("The newest 100 that are published.").count() }
    }
    expect(await choice()).toEqual({ newer: 99, oldest: 1, more: 0 })
    await publish("Newer", 1, "2020-01-02")
    expect(await choice()).toEqual({ newer: 100, oldest: 0, more: 1 })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the desk of the console works on the real server", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the desk", desk)
