/** Signing in to the console by a passkey, with an authenticator that Chromium simulates. */
import { type World, world } from "@candor/api/testing/World"
import { client, having } from "@candor/api/testing/Client"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks, follow, type Page } from "./Browser.ts"

const inBrowser = (database: (typeof databases)[number]) => {
  // Each with authenticators of its own.
  const open = browserWindow({ isNew: true })
  let it: World
  let origin: string

  beforeAll(async () => {
    it = await world(database)
    // Browsers make no passkeys for an IP address.
    origin = it.server.origin.replace("127.0.0.1", "localhost")
  })

  afterAll(() => it.backend.close())

  /** Opens the console as a new member who has chosen a password, with an authenticator in the device. */
  const signedIn = async () => {
    const call = client(it.server.base_url)
    const body = { full_name: "Grace Hopper", email: `grace.${crypto.randomUUID()}@example.com`, role: "write" }
    const { body: { member } } = having(201)(
      await call<{ member: { id: string } }>("POST", "/members", { key: it.own.keys.admin, body })
    )
    const made = await call<{ sign_in_link: { path: string } }>("POST", `/members/${member.id}/sign-in-link`, {
      key: it.own.keys.admin
    })
    const { errors, page } = await open(origin + having(201)(made).body.sign_in_link.path)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send("WebAuthn.enable")
    const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true
      }
    })
    for (const field of ["New password", "Confirm new password"])
      await page.getByLabel(field, { exact: true }).fill("a comet every year")
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await page.getByRole("heading", { name: "To do" }).waitFor()
    return { page, errors, forgetPasskeys: () => devtools.send("WebAuthn.clearCredentials", { authenticatorId }) }
  }

  const addPasskey = async (page: Page, name: string) => {
    await follow(page, "/account")
    await page.getByLabel("Passkey name").fill(name)
    await page.keyboard.press("Enter")
    await page.getByRole("rowheader", { name }).waitFor()
  }

  const signOut = async (page: Page, isTyped = false) => {
    await page.getByTitle("Account and language").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    if (isTyped) await page.getByRole("button", { name: "Discard" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
  }

  /** Uses the button by the keyboard. */
  const press = async (page: Page, name: string) => {
    await page.getByRole("button", { name }).focus()
    await page.keyboard.press("Enter")
  }

  test("by the keyboard, a person adds a passkey, signs in by it, removes it, and is refused", async () => {
    const { errors, page } = await signedIn()
    await addPasskey(page, "Work laptop")
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Work laptop" }) })
    await row.getByText("Never").waitFor()
    await page.getByText("You can now sign in with “Work laptop”.").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])

    await signOut(page)
    await page.getByRole("button", { name: "Sign in with a passkey" }).waitFor()
    await press(page, "Sign in with a passkey")
    // The page that was left opens again.
    await row.getByText("just now").waitFor()
    expect((await page.context().cookies()).map(({ httpOnly, name, sameSite }) => ({ httpOnly, name, sameSite })))
      .toEqual([{ httpOnly: true, name: "candor_session", sameSite: "Strict" }])

    expect(errors).toEqual([])
    await press(page, "Remove Work laptop")
    expect(await findingsOfBothLooks(page)).toEqual([])
    await page.keyboard.press("Enter")
    await page.getByText("No passkeys yet").waitFor()
    await page.getByText("“Work laptop” removed. You've been signed out everywhere else.").waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("No passkeys yet")

    await signOut(page)
    await press(page, "Sign in with a passkey")
    await page.getByRole("alert").getByText("The passkey was not accepted.").waitFor()
  })

  test("a device adds one passkey of a member, and a browser that finds none says so", async () => {
    const { forgetPasskeys, page } = await signedIn()
    await addPasskey(page, "Work laptop")
    await page.getByLabel("Passkey name").fill("Confirm new password")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").getByText("This device already has a passkey for your account.").waitFor()
    await forgetPasskeys()
    await signOut(page, true)
    await press(page, "Sign in with a passkey")
    await page.getByRole("alert").getByText("No passkey was used.").waitFor()
  })

  test("at an IP address no passkey is offered", async () => {
    const { page } = await open("about:blank")
    const answered = page.waitForResponse((response) => response.url().endsWith("/console/auth/methods"))
    await page.goto(`${it.server.origin}/console`)
    expect(await (await answered).json()).toMatchObject({ password: true, passkey: false })
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor()
    expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0)
  })
}

for (const database of databases) {
  if (executablePath === undefined) {
    test(`NOT SHOWN HERE, because no Chromium is installed: a person signs in by a passkey, on ${database.name}`, () => {
      console.log("No Chromium is installed: apt-get install chromium")
    })
  } else describe(`on ${database.name}`, () => inBrowser(database))
}
