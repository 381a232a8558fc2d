/**
 * What people see of each other's work in the browser: what a stage means, who was known, who wrote what, files,
 * shortlists, accounts.
 */
import { client, having } from "@candor/api/testing/Client"
import { identityProvider } from "@candor/api/testing/IdentityProvider"
import { makers, type Makers, upload } from "@candor/api/testing/Makers"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { axeFindings, browserWindow, executablePath, follow, type Page } from "./Browser.ts"

const team = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  const admin = async (path: string): Promise<Page> =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  test("the type of a stage is shown, and changed", async () => {
    const { id, stages } = await make.job({
      stages: [{ name: "Eingang" }, { name: "Kaffee" }, { name: "Eingestellt" }]
    })
    const shown = await admin(`/jobs/${id}`)
    await shown.getByRole("button", { name: "Edit" }).click()
    expect(await shown.getByLabel("Type of Eingestellt").inputValue()).toBe("hired")
    expect(await shown.getByLabel("Type of Kaffee").inputValue()).toBe("screen")
    await shown.getByLabel("Type of Kaffee").selectOption({ label: "Interview" })
    await shown.getByRole("button", { name: "Save" }).click()
    await shown.getByLabel("Type of Kaffee").waitFor({ state: "detached" })
    const { body } = await it.call<{ readonly job: { readonly stages: unknown } }>("GET", `/jobs/${id}`, {
      key: it.own.keys.read
    })
    expect(body.job.stages).toMatchObject(
      stages.map((stage, n) => ({ id: stage.id, type: ["applied", "interview", "hired"][n]! }))
    )
  })

  test("a person's addresses are added and put in order by the keyboard alone", async () => {
    const { id, primary_email } = await make.candidate({ full_name: "Ada Lovelace" })
    const candidate = await admin(`/candidates/${id}`)
    await candidate.getByRole("button", { name: "Edit" }).press("Enter")
    await candidate.getByLabel("Primary email address").press("Enter")
    await candidate.keyboard.type("ada@work.example")
    await candidate.getByRole("button", { name: "Primary: ada@work.example" }).press("Enter")
    await candidate.getByRole("button", { name: "Add phone number" }).press("Enter")
    await candidate.keyboard.type("+49 30 901820")
    await candidate.getByLabel("Type of phone number 1").selectOption("mobile")
    await candidate.getByRole("button", { name: "Save" }).press("Enter")
    await candidate.getByRole("dialog").waitFor({ state: "detached" })
    const shown = await candidate.getByRole("definition").allInnerTexts()
    expect(shown).toEqual(["ada@work.example", primary_email!, "+49 30 901820 Mobile"])
  })

  test("an application tells that its person was known already, and what the candidate's record does not have", async () => {
    const [job, known] = [await make.job(), await make.candidate({ full_name: "Ada Lovelace" })]
    const board = await admin(`/jobs/${job.id}`)
    await board.getByRole("button", { name: "Add applicant" }).click()
    await board.getByLabel("Full name").fill("Ada King")
    await board.getByLabel("Email address").fill(known.primary_email!.toUpperCase())
    await board.getByLabel("LinkedIn").fill("ask me")
    await board.getByRole("button", { name: "Add", exact: true }).click()
    await board.getByText("This candidate already exists.").waitFor()
    await board.getByRole("link", { name: "Ada Lovelace", exact: true }).click()
    await board.getByText("The LinkedIn URL “ask me” couldn't be read.").waitFor()
    await board.getByText("The name “Ada King” differs from the candidate's record.").waitFor()
    await board.getByRole("link", { name: "all applications" }).click()
    await board.getByRole("heading", { name: "Ada Lovelace" }).waitFor()
    expect(board.url()).toEndWith(`/candidates/${known.id}`)
  })

  test("a file by whose name a system would run it is saved under another one", async () => {
    const { id: application } = await make.application((await make.job()).id, (await make.candidate()).id)
    await make.attachment(application, upload(new File(["alert(1)"], "M\u00fcller.js")))
    const { page } = await open(`${it.server.origin}/console/applications/${application}`, { key: it.own.keys.read })
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Save M\u00fcller.js" }).click()
    expect((await saved).suggestedFilename()).toBe("M\u00fcller.js.txt")
  })

  test("a note and feedback name their author; Edit and Delete are offered where the server accepts them", async () => {
    const { keys, make } = it.own
    const { id } = await make.application((await make.job()).id, (await make.candidate()).id)
    const path = `/applications/${id}`
    const feedback = (interview_type: string) => ({ interview_type, rating: "yes", body: "Good." })
    for (const [key, name] of [[keys.write, "Ada"], [keys.other_author, "Alan"]] as const) {
      await it.call("POST", `${path}/notes`, { key, body: { note: `By ${name}` } })
      await it.call("POST", `${path}/feedback`, { key, body: feedback(`Call with ${name}`) })
    }
    const offered = async (key: string) => {
      const { page } = await open(`${it.server.origin}/console${path}`, { key })
      const entries = page.getByRole("listitem").filter({ hasText: /^(By|Call with) / })
      await entries.first().waitFor()
      const texts = await Promise.all((await entries.all()).map(async (entry) => [
        /Ada Lovelace|Alan Turing/.exec(await entry.innerText())?.[0],
        ...(await entry.getByRole("button").allInnerTexts())
      ]))
      return texts.map((text) => text.join(" "))
    }
    // Newest first: feedback and a note of each.
    expect(await offered(keys.other_author)).toEqual([
      "Alan Turing Delete",
      "Alan Turing Edit Delete",
      "Ada Lovelace",
      "Ada Lovelace"
    ])
    expect(await offered(keys.read)).toEqual(["Alan Turing", "Alan Turing", "Ada Lovelace", "Ada Lovelace"])
    expect(await offered(keys.admin)).toEqual([
      "Alan Turing Delete",
      "Alan Turing Delete",
      "Ada Lovelace Delete",
      "Ada Lovelace Edit Delete"
    ])
  })

  test("the shortlist of all searches is a page of sourcing, which names the search of each prospect", async () => {
    const { keys, make } = it.own
    const searches = [await make.search(), await make.search()]
    for (const [index, { id }] of searches.entries()) {
      const prospect = await make.prospect(id, { full_name: `Listed ${index}` })
      await make.prospect(id, { full_name: `Unlisted ${index}` })
      await it.call("POST", `/sourcing/prospects/${prospect.id}/shortlist`, { key: keys.write })
    }
    const { page } = await open(`${it.server.origin}/console/sourcing`, { key: keys.write })
    await page.getByRole("button", { name: "Shortlist", exact: true }).click()
    await page.getByText("Listed 0", { exact: true }).waitFor()
    expect(await page.getByText(/^Unlisted/).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole("button", { name: "Remove from shortlist: Listed 0" }).click()
    await page.getByRole("button", { name: "Shortlist: Listed 0", exact: true }).waitFor()
    await page.getByRole("listitem").filter({ hasText: "Listed 1" }).getByRole("link", { name: searches[1]!.name })
      .click()
    await page.getByRole("heading", { name: searches[1]!.name }).waitFor()
  })

  test("by the keyboard, a person unlinks an account at the identity provider, and is told that there is none", async () => {
    const provider = await identityProvider()
    const { base_url, origin } = await it.backend.serve({ settings: provider.settings })
    const call = client(base_url)
    const body = { full_name: "Grace Hopper", email: "grace@example.com", role: "write" }
    const { body: { member } } = having(201)(
      await call<{ member: { id: string } }>("POST", "/members", { key: it.own.keys.admin, body })
    )
    const made = await call<{ sign_in_link: { path: string } }>("POST", `/members/${member.id}/sign-in-link`, {
      key: it.own.keys.admin
    })
    const { page } = await open(origin + having(201)(made).body.sign_in_link.path)
    await page.getByRole("button", { name: "Use single sign-on instead" }).click()
    await page.waitForURL(`${provider.issuer}/authorize?**`)
    await page.goto(provider.signIn(page.url(), { sub: "grace" }))
    await page.getByRole("heading", { name: "To do" }).waitFor()

    await follow(page, "/account")
    await page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "grace" }) }).getByText("127.0.0.1")
      .waitFor()
    await page.getByRole("button", { name: "Disconnect grace" }).focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.getByText("Account disconnected. You've been signed out everywhere else.").waitFor()
    await page.getByText("No accounts connected yet").waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("No accounts connected yet")
    await provider.close()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: people see each other's work in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("the team at the desk", team)
