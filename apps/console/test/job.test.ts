/** The editor of a job in a browser, on the real server: its stages, and its description. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

interface Stage {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly candidate_label: string | null
}

interface JobForm {
  readonly questions: ReadonlyArray<object>
}

const job = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const stagesOf = async (id: string) =>
    (await it.call<{ readonly job: { readonly stages: ReadonlyArray<Stage> } }>("GET", `/jobs/${id}`, {
      key: it.own.keys.read
    })).body.job.stages

  const editing = async (id: string) => {
    const { page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "Edit", exact: true }).click()
    return page
  }

  const named = (...names: ReadonlyArray<string>) => ({ stages: names.map((name) => ({ name })) })

  test("stages are renamed, ordered, added and deleted by the keyboard alone", async () => {
    const { id, stages } = await make.job({
      ...named("Applied", "Call", "Visit", "Offer"),
      description_md: "Grind lenses."
    })
    await make.application(id, (await make.candidate()).id)
    const page = await editing(id)
    // A stage with applications cannot be deleted, and it is not offered.
    expect(await page.getByRole("button", { name: "Delete Applied" }).count()).toBe(0)
    await page.getByLabel("Description", { exact: true }).fill("")
    await page.getByLabel("Name of stage 2").fill("Phone call")
    await page.getByLabel("What applicants read in Phone call").fill("We will call you")
    await page.getByRole("button", { name: "Move Offer" }).press("ArrowUp")
    await page.getByRole("status").getByText("Offer is 3 of 4").waitFor()
    await page.getByRole("button", { name: "Move Offer" }).and(page.locator(":focus")).press("ArrowUp")
    await page.getByRole("button", { name: "Delete Visit" }).press("Enter")
    await page.getByRole("button", { name: "Add stage" }).press("Enter")
    await page.keyboard.type("Hired")
    expect(await findingsOfPage(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const after = await stagesOf(id)
    expect(after.map(({ name }) => name)).toEqual(["Applied", "Offer", "Phone call", "Hired"])
    expect(after.map((stage) => stage.id).slice(0, 3)).toEqual([stages[0]!.id, stages[3]!.id, stages[1]!.id])
    expect(after[3]!.type).toBe("hired")
    expect(after.map(({ candidate_label }) => candidate_label)).toEqual([null, null, "We will call you", null])
    expect((await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })).body.job)
      .toMatchObject({ description_md: null })
  })

  test("a copy opens as a draft with the stages and the form", async () => {
    const { id } = await make.job({ ...named("Applied", "Visit"), title: "Cook" })
    await make.application(id, (await make.candidate()).id)
    const { page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("button", { name: "Copy job" }).click()
    await page.getByRole("dialog").getByLabel("Title").fill("Head cook")
    await page.getByRole("dialog").getByRole("button", { name: "Copy job" }).click()
    await page.getByRole("heading", { name: "Head cook" }).waitFor()
    const copy = new URL(page.url()).pathname.split("/").at(-1)!
    expect(copy).not.toBe(id)
    expect((await stagesOf(copy)).map(({ name }) => name)).toEqual(["Applied", "Visit"])
    expect((await it.call<{ readonly job: object }>("GET", `/jobs/${copy}`, { key: it.own.keys.read })).body.job)
      .toMatchObject({ title: "Head cook", status: "draft" })
  })

  test("a stage is dragged to its place", async () => {
    const { id } = await make.job(named("One", "Two", "Three"))
    const page = await editing(id)
    await page.getByRole("button", { name: "Add stage" }).scrollIntoViewIfNeeded()
    const [from, to] = await Promise.all(
      ["One", "Three"].map((name) => page.getByRole("button", { name: `Move ${name}` }).boundingBox())
    )
    await page.mouse.move(from!.x + 5, from!.y + 5)
    await page.mouse.down()
    for (const y of [from!.y + 45, to!.y + 20]) await page.mouse.move(from!.x + 5, y)
    await page.mouse.up()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    expect((await stagesOf(id)).map(({ name }) => name)).toEqual(["Two", "Three", "One"])
  })

  test("a posting has places, an end and who finds it, and keeps what stays", async () => {
    const { id } = await make.job({
      valid_through: "2039-05-01T10:00:00Z",
      locations: [{ city: "Bath", country: "GB" }]
    })
    const page = await editing(id)
    await page.getByRole("dialog").getByText("Job posting", { exact: true }).click()
    await page.getByLabel("Workplace type").selectOption("hybrid")
    // Somebody else changes another field meanwhile.
    await it.call("PATCH", `/jobs/${id}`, { key: it.own.keys.write, body: { department: "Optics" } })
    await page.getByLabel("Visibility").selectOption("unlisted")
    for (const [number, country] of ["DE", "AT"].entries()) {
      await page.getByRole("button", { name: "Add country" }).click()
      await page.getByLabel(`Country ${number + 1}`, { exact: true }).selectOption(country)
    }
    await page.getByRole("button", { name: "Add location" }).click()
    const second = page.getByRole("group", { name: "Location 2" })
    await second.getByLabel("City").fill("Hannover")
    await second.getByLabel("Country").selectOption({ label: "Germany" })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const { body } = await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    expect(body.job).toMatchObject({
      department: "Optics",
      workplace_type: "hybrid",
      listing: "unlisted",
      remote_countries: ["AT", "DE"],
      valid_through: "2039-05-01T10:00:00.000Z",
      locations: [{ city: "Bath", country: "GB" }, { city: "Hannover", country: "DE", street: null }]
    })
  })

  test("a form has questions, ordered by the keyboard, that stay the same", async () => {
    const { id } = await make.job()
    const { page } = await open(`${it.server.origin}/console/jobs/${id}`, { key: it.own.keys.write })
    const edit = async () => {
      await page.getByRole("button", { name: "More actions" }).click()
      await page.getByRole("button", { name: "Application form" }).click()
    }
    const save = async () => {
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("dialog").waitFor({ state: "detached" })
      return (await it.call<{ readonly form: JobForm }>("GET", `/jobs/${id}/form`, { key: it.own.keys.read })).body.form
    }
    await edit()
    await page.getByLabel("Phone number").and(page.locator(":focus")).waitFor()
    await page.getByLabel("Phone number").selectOption("required")
    await page.getByRole("button", { name: "Add question" }).click()
    await page.keyboard.type("Which lens?")
    await page.getByLabel("Type of Which lens?").selectOption("single_choice")
    await page.getByLabel("Options").fill("Convex\n\nConcave")
    await page.getByRole("button", { name: "Add question" }).click()
    await page.keyboard.type("Since when?")
    await page.keyboard.press("Enter")
    await page.getByLabel("Required").last().check()
    await page.getByRole("button", { name: "Move Since when?" }).press("ArrowUp")
    await page.getByRole("status").getByText("Since when? is 1 of 2").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    const before = await save()
    expect(before).toMatchObject({
      phone: "required",
      questions: [{ label: "Since when?", type: "short_text", required: true }, {
        label: "Which lens?",
        options: ["Convex", "Concave"],
        required: false
      }]
    })
    await edit()
    await page.getByLabel("Question 2").fill("Which lens at last?")
    const after = await save()
    expect(after.questions).toEqual(
      before.questions.map((question, at) => at === 0 ? question : { ...question, label: "Which lens at last?" })
    )
    // What somebody else saves while the form is edited is not undone.
    await edit()
    await page.getByLabel("Question 2").fill("Which lens, again?")
    await it.call("PUT", `/jobs/${id}/form`, { key: it.own.keys.write, body: { questions: [] } })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("alert").getByText("Someone else changed this while you were editing").waitFor()
  })

  test("a description in Markdown is seen before it is saved", async () => {
    const { id } = await make.job()
    const page = await editing(id)
    await page.getByLabel("Description", { exact: true }).fill("Grind **lenses**.")
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByRole("region", { name: "Preview: Description" }).locator("strong", { hasText: "lenses" }).waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("dialog").waitFor({ state: "detached" })
    const { body } = await it.call<{ readonly job: object }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    expect(body.job).toMatchObject({ description_md: "Grind **lenses**." })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the editor of a job", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("a job in the console", job)
