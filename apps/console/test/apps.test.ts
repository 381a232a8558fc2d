/**
 * Connecting an app in the browser: who asks is shown, also after signing in elsewhere; what is allowed is listed, and
 * revoked.
 */
import { client, having } from "@candor/api/testing/Client"
import { identityProvider } from "@candor/api/testing/IdentityProvider"
import { type World, world } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { browserWindow, executablePath, findingsOfBothLooks, type Page } from "./Browser.ts"

const code_verifier = "b".repeat(43)
const code_challenge = createHash("sha256").update(code_verifier).digest("base64url")

const apps = () => {
  const open = browserWindow()
  let it: World
  let app: Bun.Server<undefined>

  beforeAll(async () => {
    it = await world(databases[0]!)
    app = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("Back in the app") })
  })

  // The window is closed before: the server waits for its connections.
  afterAll(async () => {
    await app.stop(true)
    await it.backend.close()
  })

  /** Where an app sends the browser. */
  const requestOf = async (origin: string): Promise<string> => {
    const redirect_uri = `${app.url.origin}/callback`
    const { body } = having(201)(
      await client(origin)<{ client_id: string }>("POST", "/oauth/register", {
        body: { client_name: "Claude", redirect_uris: [redirect_uri] }
      })
    )
    const query = {
      response_type: "code",
      client_id: body.client_id,
      redirect_uri,
      code_challenge,
      code_challenge_method: "S256",
      state: "s",
      resource: `${origin}/mcp`
    }
    return `${origin}/console/authorize?${new URLSearchParams(query)}`
  }

  /** Signs a new member in by the account at the identity provider. */
  const linked = async (provider: Awaited<ReturnType<typeof identityProvider>>, origin: string): Promise<Page> => {
    const call = client(`${origin}/api/v1`)
    const key = it.own.keys.admin
    const { body: { member } } = having(201)(
      await call<{ member: { id: string } }>("POST", "/members", {
        key,
        body: { full_name: "Grace Hopper", email: "grace@example.com", role: "admin" }
      })
    )
    const made = await call<{ sign_in_link: { path: string } }>("POST", `/members/${member.id}/sign-in-link`, { key })
    const { page } = await open(origin + having(201)(made).body.sign_in_link.path)
    await page.getByRole("button", { name: "Use single sign-on instead" }).click()
    await page.waitForURL(`${provider.issuer}/authorize?**`)
    await page.goto(provider.signIn(page.url(), { sub: "grace" }))
    await page.getByRole("heading", { name: "To do" }).waitFor()
    return page
  }

  test("a member comes back from the identity provider to the app's request, allows it to read, and revokes it", async () => {
    const provider = await identityProvider()
    const { origin } = await it.backend.serve({ settings: provider.settings })
    const page = await linked(provider, origin)
    await page.getByTitle("Account and language").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()

    const request = new URL(await requestOf(origin))
    await page.goto(request.href)
    await page.getByRole("link", { name: "Continue with single sign-on" }).click()
    await page.waitForURL(`${provider.issuer}/authorize?**`)
    await page.goto(provider.signIn(page.url(), { sub: "grace" }))
    await page.getByText("Claude wants to work with Candor in your name.").waitFor()
    await page.getByText("Unknown: the name above isn't verified").waitFor()
    await page.getByText("Grace Hopper, Acme").waitFor()
    expect(await page.getByRole("radio", { checked: true }).getAttribute("value")).toBe("read")
    expect(await findingsOfBothLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Allow" }).click()
    await page.getByText("Back in the app").waitFor()
    const answer = new URL(page.url()).searchParams
    expect([answer.get("state"), answer.get("iss"), answer.get("code")?.slice(0, 12)]).toEqual([
      "s",
      origin,
      "candor_code_"
    ])

    const form = {
      grant_type: "authorization_code",
      code: answer.get("code")!,
      code_verifier,
      redirect_uri: `${app.url.origin}/callback`,
      client_id: request.searchParams.get("client_id")!
    }
    expect((await fetch(`${origin}/oauth/token`, { method: "POST", body: new URLSearchParams(form) })).status).toBe(200)

    // Asked for more, the member sees what it has, and the larger scope is chosen.
    await page.goto(`${request.href}&scope=write`)
    await page.getByText("Claude is connected with “Read”, and asks for more to do what you told it.").waitFor()
    expect(await page.getByRole("radio", { checked: true }).getAttribute("value")).toBe("write")
    expect(await findingsOfBothLooks(page)).toEqual([])

    await page.goto(`${origin}/console/account`)
    const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Claude" }) })
    await row.getByText("Read", { exact: true }).waitFor()
    await row.getByRole("button", { name: "Revoke Claude" }).press("Enter")
    await page.keyboard.press("Enter")
    await page.getByText("“Claude” was revoked. It can't act as you anymore.").waitFor()
    await row.getByText("Revoked", { exact: false }).waitFor()

    // Refused, the app is told so.
    await page.goto(await requestOf(origin))
    await page.getByRole("button", { name: "Cancel" }).click()
    await page.waitForURL("**/callback?error=access_denied**")

    await page.goto(`${origin}/console/connected-apps`)
    await page.getByRole("row").filter({ hasText: "Grace Hopper" }).waitFor()
    await page.getByLabel("Apps", { exact: true }).selectOption("listed")
    await page.getByLabel("Hosts").fill("claude.ai")
    expect(await findingsOfBothLooks(page)).toEqual([])
    await page.getByRole("button", { name: "Save rule" }).click()
    await page.getByText("Rule for apps saved").waitFor()
    await page.goto(await requestOf(origin))
    await page.getByRole("alert").getByText("Your administrators don't allow this app. Ask them to add it.").waitFor()
    expect(await findingsOfBothLooks(page)).toEqual([])
    await provider.close()
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: a person connects an app", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("connected apps", apps)
