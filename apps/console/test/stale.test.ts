/**
 * Two people edit at a time: a dialog or page that was opened before takes back nothing that somebody else has changed
 * since.
 */
import { mails } from "@candor/api/testing/Mails"
import { makers, type Makers } from "@candor/api/testing/Makers"
import { having, type JsonObject } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, follow } from "./Browser.ts"

const stale = () => {
  const open = browserWindow()
  let it: World
  let make: Makers

  beforeAll(async () => {
    it = await world(databases[0]!)
    make = makers(it.call, it.own.keys.write, it.own.keys.admin)
  })

  afterAll(() => it.backend.close())

  const desk = async (path: string) =>
    (await open(`${it.server.origin}/console${path}`, { key: it.own.keys.admin })).page

  const change = async (path: string, body: JsonObject, method = "PATCH") =>
    having(200)(await it.call(method, path, { key: it.own.keys.admin, body }))

  const get = async <Body>(path: string) =>
    having(200)(await it.call<Body>("GET", path, { key: it.own.keys.admin })).body

  const meanwhile = "Someone else changed this while you were editing."

  test("of a candidate what was changed is saved; a list that somebody else has changed is refused, and stays", async () => {
    const linkedin_url = `https://www.linkedin.com/in/${crypto.randomUUID()}`
    const { id } = await make.candidate({
      full_name: "Ada Lovelace",
      tags: ["c, c++", "math"],
      linkedin_url,
      university: "London"
    })
    const at = `/candidates/${id}`
    const candidate = async () => (await get<{ candidate: JsonObject }>(at)).candidate
    const profiles = async () =>
      (await get<{ ai_profiles: ReadonlyArray<unknown> }>(`${at}/ai-profiles`)).ai_profiles.length
    const before = await profiles()
    const page = await desk(at)
    const dialog = page.getByRole("dialog")
    const save = dialog.getByRole("button", { name: "Save", exact: true })
    const edit = () => page.getByRole("button", { name: "Edit", exact: true }).click()
    await edit()
    await dialog.getByLabel("Full name").fill("Ada King")
    await dialog.getByLabel("Experience").fill("2.5")
    await change(at, {
      tags: ["c, c++", "engines"],
      phone_numbers: [{ number: "+44 20 7946 0000" }],
      university: "Ockham"
    })
    await save.click()
    await dialog.waitFor({ state: "detached" })
    expect(await candidate()).toMatchObject({
      full_name: "Ada King",
      years_experience: 2,
      tags: ["c, c++", "engines"],
      phone_numbers: [{ number: "+44 20 7946 0000" }],
      university: "Ockham"
    })
    expect(await profiles()).toBe(before)

    await edit()
    await dialog.getByLabel("Tags").fill(`${await dialog.getByLabel("Tags").inputValue()}, poetry`)
    await change(at, { tags: ["analyst", "c, c++"] })
    await save.click()
    await dialog.getByText(meanwhile).waitFor()
    expect(await candidate()).toMatchObject({ tags: ["analyst", "c, c++"] })
    await page.reload()
    await edit()
    await dialog.getByLabel("Tags").fill(`${await dialog.getByLabel("Tags").inputValue()}, poetry`)
    await save.click()
    await dialog.waitFor({ state: "detached" })
    expect(await candidate()).toMatchObject({ tags: ["analyst", "c, c++", "poetry"] })
  })

  test("a member who is deactivated, or gets another role, while somebody corrects the name stays so", async () => {
    const { id } = await make.member({ full_name: "Mary Somervile", role: "write" })
    const page = await desk("/members")
    await page.getByRole("button", { name: "Edit Mary Somervile" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Full name").fill("Mary Somerville")
    await change(`/members/${id}`, { status: "deactivated", role: "read" })
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("row", { name: /Mary Somerville.*Deactivated/ }).waitFor()
    expect((await get<{ member: JsonObject }>(`/members/${id}`)).member).toMatchObject({
      full_name: "Mary Somerville",
      status: "deactivated",
      role: "read"
    })
  })

  test("of the organization a name that somebody else has changed is told, and replaced by a second save", async () => {
    const page = await desk("/organization")
    const name = page.getByLabel("Organization name")
    const save = page.getByRole("button", { name: "Save name" })
    await name.fill("Mine")
    await change("/organization", { name: "Theirs", time_zone: "Europe/Berlin" })
    await save.click()
    await page.getByText("Someone else has changed this meanwhile.").waitFor()
    const organization = async () => (await get<{ organization: JsonObject }>("/organization")).organization
    expect(await organization()).toMatchObject({ name: "Theirs" })
    await save.click()
    await page.getByText("Name saved").waitFor()
    expect(await organization()).toMatchObject({ name: "Mine", time_zone: "Europe/Berlin" })
  })

  test("of a webhook the types that it got meanwhile stay, and the address", async () => {
    const { id } = await make.webhook({ event_types: ["job.*"], description: "Ours" })
    const page = await desk(`/webhooks/${id}`)
    await page.getByRole("button", { name: "Edit", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Description").fill("The team's")
    await change(`/webhooks/${id}`, { event_types: ["candidate.*"], url: "https://other.example.invalid/candor" })
    await dialog.getByRole("button", { name: "Save", exact: true }).click()
    await dialog.waitFor({ state: "detached" })
    expect((await get<{ webhook: JsonObject }>(`/webhooks/${id}`)).webhook).toMatchObject({
      description: "The team's",
      event_types: ["candidate.*"],
      url: "https://other.example.invalid/candor"
    })
  })

  test("a mailbox that was set up while the page of the mail account was open stays, and the page says so; after its own save it saves again", async () => {
    const mail = mails(it)
    const page = await desk("/mail-account")
    await page.getByText("Email isn't set up yet").waitFor()
    await follow(page, "/nothing")
    // The page hears nothing of it, and has what it loaded before.
    await page.context().setOffline(true)
    await mail.setUp({ imap: null })
    await page.context().setOffline(false)
    await follow(page, "/mail-account")
    const name = page.getByLabel("Sender name")
    const save = page.getByRole("button", { name: "Save", exact: true })
    await name.fill("Acme jobs")
    await save.click()
    await page.getByText("Email settings saved").waitFor()
    await name.fill("Acme people")
    await mail.setUp()
    await save.click()
    await page.getByText(meanwhile).waitFor()
    const account = async () => (await get<{ mail_account: JsonObject }>("/organization/mail")).mail_account
    expect(await account()).toMatchObject({
      sender_name: "Acme careers",
      imap: expect.objectContaining({ folder: "INBOX" })
    })
    await page.reload()
    await name.fill("Acme people")
    await save.click()
    await page.getByText("Email settings saved").waitFor()
    expect(await account()).toMatchObject({
      sender_name: "Acme people",
      imap: expect.objectContaining({ folder: "INBOX" })
    })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: two people edit at a time", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("two people who edit at a time", stale)
