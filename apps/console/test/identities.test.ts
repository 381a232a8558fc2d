/** The accounts at an identity provider that a person has linked, on the page of the own account. */
import { client, having } from "@candor/api/testing/Client"
import { type IdentityProvider, identityProvider } from "@candor/api/testing/IdentityProvider"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { browserWindow, executablePath, findingsOfBothLooks } from "./Browser.ts"

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a person unlinks an account at the identity provider", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  const open = browserWindow({ isNew: true })
  let it: World
  let provider: IdentityProvider

  beforeAll(async () => {
    it = await world(databases[0]!)
    provider = await identityProvider()
  })

  afterAll(async () => {
    await it.backend.close()
    await provider.close()
  })

  test("by the keyboard, a person unlinks an account at the identity provider, and is told that there is none", async () => {
    const { base_url, origin } = await it.backend.serve({ settings: provider.settings })
    const call = client(base_url)
    const body = { full_name: "Grace Hopper", email: "grace@example.com", role: "write" }
    const { body: { member } } = having(201)(await call<{ member: { id: string } }>("POST", "/members", { key: it.own.keys.admin, body }))
    const made = await call<{ sign_in_link: { path: string } }>("POST", `/members/${member.id}/sign-in-link`, { key: it.own.keys.admin })
    const { page } = await open(origin + having(201)(made).body.sign_in_link.path)
    await page.getByRole("button", { name: "Use your identity provider instead" }).click()
    await page.waitForURL(`${provider.issuer}/authorize?**`)
    await page.goto(provider.signIn(page.url(), { sub: "grace" }))
    await page.getByRole("heading", { name: "Jobs" }).waitFor()

    await page.goto(`${origin}/console/account`)
    await page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "grace" }) }).getByText("127.0.0.1").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Unlink grace" }).focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await page.getByText("The account is unlinked. Your other sessions have ended.").waitFor()
    await page.getByText("You have linked no account yet.").waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You have linked no account yet.")
  })
}
