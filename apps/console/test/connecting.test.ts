/** Connecting an account of Google in a browser, on the real server; and what saving says of servers with passwords. */
import { having } from "@candor/api/testing/Client"
import { type World, world } from "@candor/api/testing/World"
import {
  type AuthorizationServer,
  authorizationServer,
  inPlace,
  settings
} from "@candor/connections/testing/AuthorizationServer"
import { providerMail } from "@candor/mail/testing/ProviderMail"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfPage, type Page } from "./Browser.ts"

const account = "jobs@acme.example"

const connecting = () => {
  const open = browserWindow()
  let it: World
  let google: AuthorizationServer
  let servers: Awaited<ReturnType<typeof providerMail>>
  let page: Page

  beforeAll(async () => {
    google = authorizationServer()
    servers = await providerMail((user, token) => user === account && google.isValid(token))
    it = await world(databases[0]!, {
      settings: {
        ...settings,
        CANDOR_MAIL_PRIVATE: "allow",
        CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
      },
      replacePorts: (ports) => servers.inPlace(inPlace(google)(ports))
    })
    const body = { full_name: "Grace Hopper", email: "grace@acme.example", role: "admin" }
    const { member } =
      having(201)(await it.call<{ member: { id: string } }>("POST", "/members", { key: it.own.keys.admin, body })).body
    const { sign_in_link } = having(201)(
      await it.call<{ sign_in_link: { path: string } }>("POST", `/members/${member.id}/sign-in-link`, {
        key: it.own.keys.admin
      })
    ).body
    page = (await open(`${it.server.origin}${sign_in_link.path}`)).page
    await page.getByLabel("New password", { exact: true }).fill("a comet every year")
    await page.getByLabel("Confirm new password").fill("a comet every year")
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await page.getByRole("heading", { name: "To do" }).waitFor()
    await page.goto(`${it.server.origin}/console/mail-account`)
  })

  afterAll(async () => {
    await page.context().close()
    await it.backend.close()
    await servers.close()
    await google.close()
  })

  /** Google sends the browser back, after somebody consented there or did what `answer` says. */
  const atGoogle = (answer: (query: string) => string = (query) => query) =>
    page.route(
      "https://accounts.google.com/**",
      (route) =>
        route.fulfill({
          status: 303,
          headers: {
            location: `${it.server.origin}/console/connected${answer(google.consent(route.request().url(), account))}`
          }
        })
    )

  const part = () => page.locator("section", { has: page.getByRole("heading", { name: "Google or Microsoft 365" }) })
  const form = () => page.locator("form.mail-account")
  const save = () => page.getByRole("button", { name: "Save", exact: true }).click()

  test("who refuses at Google is told so, and comes back to the settings", async () => {
    await atGoogle((query) => query.replace(/code=[^&]+/, "error=access_denied"))
    await page.getByRole("button", { name: "Connect Google" }).click()
    await page.getByRole("alert").getByText("Access wasn't allowed, so no account is connected.").waitFor()
    await page.getByRole("link", { name: "Back to email settings" }).click()
    await page.getByRole("button", { name: "Connect Microsoft 365" }).waitFor()
    await page.unrouteAll()
  })

  test("an account is connected with two presses, says what saving showed, is connected anew where Google ended it, and is disconnected", async () => {
    await atGoogle()
    await page.getByRole("button", { name: "Connect Google" }).click()
    await page.getByText("Connected as jobs@acme.example.").waitFor()
    await part().getByText("Connected as jobs@acme.example (Google).").waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/console/mail-account")
    expect(await page.getByLabel("Server name").count()).toBe(0)
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByLabel("Sender name").fill("Acme careers")
    await save()
    await form().getByText("Emails can be sent. The mailbox can be read.").waitFor()
    await page.getByLabel("Read replies from a mailbox").uncheck()
    await save()
    await form().getByText("Emails can be sent.", { exact: true }).waitFor()
    await page.getByLabel("Read replies from a mailbox").check()
    await save()
    await form().getByText("Emails can be sent. The mailbox can be read.").waitFor()
    google.revoke()
    await save()
    await form().getByText("The provider ended the account's connection.").first().waitFor()
    await page.getByRole("button", { name: "Reconnect" }).click()
    await page.getByText("Connected as jobs@acme.example.").waitFor()
    await save()
    await form().getByText("Emails can be sent. The mailbox can be read.").waitFor()
    expect(await page.getByLabel("Sender name").inputValue()).toBe("Acme careers")
    await page.getByRole("textbox", { name: "Mailbox" }).fill("ceo@acme.example")
    await save()
    await form().getByText("The server rejected the connected account.").first().waitFor()
    await page.getByRole("button", { name: "Disconnect jobs@acme.example" }).click()
    await page.getByRole("button", { name: "Disconnect the account? Disconnect jobs@acme.example" }).click()
    await page.getByRole("button", { name: "Connect Google" }).waitFor()
    await page.getByLabel("Server name").first().waitFor()
    await page.unrouteAll()
  })

  test("whether a server with a password works, or why not, stands beside Save", async () => {
    const server = form()
    await server.getByLabel("Server name").first().fill("127.0.0.1")
    await server.getByLabel("Port").first().fill(String(servers.port))
    await server.getByLabel("Encryption").first().selectOption("none")
    await server.getByLabel("User name").first().fill("jobs")
    await server.getByLabel("Account password").first().fill("wrong")
    await server.getByLabel("Read replies from a mailbox").uncheck()
    await save()
    const beside = server.locator(".buttons")
    await beside.getByText("The server doesn't accept the user name or password.").waitFor()
    await server.getByLabel("Account password").first().fill("correct horse")
    await save()
    await beside.getByText("Emails can be sent.").waitFor()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: an account is connected in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("connecting an account", connecting)
