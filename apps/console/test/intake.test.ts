/** Stages and people who apply, in a browser: what a stage means, and that a person was known already. */
import { makers, type Makers } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

const intake = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const page = async (path: string): Promise<Page> => (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  test("the type of a stage is shown, and changed", async () => {
    const { id, stages } = await make.job({ stages: [{ name: "Eingang" }, { name: "Kaffee" }, { name: "Eingestellt" }] })
    const shown = await page(`/jobs/${id}`)
    await shown.getByRole("region", { name: "Eingestellt" }).getByText("Hired", { exact: true }).waitFor()
    await shown.getByRole("region", { name: "Kaffee" }).getByText("Screening", { exact: true }).waitFor()
    await shown.getByRole("button", { name: "Edit" }).click()
    await shown.getByRole("dialog").getByLabel("Kaffee").selectOption({ label: "Interview" })
    await shown.getByRole("button", { name: "Save" }).click()
    await shown.getByRole("region", { name: "Kaffee" }).getByText("Interview", { exact: true }).waitFor()
    const { body } = await it.call<{ readonly job: { readonly stages: unknown } }>("GET", `/jobs/${id}`, { key: it.own.keys.read })
    expect(body.job.stages).toMatchObject(stages.map((stage, n) => ({ id: stage.id, type: ["applied", "interview", "hired"][n]! })))
  })

  test("a person's addresses are added and put in order by the keyboard alone", async () => {
    const { id, primary_email } = await make.candidate({ full_name: "Ada Lovelace" })
    const candidate = await page(`/candidates/${id}`)
    await candidate.getByRole("button", { name: "Edit" }).press("Enter")
    await candidate.getByLabel("Primary e-mail address").press("Enter")
    await candidate.keyboard.type("ada@work.example")
    await candidate.getByRole("button", { name: "Primary: ada@work.example" }).press("Enter")
    await candidate.getByRole("button", { name: "Add phone number" }).press("Enter")
    await candidate.keyboard.type("+49 30 901820")
    await candidate.getByLabel("Kind of phone number 1").selectOption("mobile")
    await candidate.getByRole("button", { name: "Save" }).press("Enter")
    await candidate.getByRole("dialog").waitFor({ state: "detached" })
    const shown = await candidate.getByRole("definition").allInnerTexts()
    expect(shown).toEqual(["ada@work.example", primary_email!, "+49 30 901820 mobile"])
  })

  test("an application tells that its person was known already, and what the candidate's record does not have", async () => {
    const [job, known] = [await make.job(), await make.candidate({ full_name: "Ada Lovelace" })]
    const board = await page(`/jobs/${job.id}`)
    await board.getByRole("button", { name: "Add applicant" }).click()
    await board.getByLabel("Full name").fill("Ada King")
    await board.getByLabel("E-mail address").fill(known.primary_email!.toUpperCase())
    await board.getByLabel("LinkedIn").fill("ask me")
    await board.getByRole("button", { name: "Add", exact: true }).click()
    await board.getByText("This person was known already.").waitFor()
    await board.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    await board.getByText("The LinkedIn address “ask me” could not be read.").waitFor()
    await board.getByText("The name “Ada King” differs from what is known.").waitFor()
    await board.getByRole("link", { name: "all applications" }).click()
    await board.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
    expect(board.url()).toEndWith(`/candidates/${known.id}`)
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the intake of the console works on the real server", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("intake", intake)
