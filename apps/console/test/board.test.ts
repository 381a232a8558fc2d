/** A board: its panel, its keys, its selection, its pages and its team. On the real server, in a browser. */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, endNotices, executablePath, findingsOfPage, type Page } from "./Browser.ts"

interface Stored {
  readonly status: string
  readonly stage: { readonly name: string }
  readonly candidate: { readonly id: string }
  readonly notes: ReadonlyArray<{ readonly body: string }>
}

const board = () => {
  const open = browserWindow()
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const desk = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.write })).page

  const stored = async (id: string) =>
    having(200)(
      await it.call<{ readonly application: Stored }>("GET", `/applications/${id}`, { key: it.own.keys.read })
    ).body.application

  const tagsOf = async (id: string) =>
    having(200)(
      await it.call<{ readonly candidate: { readonly tags: ReadonlyArray<string> } }>(
        "GET",
        `/candidates/${(await stored(id)).candidate.id}`,
        { key: it.own.keys.read }
      )
    ).body.candidate.tags

  const names = ["Ada Three", "Ben Two", "Cal One"] as const

  /** A job with three applicants: the last one is the newest, and comes first. */
  const three = async () => {
    const { make } = it.own
    const job = await make.job()
    const ids: Array<string> = []
    for (const full_name of names.toReversed()) {
      const { id } = await make.candidate({ full_name, tags: full_name === "Ada Three" ? ["known"] : [] })
      ids.unshift((await make.application(job.id, id)).id)
    }
    return { job, ids }
  }

  const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true })
  const card = (page: Page, name: string) => page.getByRole("link", { name, exact: true })

  test("a card says how long it has waited, its tags, its feedback and who is asked", async () => {
    const { job, ids } = await three()
    await it.own.make.feedback(ids[0]!, { rating: "strong_yes" })
    await it.own.make.request(ids[0]!)
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE application_history SET entered_at = entered_at - interval '20 days' WHERE application_id = ${ids[
            0
          ]!}`
      )
    )
    const page = await desk(`/jobs/${job.id}`)
    const item = page.getByRole("listitem").filter({ has: card(page, "Ada Three") })
    await item.getByText("20 days").and(page.locator(".warning")).waitFor()
    await item.getByText("known").waitFor()
    await item.getByRole("img", { name: "Feedback: strong yes; requested from 1" }).waitFor()
    // Feedback that is given is seen on the board at once.
    await it.own.make.feedback(ids[1]!, { rating: "no" })
    await page.getByRole("listitem").filter({ has: card(page, "Ben Two") }).getByRole("img", { name: "Feedback: no" })
      .waitFor()
    // So is all of an applicant who comes meanwhile.
    const late = await it.own.make.candidate({ full_name: "Dot Late", tags: ["late"] })
    await it.own.make.application(job.id, late.id)
    await page.getByRole("listitem").filter({ has: card(page, "Dot Late") }).getByText("late", { exact: true })
      .waitFor()
  })

  test("by the keyboard alone: the panel opens, goes on by J and K, and gives the focus back; Back and its address work", async () => {
    const { job, ids } = await three()
    const page = await desk(`/jobs/${job.id}`)
    const panel = (name: string) => page.getByRole("region", { name, exact: true })
    const focused = (name: string) => card(page, name).and(page.locator(":focus")).waitFor()
    await card(page, "Ada Three").press("Enter")
    await panel("Ada Three").getByLabel("New note").waitFor()
    expect(new URL(page.url()).searchParams.get("application")).toBe(ids[0]!)
    await page.keyboard.press("j")
    await panel("Ben Two").getByLabel("New note").waitFor()
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    await panel("Ben Two").getByLabel("New note").fill("jk")
    await page.keyboard.press("Escape")
    await panel("Ben Two").waitFor({ state: "detached" })
    await focused("Ben Two")
    await page.keyboard.press("j")
    await focused("Cal One")
    await page.keyboard.press("Enter")
    await panel("Cal One").getByRole("button", { name: "Screen" }).click()
    await column(page, "Screen").getByRole("link", { name: "Cal One" }).waitFor()
    await page.goBack()
    await panel("Cal One").waitFor({ state: "detached" })
    await focused("Cal One")
    const other = await desk(`/jobs/${job.id}?application=${ids[1]!}`)
    await other.getByRole("region", { name: "Ben Two", exact: true }).getByLabel("New note").waitFor()
    await other.getByRole("button", { name: "Close", exact: true }).click()
    await other.waitForURL((url) => !url.searchParams.has("application"))
  })

  test("selected cards are moved, tagged and rejected together, and taken back; one that cannot is named", async () => {
    const { job, ids } = await three()
    const page = await desk(`/jobs/${job.id}`)
    const undo = async (said = "Undone") => {
      await page.keyboard.press("Control+z")
      await page.getByText(said, { exact: true }).waitFor()
      await endNotices(page)
      await page.getByText(said, { exact: true }).waitFor({ state: "detached" })
      await card(page, "Ada Three").waitFor()
    }
    await card(page, "Ada Three").focus()
    await page.keyboard.press("x")
    await card(page, "Cal One").click({ modifiers: ["Shift"] })
    await page.getByText("3 selected").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Move", exact: true }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Offer" }).press("Enter")
    await page.getByText("3 applicants moved to Offer.").waitFor()
    expect((await Promise.all(ids.map(stored))).map(({ stage }) => stage.name)).toEqual(["Offer", "Offer", "Offer"])
    await undo()
    await column(page, "Applied").getByText("3", { exact: true }).waitFor()
    expect((await stored(ids[0]!)).stage.name).toBe("Applied")

    const select = async () => {
      for (const name of names) {
        await card(page, name).focus()
        await page.keyboard.press("x")
      }
    }
    await select()
    await page.getByRole("button", { name: "Tag", exact: true }).press("Enter")
    await page.getByLabel("Tags").fill("Known, rust")
    await page.keyboard.press("Enter")
    await page.getByText("3 applicants were tagged known, rust.").waitFor()
    expect(await tagsOf(ids[1]!)).toEqual(["known", "rust"])
    await undo()
    expect(await Promise.all(ids.map(tagsOf))).toEqual([["known"], [], []])

    await select()
    await page.route("**/applications/bulk", async (route) => {
      // What is refused is what somebody else has made impossible a moment ago.
      await it.call("POST", `/applications/${ids[1]}/withdraw`, { key: it.own.keys.other_author })
      await route.continue()
    })
    await page.getByRole("button", { name: "Reject", exact: true }).press("Enter")
    await page.getByRole("dialog").getByLabel("Note").fill("Look again next year.")
    await page.getByRole("dialog").getByRole("button", { name: "Reject" }).press("Enter")
    await page.getByRole("alert").getByText("Ben Two wasn't changed. The application is withdrawn.").waitFor()
    await page.getByText("2 applicants were rejected.").waitFor()
    await undo("Undone. The notes on the rejections are kept.")
    expect((await Promise.all(ids.map(stored))).map(({ notes }) => notes.map(({ body }) => body))).toEqual([
      ["Look again next year."],
      [],
      ["Look again next year."]
    ])
    expect((await Promise.all(ids.map(stored))).map(({ status }) => status)).toEqual(["active", "withdrawn", "active"])
    await card(page, "Ada Three").waitFor()
  })

  test("what takes a move of selected cards back leaves who was moved again by somebody else, though the board did not know", async () => {
    const { job, ids } = await three()
    const page = await desk(`/jobs/${job.id}`)
    const offer = job.stages.find(({ name }) => name === "Offer")!
    await card(page, "Ada Three").focus()
    await page.keyboard.press("x")
    await card(page, "Cal One").click({ modifiers: ["Shift"] })
    await page.getByRole("button", { name: "Move", exact: true }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Screen" }).press("Enter")
    await page.getByText("3 applicants moved to Screen.").waitFor()
    await page.route("**/applications/bulk", async (route) => {
      await it.call("POST", `/applications/${ids[1]}/move`, {
        key: it.own.keys.other_author,
        body: { stage_id: offer.id }
      })
      await route.continue()
    })
    await page.keyboard.press("Control+z")
    await page.getByText("Ben Two wasn't changed.").waitFor()
    expect((await Promise.all(ids.map(stored))).map(({ stage }) => stage.name)).toEqual(["Applied", "Offer", "Applied"])
  })

  test("an answer of before a move, which comes after it, takes nothing back: neither on the board nor of what Undo sends", async () => {
    const { job, ids } = await three()
    const page = await desk(`/jobs/${job.id}`)
    await card(page, "Ada Three").focus()
    await page.keyboard.press("x")
    await card(page, "Cal One").click({ modifiers: ["Shift"] })
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<void>()
    await page.route(`**/jobs/${job.id}/board*`, async (route) => {
      const response = await route.fetch()
      asked.resolve()
      await answer.promise
      await route.fulfill({ response })
      answered.resolve()
    }, { times: 1 })
    await it.call("PATCH", `/jobs/${job.id}`, { key: it.own.keys.other_author, body: { location: "Paris" } })
    await asked.promise
    await page.getByRole("button", { name: "Move", exact: true }).press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Screen" }).press("Enter")
    await page.getByText("3 applicants moved to Screen.").waitFor()
    answer.resolve()
    await answered.promise
    // The answer is there with what it tells of the job.
    await page.getByText("Paris").waitFor()
    await column(page, "Screen").getByRole("link", { name: "Ada Three" }).waitFor()
    await page.keyboard.press("Control+z")
    await page.getByText("Undone", { exact: true }).waitFor()
    await column(page, "Applied").getByText("3", { exact: true }).waitFor()
    expect((await Promise.all(ids.map(stored))).map(({ stage }) => stage.name)).toEqual([
      "Applied",
      "Applied",
      "Applied"
    ])
  })

  test("by touch: a long press selects a card, taps select others, and a tap opens one again; a swipe scrolls and selects nobody", async () => {
    const { job } = await three()
    const page = await desk(`/jobs/${job.id}`)
    const touches = await page.context().newCDPSession(page)
    await touches.send("Emulation.setTouchEmulationEnabled", { enabled: true })
    const at = async (name: string) => {
      // One that is selected says so in its name.
      const { height, width, x, y } = (await page.getByRole("link", { name }).boundingBox())!
      return { x: x + width / 2, y: y + height / 2 }
    }
    /** The browser notes the given time for the event, in seconds, however late it is sent. */
    const touch = (
      type: "touchStart" | "touchMove" | "touchEnd",
      timestamp: number,
      ...touchPoints: ReadonlyArray<{ readonly x: number; readonly y: number }>
    ) => touches.send("Input.dispatchTouchEvent", { type, timestamp, touchPoints: [...touchPoints] })
    const now = () => Date.now() / 1000
    const press = async (name: string, seconds: number) => {
      const [point, start] = [await at(name), now()]
      await Promise.all([touch("touchStart", start, point), touch("touchEnd", start + seconds)])
    }
    const tap = (name: string) => press(name, 0.05)
    await card(page, "Cal One").waitFor()
    const { x, y } = await at("Cal One")
    const swipe = async (isLate = false) => {
      const start = now()
      await touch("touchStart", start, { x, y })
      // A busy page learns of the moves after it has selected the card.
      await page.getByText("1 selected").waitFor({ state: isLate ? "visible" : "detached" })
      for (const step of [1, 2, 3]) await touch("touchMove", start + step / 50, { x, y: y - 30 * step })
      await touch("touchEnd", start + 0.1)
    }
    await swipe()
    await swipe(true)
    await page.getByText("1 selected").waitFor({ state: "detached" })
    // It may learn of the end of a long press at once.
    await press("Ada Three", 0.4)
    await page.getByText("1 selected").waitFor()
    await tap("Ben Two")
    await page.getByText("2 selected").waitFor()
    await tap("Ben Two")
    await page.getByText("1 selected").waitFor()
    await tap("Ada Three")
    await page.getByText("1 selected").waitFor({ state: "detached" })
    await tap("Ada Three")
    await page.getByRole("region", { name: "Ada Three", exact: true }).waitFor()
    await touches.send("Emulation.setTouchEmulationEnabled", { enabled: false })
  })

  test("a column has its true number, and loads further cards as it scrolls", async () => {
    const { make } = it.own
    const job = await make.job()
    const candidate = await make.candidate()
    await make.application(job.id, candidate.id)
    await it.backend.run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql`
      WITH people AS (
        INSERT INTO candidates SELECT (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'full_name', 'Person ' || n))).*
        FROM candidates c, generate_series(1, 180) n WHERE c.id = ${candidate.id} RETURNING id, full_name
      )
      INSERT INTO applications SELECT (jsonb_populate_record(a, jsonb_build_object(
        'id', gen_random_uuid(), 'candidate_id', p.id, 'created_at', a.created_at - make_interval(mins => substr(p.full_name, 8)::integer)
      ))).* FROM applications a, people p WHERE a.job_id = ${job.id}`))
    const page = await desk(`/jobs/${job.id}`)
    await column(page, "Applied").getByText("181", { exact: true }).waitFor()
    await page.waitForFunction(() => {
      const cards = document.querySelector(".column-cards")
      cards?.scrollTo(0, cards.scrollHeight)
      return cards?.textContent.includes("Person 180") === true
    })
    // Those that are far from what is seen are not there.
    expect(await column(page, "Applied").getByRole("listitem").count()).toBeLessThan(40)
    // J goes on from the card that has the focus, wherever one has scrolled to.
    await card(page, "Person 180").focus()
    await page.locator(".column-cards").first().evaluate((cards) => cards.scrollTo(0, 0))
    await card(page, "Person 1").waitFor()
    await page.keyboard.press("k")
    await card(page, "Person 179").and(page.locator(":focus")).waitFor()
  })

  test("the team of a job: a member is added with a role, though named before the members are loaded, changed, removed and brought back", async () => {
    const { job } = await three()
    const page = await desk(`/jobs/${job.id}`)
    const { promise: added, resolve: add } = Promise.withResolvers<void>()
    await page.route("**/members?*", async (route) => {
      await added
      await route.continue()
    })
    const roles = async () =>
      having(200)(
        await it.call<
          { readonly team: ReadonlyArray<{ readonly role: string; readonly member: { readonly full_name: string } }> }
        >(
          "GET",
          `/jobs/${job.id}/team`,
          { key: it.own.keys.read }
        )
      ).body.team.map(({ member, role }) => `${member.full_name}: ${role}`)
    await page.getByRole("button", { name: "Hiring team" }).press("Enter")
    const dialog = page.getByRole("dialog", { name: "Hiring team" })
    await dialog.getByLabel("Member").fill("Alan Turing")
    await dialog.getByLabel("Role on this job", { exact: true }).selectOption({ label: "Recruiter" })
    await dialog.getByRole("button", { name: "Add to hiring team" }).press("Enter")
    add()
    await dialog.getByLabel("Alan Turing's role on this job").waitFor()
    expect(await roles()).toEqual(["Alan Turing: recruiter"])
    const changed = page.waitForResponse((response) => response.request().method() === "PUT")
    await dialog.getByLabel("Alan Turing's role on this job").selectOption({ label: "Hiring manager" })
    await changed
    expect(await roles()).toEqual(["Alan Turing: hiring_manager"])
    await dialog.getByRole("button", { name: "Remove Alan Turing" }).press("Enter")
    await dialog.getByText("No one on the hiring team yet").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    // The list follows the feed, and may be there before the answer.
    await page.getByText("Alan Turing was removed from the hiring team.").waitFor()
    await page.keyboard.press("Control+z")
    await page.getByRole("img", { name: "Alan Turing, Hiring manager" }).waitFor()
    // A colleague decides otherwise before that is taken back.
    const { id } = having(200)(
      await it.call<{ readonly members: ReadonlyArray<{ readonly id: string; readonly full_name: string }> }>(
        "GET",
        "/members",
        { key: it.own.keys.read }
      )
    ).body.members.find(({ full_name }) => full_name === "Alan Turing")!
    await page.getByRole("button", { name: "Hiring team" }).press("Enter")
    const removed = page.waitForResponse((response) => response.request().method() === "DELETE")
    await dialog.getByRole("button", { name: "Remove Alan Turing" }).press("Enter")
    await removed
    await page.getByText("Alan Turing was removed from the hiring team.").last().waitFor()
    await page.locator(".notices").dispatchEvent("mouseover") // Its time stands still.
    having(200)(
      await it.call("PUT", `/jobs/${job.id}/team/${id}`, { key: it.own.keys.write, body: { role: "sourcer" } })
    )
    await dialog.getByLabel("Alan Turing's role on this job").waitFor()
    await page.keyboard.press("Escape")
    await dialog.waitFor({ state: "detached" })
    await page.keyboard.press("Control+z")
    await page.getByText("Couldn't undo that. Someone has since changed the member's role on this job.").waitFor()
    expect(await roles()).toEqual(["Alan Turing: sourcer"])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a board with its panel, its selection and its team", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a board", board)
