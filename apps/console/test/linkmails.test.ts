/** Links by mail in a browser: a member is invited by an administrator, and who forgot a password asks for one. */
import { having } from "@candor/api/testing/Client"
import { mails } from "@candor/api/testing/Mails"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks } from "./Browser.ts"

const inBrowser = () => {
  const open = browserWindow()
  let it: World
  let origin: string

  beforeAll(async () => {
    it = await world(databases[0]!)
    origin =
      (await it.backend.serve({ settings: { CANDOR_PUBLIC_URL: "https://hiring.acme.example", CANDOR_MAIL: "log" } }))
        .origin
    await mails(it).setUp()
  })

  // The window is closed before: the server waits for its connections.
  afterAll(() => it.backend.close())

  test("by keyboard alone, a member who was added gets an invitation, and who forgot a password a link", async () => {
    const { id } = await it.own.make.member({ role: "admin" })
    const made = await it.call<{ sign_in_link: { path: string } }>("POST", `/members/${id}/sign-in-link`, {
      key: it.own.keys.admin
    })
    const { errors, page } = await open(origin + having(201)(made).body.sign_in_link.path)
    await page.getByLabel("New password", { exact: true }).fill("correct horse battery staple")
    await page.getByLabel("Confirm new password").fill("correct horse battery staple")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "To do" }).waitFor()
    await page.goto(`${origin}/console/members`)
    await page.getByRole("button", { name: "Add member" }).press("Enter")
    await page.getByLabel("Full name").fill("Grace Hopper")
    await page.getByLabel("Email address").fill("grace@acme.example")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog", { name: "Sign-in link for Grace Hopper" }).getByRole("button", {
      name: "Send by email"
    }).waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Send by email" }).press("Enter")
    await page.getByText("Invitation sent to grace@acme.example").waitFor()
    const job = await it.own.make.job()
    await page.goto(`${origin}/console/jobs/${job.id}`)
    await page.getByRole("button", { name: "Hiring team" }).press("Enter")
    await page.getByLabel("Member").fill("alan@acme.example")
    await page.getByRole("button", { name: "Invite" }).press("Enter")
    await page.getByRole("button", { name: "Send by email" }).press("Enter")
    await page.getByText("Invitation sent to alan@acme.example").waitFor()
    const { page: signIn } = await open(`${origin}/console`)
    await signIn.getByRole("button", { name: "Forgot your password?" }).press("Enter")
    await signIn.getByLabel("Email for the link").and(signIn.locator(":focus")).fill("grace@acme.example")
    expect(await findingsOfBothLooks(signIn)).toEqual([])
    await signIn.keyboard.press("Enter")
    await signIn.getByRole("status").getByText("a link is on its way").waitFor()
    expect(errors).toEqual([])
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: links to sign in are mailed from the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("links by mail", inBrowser)
