/**
 * Members who see the jobs of their teams alone, and jobs that the team alone sees: on the real server, in two
 * browsers.
 */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, follow, type Page } from "./Browser.ts"

const roles = () => {
  const [openOfAdmin, openOfMember] = [browserWindow(), browserWindow()]
  let it: World

  beforeAll(async () => {
    it = await world(databases[0]!)
  })

  // The windows are closed before: the server waits for their connections.
  afterAll(() => it.backend.close())

  const admin = async (path: string): Promise<Page> =>
    (await openOfAdmin(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const send = async (method: string, path: string, body: Readonly<Record<string, string>>) =>
    having(200)(await it.call(method, path, { key: it.own.keys.admin, body }))

  /** A member with this role, who opens pages, and may come into teams. */
  const newMember = async (full_name: string, role: "limited" | "write") => {
    const { id } = await it.own.make.member({ full_name, role })
    const { key } = await it.own.make.apiKey({ user_id: id, scope: "write" })
    return {
      open: async (path: string): Promise<Page> =>
        (await openOfMember(`${it.server.origin}/console${path}`, { key })).page,
      join: (job: string, role: string) => send("PUT", `/jobs/${job}/team/${id}`, { role }),
      become: (role: string) => send("PATCH", `/members/${id}`, { role })
    }
  }

  /** A published job with somebody who applies. */
  const published = async (title: string, full_name: string) => {
    const { make } = it.own
    const job = await make.job({ title })
    await send("PATCH", `/jobs/${job.id}`, { status: "published" })
    return { job, application: await make.application(job.id, (await make.candidate({ full_name })).id) }
  }

  const names = (page: Page, role: "button" | "link") => page.getByRole("main").getByRole(role).allInnerTexts()

  test("a hiring manager who is limited sees the jobs of their teams alone, and moves a card there", async () => {
    const { application, job } = await published("Keeper of Lenses", "Maria Mitchell")
    await published("Keeper of Secrets", "Mata Hari")
    const vera = await newMember("Vera Rubin", "limited")
    const page = await vera.open("")
    await page.getByText("You're not on a hiring team yet").waitFor()
    expect(await page.getByRole("navigation").getByRole("link").allInnerTexts()).toEqual([
      "To do",
      "Jobs",
      "Candidates",
      "Interviews"
    ])
    await vera.join(job.id, "hiring_manager")
    await page.getByText("No feedback requests").waitFor()
    await page.getByRole("link", { name: "Jobs", exact: true }).click()
    await page.getByRole("link", { name: "Keeper of Lenses" }).waitFor()
    expect(await names(page, "link")).toEqual(["Sources", "Keeper of Lenses", "Maria Mitchell"])
    expect(await names(page, "button")).toEqual(["Published", "Drafts", "Closed", "All"])

    await page.getByRole("link", { name: "Keeper of Lenses" }).click()
    await page.getByText("Drag cards").waitFor({ state: "attached" })
    await page.getByRole("link", { name: "Maria Mitchell" }).focus()
    await page.keyboard.press("Shift+ArrowRight")
    await page.getByRole("region", { name: "Screen", exact: true }).getByRole("link", { name: "Maria Mitchell" })
      .waitFor()
    expect((await names(page, "button")).filter((name) => /Edit|Close job|Add/.test(name))).toEqual([])
    await page.getByRole("link", { name: "Maria Mitchell" }).click()
    await page.getByRole("button", { name: "Request feedback" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("option", { name: "Request feedback" }).waitFor()
    expect(
      (await page.getByRole("option").allInnerTexts()).filter((name) =>
        /New job|Add a|Edit|Sourcing|Members/.test(name)
      )
    ).toEqual([])
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Close" }).click()
    await page.goto(`${it.server.origin}/console/applications/${application.id}`)
    await page.getByRole("button", { name: "Send scheduling link" }).click()
    await page.getByRole("button", { name: "Create link", exact: true }).click()
    await page.getByText("Scheduling link created. Copy the link and send it yourself.").waitFor()
    await page.locator(".notice").getByRole("button", { name: "Copy link" }).waitFor()
    await page.goto(`${it.server.origin}/console/jobs/${job.id}`)
    await vera.become("write")
    await page.getByRole("button", { name: "Add applicant" }).waitFor()
  })

  test("an interviewer who is limited gives feedback and writes notes, and is offered nothing else", async () => {
    const { application, job } = await published("Keeper of Clocks", "Williamina Fleming")
    await it.own.make.feedback(application.id, { body: "Said before." })
    const jocelyn = await newMember("Jocelyn Bell", "limited")
    await jocelyn.join(job.id, "interviewer")
    const board = await jocelyn.open(`/jobs/${job.id}`)
    const card = board.getByRole("listitem").filter({ hasText: "Williamina Fleming" })
    await card.waitFor()
    // Nor led by what others have said.
    expect([
      await card.getAttribute("draggable"),
      await card.getByRole("button").count(),
      await card.getByRole("img").count()
    ]).toEqual(["false", 0, 0])
    const page = await jocelyn.open(`/applications/${application.id}`)
    await page.getByRole("button", { name: "Add feedback" }).click()
    const form = page.getByRole("region", { name: "Your feedback on Williamina Fleming" })
    expect(await page.getByText("Said before.").count()).toBe(0)
    await form.getByText("Strong yes").click()
    await form.getByLabel("Comments").fill("Finds what others pass by.")
    await form.getByRole("button", { name: "Send feedback" }).click()
    await page.getByRole("listitem").filter({ hasText: "Finds what others pass by." }).getByText("Jocelyn Bell")
      .waitFor()
    await page.getByText("Said before.").waitFor()
    await page.getByRole("button", { name: "Close" }).click()
    await page.getByText("No files yet.", { exact: true }).waitFor()
    expect(await names(page, "button")).toEqual(["Add feedback", "Add note", "Delete"])
  })

  test("a job that becomes confidential goes from the lists of those who no longer see it, and who does not see a note on it is marked", async () => {
    const { application, job } = await published("Keeper of Comets", "Caroline Herschel")
    const cecilia = await newMember("Cecilia Payne", "write")
    const hers = await cecilia.open("/jobs")
    await hers.getByRole("link", { name: "Keeper of Comets" }).waitFor()
    const page = await admin(`/jobs/${job.id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByRole("switch", { name: "Confidential" }).click()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Keeper of Comets Confidential" }).waitFor()
    await hers.getByRole("link", { name: "Keeper of Comets" }).waitFor({ state: "detached" })
    await page.getByRole("link", { name: "Jobs", exact: true }).first().click()
    await page.getByRole("listitem").filter({ hasText: "Keeper of Comets" }).getByText("Confidential").waitFor()

    await follow(page, `/applications/${application.id}`)
    await page.getByLabel("New note").focus()
    await page.keyboard.type("Sees far. @cecil")
    await page.getByRole("option", { name: "Cecilia Payne can't see this note" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Request feedback" }).click()
    const offered = page.getByRole("group", { name: "Colleagues" }).locator("label")
    await offered.first().waitFor()
    expect(await offered.allInnerTexts()).not.toContain("Cecilia Payne")

    await hers.getByRole("button", { name: "New job" }).click()
    await hers.getByLabel("Title").fill("Keeper of Clouds")
    await hers.getByRole("switch", { name: "Confidential" }).click()
    await hers.getByText("You'll be added to its hiring team").waitFor()
    expect(await findingsOfPage(hers)).toEqual([])
    await hers.getByRole("button", { name: "Create draft" }).click()
    await hers.getByRole("heading", { name: "Keeper of Clouds Confidential" }).waitFor()
    await hers.getByRole("button", { name: "Hiring team" }).getByRole("img", { name: "Cecilia Payne, Recruiter" })
      .waitFor()
  })

  test("an address that is not for the role says at once who may open it, and asks the server for nothing of it", async () => {
    const [write, limited] = [
      await newMember("Annie Cannon", "write"),
      await newMember("Henrietta Leavitt", "limited")
    ]
    const cases = [
      [write, "/api-keys", "API keys", "Only administrators can open this page"],
      [write, "/webhooks/01a11b12-60d4-7e3f-95a8-c1740b2de693", "Not for your role", "Only administrators can open"],
      [write, "/imports", "Import", "Only administrators can open this page"],
      [limited, "/mail", "Email", "Only recruiters and administrators can open this page"],
      [limited, "/sourcing/shortlist", "Not for your role", "Members with the role “Limited” can't open this page"]
    ] as const
    for (const [member, path, title, said] of cases) {
      const page = await member.open("/account")
      const refused: Array<string> = []
      page.on("response", (response) => void (response.status() === 403 && refused.push(response.url())))
      await page.goto(`${it.server.origin}/console${path}`)
      await page.getByRole("heading", { name: title }).waitFor()
      await page.getByText(said).waitFor()
      await page.getByText("If you need something here, ask an administrator:").waitFor()
      expect(refused).toEqual([])
      expect(await findingsOfPage(page)).toEqual([])
    }
    const page = await write.open("/members")
    await page.getByRole("heading", { name: "Members" }).waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: members who see a part of the jobs", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("members who see a part of the jobs", roles)
