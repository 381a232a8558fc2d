/** Signing in to the console by a password, from the link that the first start logs, on a server with the demo. */
import { distribution } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import { browserWindow, executablePath, findingsOfBothLooks, type Page } from "./Browser.ts"

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a person signs in to the console by a password", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  const open = browserWindow()
  const { behindProxy, folder, start } = servers("console-sign-in")
  const password = "a comet every year"
  let link: URL

  beforeAll(async () => {
    const data = join(folder, "data")
    await Prepared.dataDirectory(data, "demo")
    const env = { CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" }
    const child = start([process.execPath, join(await distribution(), "api.js")], { env })
    const { origin, own_origin } = await behindProxy(child)
    const said = await child.hear(/"curl":/)
    link = new URL(/"link":"([^"]+)"/.exec(said)![1]!.replace(own_origin, origin))
  })

  const email = () => new URLSearchParams(link.hash.slice(1)).get("email")!

  const choose = async (page: Page, again: string) => {
    await page.getByLabel("New password", { exact: true }).fill(password)
    await page.getByLabel("Confirm new password").fill(again)
    await page.getByRole("button", { name: "Save and sign in" }).click()
  }

  /** Submits the form of the sign-in, and returns what it says if the server refuses. */
  const signIn = async (page: Page, address: string, attempt: string) => {
    await page.getByLabel("Email address").fill(address)
    await page.getByLabel("Password").fill(attempt)
    const answered = page.waitForResponse((response) => response.url().endsWith("/console/auth/sign-in"))
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    return (await answered).status()
  }

  test("the link of the first start leads to a password, by which a person comes back after signing out", async () => {
    const { page } = await open(link.href)
    await page.getByRole("heading", { name: "Choose a password" }).waitFor()
    // The token is in neither the address bar nor the history.
    expect(page.url()).toBe(`${link.origin}/console/first`)
    // What a password manager stores.
    expect(await page.locator("input[autocomplete=username]").inputValue()).toBe(email())
    await choose(page, `${password}.`)
    await page.getByRole("alert").getByText("The passwords don't match.").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    await choose(page, password)
    await page.getByRole("heading", { name: "To do" }).waitFor()
    await page.getByText(email()).waitFor()

    await page.reload()
    await page.getByRole("heading", { name: "To do" }).waitFor()
    await page.getByTitle("Account and language").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.context().cookies()).toEqual([])

    expect(await signIn(page, email(), "a wrong password")).toBe(401)
    await page.getByRole("alert").getByText("The email address or the password is wrong.").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    expect(await signIn(page, email(), password)).toBe(200)
    await page.getByRole("heading", { name: "To do" }).waitFor()
    expect((await page.context().cookies()).map(({ httpOnly, name, sameSite }) => ({ httpOnly, name, sameSite })))
      .toEqual([{ httpOnly: true, name: "candor_session", sameSite: "Strict" }])
  })

  test("a link that was used or replaced says so, and where to get another", async () => {
    const { page } = await open(`${link.origin}/console/first#token=candor_link_of_nobody`)
    await choose(page, password)
    await page.getByRole("alert").getByText("Ask an administrator for another one.").waitFor()
  })
}
