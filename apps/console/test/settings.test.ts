/** The settings in a browser, on the real server: keys above all, members, webhooks and failed work. */
import { having } from "@candor/api/testing/Client"
import { unreachable } from "@candor/api/testing/Makers"
import { type FilledWorld, worldWith } from "@candor/api/testing/World"
import { pixel } from "@candor/sql/testing/CareersCalls"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage } from "./Browser.ts"

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: the console makes and revokes keys", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else {
  const open = browserWindow()
  let it: FilledWorld

  beforeAll(async () => {
    it = await worldWith(databases[0]!, "workId")
  })

  afterAll(() => it.backend.close())

  const statusWith = async (key: string) => (await it.call("GET", "/jobs", { key })).status

  test("a key that is made in the browser works, until it is revoked there", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/api-keys`)
    await page.getByRole("button", { name: "Use an API key instead" }).click()
    await page.getByLabel("API key").fill(it.own.keys.admin)
    await page.getByRole("button", { name: "Sign in" }).click()

    await page.getByRole("button", { name: "New key" }).click()
    await page.getByLabel("Name").fill("Job board feed")
    await page.getByLabel("Scope").selectOption("read")
    await page.getByRole("button", { name: "Create key" }).click()
    const key = await page.getByLabel("API key", { exact: true }).innerText()
    await page.getByRole("button", { name: "Copy" }).click()
    await page.getByRole("button", { name: "Copied" }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    expect(await statusWith(key)).toBe(200)

    await page.getByRole("button", { name: "Done" }).click()
    expect(await page.content()).not.toContain(key)
    await page.getByRole("button", { name: "Revoke Job board feed" }).click()
    await page.getByRole("button", { name: "Revoke key" }).click()
    await page.getByText("“Job board feed” was revoked.").waitFor()
    expect(await statusWith(key)).toBe(401)
    expect(errors).toEqual([])
  })

  test("signing out forgets the key that one signed in with", async () => {
    const { page } = await open(`${it.server.origin}/console`)
    await page.getByRole("button", { name: "Use an API key instead" }).click()
    await page.getByLabel("API key").fill(it.own.keys.read)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByTitle("Account and language").click()
    await page.getByRole("button", { name: "Sign out" }).click()
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).toBe("[{},{}]")
  })

  test("a key that is rotated without an overlap is refused at once, and its successor works", async () => {
    const { page } = await open(`${it.server.origin}/console/api-keys`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "New key" }).click()
    await page.getByLabel("Name").fill("Importer")
    await page.getByRole("button", { name: "Create key" }).click()
    const old = await page.getByLabel("API key", { exact: true }).innerText()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Rotate Importer" }).click()
    await page.getByLabel("Old key").selectOption("0")
    await page.getByRole("button", { name: "Rotate key" }).click()
    const fresh = await page.getByLabel("API key", { exact: true }).innerText()
    expect([await statusWith(old), await statusWith(fresh)]).toEqual([401, 200])
  })

  test("a chart and a table show how many requests a key made in each of the latest hours", async () => {
    const { body: { api_key, key } } = await it.call<
      { readonly key: string; readonly api_key: { readonly id: string } }
    >("POST", "/api-keys", {
      key: it.own.keys.admin,
      body: { name: "Nightly import", scope: "read" }
    })
    for (let requests = 0; requests < 3; requests++) expect(await statusWith(key)).toBe(200)
    // As if these had been made two hours ago.
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE api_key_usage SET window_start = window_start - interval '2 hours' WHERE api_key_id = ${api_key.id}`
      )
    )
    expect(await statusWith(key)).toBe(200)
    const { page } = await open(`${it.server.origin}/console/api-keys`, { key: it.own.keys.admin })
    await page.getByLabel("Key", { exact: true }).selectOption({ label: "Nightly import" })
    const chart = page.getByRole("img", { name: "4 requests in 24 hours, at most 3 in an hour." })
    await chart.waitFor()
    const heights = await chart.locator("rect").evaluateAll((bars) =>
      bars.map((bar) => bar.getAttribute("height") !== "0")
    )
    expect(heights).toEqual([...Array.from({ length: 21 }, () => false), true, false, true])
    await page.getByText("Show as table").click()
    const counts = await page.getByRole("region", { name: "API requests in the last" }).getByRole("cell")
      .allInnerTexts()
    expect(counts.slice(0, 4)).toEqual(["1", "0", "3", "0"])
    expect(counts.length).toBe(24)
  })

  test("a member is added with a role, and deactivated", async () => {
    const { page } = await open(`${it.server.origin}/console/members`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "Add member" }).click()
    await page.getByLabel("Full name").fill("Mary Somerville")
    await page.getByLabel("Email address").fill("mary@example.com")
    await page.getByRole("radio", { name: "Viewer" }).check()
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("button", { name: "Done" }).click()
    await page.getByRole("button", { name: "Edit Mary Somerville" }).click()
    await page.getByLabel("Status").selectOption("deactivated")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("row", { name: /Mary Somerville.*Deactivated/ }).waitFor()
    const { body } = await it.call<{ readonly members: ReadonlyArray<Record<string, unknown>> }>("GET", "/members", {
      key: it.own.keys.admin
    })
    expect(body.members.find(({ email }) => email === "mary@example.com")).toMatchObject({
      role: "read",
      status: "deactivated"
    })
  })

  test("what the server refuses is told in the dialog, and nothing is lost of what was typed", async () => {
    const { page } = await open(`${it.server.origin}/console/members`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "Add member" }).click()
    await page.getByLabel("Full name").fill("Ada King")
    await page.getByLabel("Email address").fill("ada@example.com")
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("dialog").getByRole("alert").getByText("email address").waitFor()
    expect(await page.getByLabel("Full name").inputValue()).toBe("Ada King")
  })

  test("where no answer comes, a change is not confirmed, and is made by trying again", async () => {
    const { page } = await open(`${it.server.origin}/console/members`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "Add member" }).click()
    await page.getByLabel("Full name").fill("Annie Cannon")
    await page.getByLabel("Email address").fill("annie@example.com")
    await page.context().setOffline(true)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("dialog").getByRole("alert").getByText(
      "The server can't be reached. Your change may not have been saved."
    ).waitFor()
    await page.context().setOffline(false)
    await page.getByRole("button", { name: "Add", exact: true }).click()
    await page.getByRole("rowheader", { name: "Annie Cannon" }).waitFor()
  })

  test("a webhook is made with a secret that is shown once, a test is sent to it, and it is deleted", async () => {
    const { page } = await open(`${it.server.origin}/console/webhooks`, { key: it.own.keys.admin })
    await page.getByRole("button", { name: "New webhook" }).click()
    await page.getByLabel("URL").fill("https://receiver.example/console")
    await page.getByLabel("Selected events").check()
    await page.getByRole("button", { name: "Create webhook" }).click()
    await page.getByRole("alert").getByText("Choose at least one event.").waitFor()
    await page.locator("summary", { hasText: /^Job/ }).click()
    await page.getByLabel("All: Job").check()
    await page.locator("summary").getByText("Application", { exact: true }).click()
    await page.getByLabel("application.moved").check()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Create webhook" }).click()
    const secret = await page.locator("code").and(page.getByLabel("Webhook secret")).innerText()
    expect(secret).toStartWith("whsec_")
    await page.getByRole("button", { name: "Done" }).click()
    expect(await page.content()).not.toContain(secret)
    await page.getByRole("link", { name: "https://receiver.example/console" }).click()
    await page.getByText("job.*, application.moved").waitFor()
    await page.getByRole("button", { name: "Send test" }).click()
    await page.getByRole("listitem").filter({ hasText: "webhook.test" }).getByText("Pending").waitFor()
    await page.getByRole("button", { name: "Delete webhook", exact: true }).click()
    await page.getByRole("button", { name: "Delete permanently?" }).click()
    await page.getByRole("heading", { name: "Webhooks" }).waitFor()
    // The list that was shown before comes first, until it is loaded anew.
    await page.getByRole("link", { name: "https://receiver.example/console" }).waitFor({ state: "detached" })
  })

  test("a reason for a rejection is added, renamed, and deleted, which can be taken back", async () => {
    const { page } = await open(`${it.server.origin}/console/rejection-reasons`, { key: it.own.keys.admin })
    const names = async () => {
      const { body } = await it.call<{ readonly rejection_reasons: ReadonlyArray<{ readonly name: string }> }>(
        "GET",
        "/rejection-reasons",
        { key: it.own.keys.read }
      )
      return body.rejection_reasons.map(({ name }) => name)
    }
    const before = await names()
    await page.getByLabel("New reason").fill("Moved to Mars")
    await page.getByRole("button", { name: "Add reason" }).click()
    await page.getByRole("button", { name: "Edit Moved to Mars" }).click()
    await page.getByLabel("Reason", { exact: true }).fill("Moved to Venus")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("button", { name: "Delete Moved to Venus" }).click()
    await page.getByText("“Moved to Venus” will be deleted in a few seconds.").waitFor()
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByRole("button", { name: "Delete Moved to Venus" }).waitFor()
    expect(await names()).toEqual([...before, "Moved to Venus"])
    await page.getByRole("button", { name: "Delete Moved to Venus" }).click()
    const sent = page.waitForResponse((response) => response.request().method() === "DELETE")
    await page.evaluate(() => dispatchEvent(new Event("pagehide")))
    await sent
    expect(await names()).toEqual(before)
  })

  test("the careers site has texts, a colour with its contrast told, and a logo that the console shows", async () => {
    await it.call("PATCH", "/organization/board", { key: it.own.keys.admin, body: { is_open: false } })
    const { errors, page } = await open(`${it.server.origin}/console/careers-site`, { key: it.own.keys.admin })
    await page.getByLabel("Site title").fill("Sail with us")
    await page.getByLabel("Introduction", { exact: true }).fill("We **sail**.")
    await page.getByLabel("Color").fill("ff0")
    await page.getByLabel("Consent").fill("Keep my application.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Links are darkened on white").waitFor()
    const logo = (buffer: Buffer) =>
      page.getByLabel("Logo file").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer })
    await logo(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"))
    await page.getByRole("alert").getByText(/PNG.*JPEG.*WebP/i).waitFor()
    await logo(Buffer.from(pixel))
    await page.getByRole("banner").getByRole("img", { name: "Acme" }).waitFor()
    // A picture that is larger than the server takes.
    await page.getByLabel("Cover picture file").evaluate(async (input: HTMLInputElement) => {
      const canvas = new OffscreenCanvas(2400, 800)
      const context = canvas.getContext("2d")!
      const noise = context.createImageData(512, 512)
      for (let at = 0; at < noise.data.length; at += 65_536)
        crypto.getRandomValues(noise.data.subarray(at, at + 65_536))
      context.putImageData(noise, 0, 0)
      const chosen = new DataTransfer()
      chosen.items.add(new File([await canvas.convertToBlob()], "photograph.png", { type: "image/png" }))
      input.files = chosen.files
      input.dispatchEvent(new Event("change", { bubbles: true }))
    })
    await page.getByLabel("What the picture shows").fill("A ship")
    await page.getByRole("button", { name: "Save description" }).click()
    await page.getByRole("img", { name: "A ship" }).waitFor()
    await page.getByRole("button", { name: "Publish site" }).click()
    await page.getByRole("link", { name: "/careers/acme" }).waitFor()
    const { body } = await it.call<{ readonly board: object }>("GET", "/organization/board", { key: it.own.keys.read })
    expect(body.board).toMatchObject({
      title: "Sail with us",
      introduction: "We **sail**.",
      color: "#ffff00",
      consent_version: 1,
      is_open: true,
      logo: { content_type: "image/png" },
      cover: { content_type: "image/jpeg", width: 1600, height: 533 },
      cover_text: "A ship"
    })
    // The refused image.
    expect(errors.filter((error) => !error.includes("400"))).toEqual([])
  })

  test("an administrator saves all data, and tables of it", async () => {
    const { errors, page } = await open(`${it.server.origin}/console/organization`, { key: it.own.keys.admin })
    for (
      const [button, name, told] of [
        ["Export all data", / [\d-]{10}\.zip$/, "All data exported"],
        ["Export tables (CSV)", / tables [\d-]{10}\.zip$/, "Tables exported"],
        ["Export tables (Parquet)", / tables [\d-]{10}\.zip$/, "Tables exported"]
      ] as const
    ) {
      const saved = page.waitForEvent("download")
      await page.getByRole("button", { name: button }).click()
      expect((await saved).suggestedFilename()).toMatch(name)
      await page.getByText(told).first().waitFor()
    }
    expect(await findingsOfPage(page)).toEqual([])
    expect(errors).toEqual([])
  })

  test("failed work is tried again", async () => {
    const { page } = await open(`${it.server.origin}/console/background-work`, { key: it.own.keys.admin })
    await page.getByText("It did not work.").waitFor()
    await page.getByRole("button", { name: "Retry" }).click()
    await page.getByText("No failed tasks").waitFor()
  })

  const password = "a comet every year"

  /** Adds a member, and makes a link by which the member sets a password. */
  const invited = async (email: string, more: object = {}) => {
    const { body: { member } } = await it.call<{ readonly member: { readonly id: string } }>("POST", "/members", {
      key: it.own.keys.admin,
      body: { full_name: "Caroline Herschel", email, role: "write", ...more }
    })
    const { body: { sign_in_link } } = await it.call<
      { readonly sign_in_link: { readonly path: string; readonly token: string } }
    >(
      "POST",
      `/members/${member.id}/sign-in-link`,
      { key: it.own.keys.admin }
    )
    return sign_in_link
  }

  test("a link signs its member in, also where the tab has a key", async () => {
    const { path } = await invited("caroline@example.com")
    const { page } = await open(it.server.origin + path, { key: it.own.keys.admin })
    await page.getByLabel("New password", { exact: true }).fill(password)
    await page.getByLabel("Confirm new password").fill(password)
    await page.getByRole("button", { name: "Save and sign in" }).click()
    await page.getByText("caroline@example.com").waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test("an administrator's first page has the steps that are left, each of which goes once it is done", async () => {
    const email = "first@example.com"
    const { path } = await invited(email, { full_name: email, role: "admin" })
    const { errors, page } = await open(it.server.origin + path)
    await page.getByLabel("New password", { exact: true }).fill(password)
    await page.getByLabel("Confirm new password").fill(password)
    await page.getByRole("button", { name: "Save and sign in" }).click()
    const steps = page.locator("section").filter({ has: page.getByRole("heading", { name: "First steps" }) })
    await steps.getByRole("button", { name: "Use UTC" }).click()
    await steps.getByRole("link", { name: "Choose your time zone" }).waitFor({ state: "detached" })
    await steps.getByRole("link", { name: "Enter your name" }).click()
    await page.getByLabel("Full name").fill("William Herschel")
    await page.getByRole("button", { name: "Save name" }).click()
    await page.getByRole("heading", { name: "William Herschel" }).waitFor()
    await page.getByRole("link", { name: "To do", exact: true }).click()
    await steps.getByRole("link", { name: "Publish your careers site" }).waitFor()
    expect(await steps.getByRole("link", { name: "Enter your name" }).count()).toBe(0)
    await steps.getByRole("button", { name: "Hide" }).click()
    await steps.waitFor({ state: "detached" })

    // Once all are done, that is remembered as well.
    const remembered = `candor.first-steps.${it.own.organization.id}`
    await page.evaluate((name) => localStorage.removeItem(name), remembered)
    const key = it.own.keys.admin
    const board = { is_open: true, title: "Work at Acme", consent_text: "I agree.", privacy_notice: "Six months." }
    having(200)(await it.call("PUT", "/organization/mail", { key, body: unreachable }))
    having(200)(await it.call("PATCH", "/organization/board", { key, body: board }))
    await it.own.make.job()
    await page.reload()
    await page.waitForFunction((name) => localStorage.getItem(name) !== null, remembered)
    expect(errors).toEqual([])
  })

  test("a key that ends while the console is open leads back to the sign-in, by a password too", async () => {
    const { token } = await invited("herschel@example.com")
    await fetch(`${it.server.origin}/console/auth/first`, {
      method: "POST",
      headers: { "origin": it.server.origin, "content-type": "application/json", "x-candor-console": "1" },
      body: JSON.stringify({ token, password })
    })
    const { body } = await it.call<{ readonly key: string; readonly api_key: { readonly id: string } }>(
      "POST",
      "/api-keys",
      {
        key: it.own.keys.admin,
        body: { name: "Short-lived", scope: "admin" }
      }
    )
    const { page } = await open(`${it.server.origin}/console/jobs`, { key: body.key })
    await page.getByRole("heading", { name: "Jobs" }).waitFor()
    await it.call("DELETE", `/api-keys/${body.api_key.id}`, { key: it.own.keys.admin })
    // Where the console has noticed by itself, the link is gone.
    await page.evaluate(() => document.querySelector<HTMLElement>("a[href='/console/candidates']")?.click())
    await page.getByLabel("Email address").fill("herschel@example.com")
    await page.getByLabel("Password").fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByText("herschel@example.com").waitFor()
  })
}
