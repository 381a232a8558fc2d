/**
 * Mail in a browser, on the real server: writing to a candidate, the conversation of two members with one, inbox,
 * templates, account.
 */
import { having } from "@candor/api/testing/Client"
import { type FilledWorld, filledWorld } from "@candor/api/testing/World"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { browserWindow, executablePath, findingsOfPage, type Options, type Page } from "./Browser.ts"
import { mails } from "@candor/api/testing/Mails"

const inBrowser = () => {
  const [openOfAda, openOfAlan] = [browserWindow(), browserWindow()]
  let it: FilledWorld
  let mail: ReturnType<typeof mails>

  beforeAll(async () => {
    it = await filledWorld(databases[0]!)
    mail = mails(it)
    // These tests count what they make.
    const { ids, keys } = it.own
    const { mail_rule } = having(200)(
      await it.call<{ mail_rule: { template_id: string } }>("GET", `/mail-rules/${ids.ruleId}`, { key: keys.admin })
    ).body
    const templates = [ids.templateId, mail_rule.template_id].map((id) => `/mail-templates/${id}`)
    for (
      const path of [`/messages/${ids.messageId}`, `/applications/${ids.id}`, `/mail-rules/${ids.ruleId}`, ...templates]
    ) {
      having(200)(await it.call("DELETE", path, { key: keys.admin }))
    }
  })

  // The windows are closed before: the server waits for their connections.
  afterAll(() => it.backend.close())

  const ada = (path: string, options: Options = {}) =>
    openOfAda(`${it.server.origin}/console${path}`, { key: it.own.keys.admin, ...options })
  const alan = (path: string) => openOfAlan(`${it.server.origin}/console${path}`, { key: it.own.keys.other_author })

  const applicant = async (more: object = {}) => {
    const { make } = it.own
    const candidate = await make.candidate({ full_name: "Grace Hopper", ...more })
    return { candidate, application: await make.application((await make.job({ title: "Admiral" })).id, candidate.id) }
  }

  const entry = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text })

  const read = async (path: string) =>
    having(200)(await it.call<Record<string, never>>("GET", path, { key: it.own.keys.admin })).body

  test("who cannot write is told why: no mail account, no address of the candidate", async () => {
    await mail.setUp({ sender_email: null, smtp: null, imap: null })
    const { application } = await applicant({ primary_email: null })
    const { errors, page } = await ada(`/applications/${application.id}`)
    await page.getByRole("button", { name: "Write email", exact: true }).click()
    await page.getByText("Email isn't set up yet").waitFor()
    await page.getByRole("link", { name: "Set up email" }).waitFor()
    await mail.setUp()
    await page.getByText("Grace Hopper has no email address.").waitFor()
    await page.getByRole("link", { name: "Add one" }).waitFor()
    expect(errors).toEqual([])
  })

  test("with a sender and no server, settings, inbox and composer say that nothing can be sent; what waits is listed", async () => {
    await mail.setUp({ smtp: null, imap: null })
    const { application } = await applicant({ primary_email: "grace@example.com" })
    having(201)(
      await it.call("POST", `/applications/${application.id}/messages`, {
        key: it.own.keys.admin,
        body: { subject: "Waits for a server", body: "Hello" }
      })
    )
    await it.backend.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`UPDATE messages SET created_at = now() - interval '11 minutes' WHERE application_id = ${application.id}`
      )
    )
    const { errors, page } = await ada("/mail-account", { loads: true })
    const why = page.getByText("No outgoing server is set up, so nothing can be sent.")
    await why.waitFor()
    await page.getByText("Emails to members have no links").waitFor()
    await page.getByLabel("Sender name").fill("Acme jobs")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved, but nothing can be sent with these settings.").waitFor()
    await why.waitFor()
    await page.goto(`${it.server.origin}/console/mail?select=queued`)
    await why.waitFor()
    await page.getByText("Waits for a server").waitFor()
    await page.goto(`${it.server.origin}/console/applications/${application.id}`)
    await page.getByRole("button", { name: "Write email", exact: true }).click()
    await why.waitFor()
    await page.getByRole("link", { name: "Set up email" }).waitFor()
    expect(errors).toEqual([])
  })

  test("a mail is written from a template by the keyboard alone, taken back, and sent again", async () => {
    await mail.setUp()
    const { id } = await mail.template()
    const { application } = await applicant({ primary_email: "grace@example.com" })
    // The page before has found no templates.
    const { errors, page } = await ada(`/applications/${application.id}`, { loads: true })
    await page.getByRole("button", { name: "Write email", exact: true }).waitFor()
    await page.keyboard.press("w")
    await page.getByLabel("Template").and(page.locator(":focus")).waitFor()
    await page.getByText("Grace Hopper <grace@example.com>").waitFor()
    await page.keyboard.type("Inv")
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value.startsWith("Dear Grace,")
    )
    expect(await page.getByLabel("Subject").inputValue()).toBe("Your application as Admiral")
    await page.getByRole("button", { name: "Preview" }).click()
    await page.frameLocator("iframe").locator("strong", { hasText: "soon" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Write", exact: true }).click()
    // What was written stays where one goes elsewhere.
    await page.getByLabel("Text", { exact: true }).press("Control+End")
    await page.keyboard.type(" P.S.")
    await page.reload()
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value.endsWith(" P.S.")
    )
    await page.getByLabel("Text", { exact: true }).press("Control+Enter")
    await entry(page, "Your application as Admiral").getByText("Queued").waitFor()
    await page.keyboard.press("Control+z")
    await page.getByText("Canceled before it was sent: Your application as Admiral").waitFor()
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value.endsWith(" P.S.")
    )
    await page.getByLabel("Text", { exact: true }).press("Control+Enter")
    await page.locator(".composer").waitFor({ state: "detached" })
    expect((await mail.thread(application.id)).map(({ body, status }) => [status, body.endsWith(" P.S.")])).toEqual([[
      "queued",
      true
    ], ["cancelled", true]])
    expect(errors).toEqual([])
    having(200)(await it.call("DELETE", `/mail-templates/${id}`, { key: it.own.keys.admin }))
  })

  test("a mail that is taken back stands beside the one that is being written meanwhile; both are kept, over a reload", async () => {
    await mail.setUp()
    const { application } = await applicant({ primary_email: "grace@example.com" })
    const { errors, page } = await ada(`/applications/${application.id}`)
    const [subject, text] = [page.getByLabel("Subject"), page.getByLabel("Text", { exact: true })]
    const open = () => page.getByRole("button", { name: "Write email", exact: true }).press("Enter")
    const write = async (name: string) => {
      await open()
      await subject.fill(name)
      await text.fill(`Text of ${name}`)
    }
    await write("First")
    // A clock that is an hour ahead says nothing of when it is sent.
    await page.evaluate(() => {
      const real = Date.now
      Date.now = () => real() + 3_600_000
    })
    await text.press("Control+Enter")
    await entry(page, "First").getByText("Queued").waitFor()
    await write("Second")
    await page.getByRole("button", { name: "Undo" }).click()
    await page.getByText("Canceled before it was sent: First").waitFor()
    const others = page.getByRole("group", { name: "Also in progress" })
    await others.getByRole("button", { name: "Second" }).waitFor()
    expect([await subject.inputValue(), await text.inputValue()]).toEqual(["First", "Text of First"])
    await page.reload()
    await others.getByRole("button", { name: "Second" }).click()
    await others.getByRole("button", { name: "First" }).waitFor()
    expect([await subject.inputValue(), await text.inputValue()]).toEqual(["Second", "Text of Second"])
    await text.press("Control+Enter")
    await entry(page, "Second").getByText("Queued").waitFor()
    await others.waitFor({ state: "detached" })
    expect([await subject.inputValue(), await text.inputValue()]).toEqual(["First", "Text of First"])
    const [second, first] = await mail.thread(application.id)
    expect([first, second].map((one) => [one!.status, Date.parse(one!.send_at!) - Date.parse(one!.created_at)]))
      .toEqual([["cancelled", 12_000], ["queued", 12_000]])
    expect(errors).toEqual([])
  })

  test("a file that was chosen goes with the mail, though the files are not loaded yet", async () => {
    await mail.setUp()
    const { application } = await applicant({ primary_email: "grace@example.com" })
    await it.own.make.attachment(application.id)
    const { page } = await ada(`/applications/${application.id}`)
    await page.getByRole("button", { name: "Write email", exact: true }).press("Enter")
    await page.getByLabel("Subject").fill("Your papers")
    await page.getByLabel("Text", { exact: true }).fill("Here they are.")
    await page.getByRole("group", { name: "Attachments" }).getByRole("checkbox").check()
    await page.route("**/attachments", (route) => route.abort())
    await page.reload()
    await page.getByLabel("Text", { exact: true }).press("Control+Enter")
    await page.locator(".composer").waitFor({ state: "detached" })
    expect(await mail.thread(application.id)).toMatchObject([{ subject: "Your papers", files: [expect.anything()] }])
  })

  test("a conversation: what is sent and what comes in is on the screens of both members, with quotes folded and nothing asked of other servers", async () => {
    await mail.setUp()
    const { application } = await applicant()
    const { id } = await mail.written(application.id, { subject: "Your application", body: "Can you come?" })
    const hers = (await ada(`/applications/${application.id}`)).page
    await entry(hers, "Can you come?").getByText("Queued").waitFor()
    const { errors, page: his } = await alan(`/applications/${application.id}`)
    await entry(his, "Can you come?").waitFor()
    await mail.send(id)
    for (const page of [hers, his]) await entry(page, "Can you come?").getByText("Sent", { exact: true }).waitFor()
    await mail.arrive(application.id, {
      body: "Gladly, see https://example.com/calendar.\n\nOn Mon, 5 Oct 2026 at 14:02, Acme wrote:\n> Can you come?",
      html:
        "<p onclick='x()'>Gladly, <b>Tuesday</b>.</p><img src='https://elsewhere.example/seen.png' alt='Logo'><script>parent.document.title = 'Mine'</script><a href='https://example.com/'>Map</a> <a href='javascript:x()'>Trap</a>" +
        // A document's properties are hidden by forms of their names, and a link of SVG leads where its animation says.
        "<form name='body'></form><form name='body'></form><svg><a xlink:href='https://example.com/'><set attributeName='target' to='_self'/><text y='20'>Drawn</text></a></svg>"
    })
    for (const page of [hers, his]) {
      await page.getByText("New email received.").waitFor()
      await entry(page, "Gladly, see").getByRole("link", { name: "https://example.com/calendar", exact: true })
        .waitFor()
      expect(await entry(page, "Gladly, see").getByText("> Can you come?").isVisible()).toBe(false)
    }
    await entry(his, "Gladly, see").getByRole("button", { name: "Quoted text", expanded: false }).press("Enter")
    await entry(his, "Gladly, see").getByRole("button", { name: "Quoted text", expanded: true }).waitFor()
    await entry(his, "Gladly, see").getByText("> Can you come?").waitFor()
    const asked = new Set<string>()
    his.on("request", (request) => asked.add(new URL(request.url()).origin))
    await his.getByRole("button", { name: "Show formatting" }).click()
    const frame = his.frameLocator("iframe")
    await frame.locator("b", { hasText: "Tuesday" }).waitFor()
    await frame.getByText("Logo").waitFor()
    expect(await frame.getByRole("link", { name: "Map" }).getAttribute("target")).toBe("_blank")
    expect(await frame.getByText("Trap").getAttribute("href")).toBe(null)
    expect(await frame.getByText("Drawn").count()).toBe(0)
    expect([...asked]).toEqual([it.server.origin])
    expect(await his.title()).not.toContain("Mine")
    await entry(his, "Re: Your application").getByRole("button", { name: "Reply" }).click()
    await his.getByLabel("Text", { exact: true }).and(his.locator(":focus")).waitFor()
    await his.keyboard.type("See you.")
    expect(await his.getByLabel("Text", { exact: true }).inputValue()).toMatch(
      /^See you\.\n\nOn .*, Grace Hopper wrote:\n\n> Gladly, see https:\/\/example\.com\/calendar\.$/
    )
    await his.keyboard.press("Control+Enter")
    await entry(hers, "See you.").waitFor()
    await mail.arrive(application.id, { subject: "Out of office", body: "I am away.", is_automatic: true })
    await entry(hers, "I am away.").getByText("Automatic reply").waitFor()
    await mail.arrive(application.id, { subject: "Bank details", body: "Pay it here.", sender_check: "failed" })
    await entry(hers, "Pay it here.").getByText("Sender not verified").waitFor()
    // The browser tells that the sandbox has blocked what a click would have run.
    expect(errors.filter((error) => !error.startsWith("Blocked script execution"))).toEqual([])
  })

  test("a mail that was refused says why, and is sent again; one that waits for the server says so", async () => {
    await mail.setUp()
    const { application } = await applicant()
    const { id } = await mail.written(application.id, { subject: "Large" })
    await mail.refuse(id, "552 5.3.4 Message too big")
    const { page } = await ada(`/applications/${application.id}`)
    await entry(page, "Large").getByText("The server said: 552 5.3.4 Message too big").waitFor()
    await mail.server("smtp", { problem: "authentication", detail: "535 5.7.8 Authentication failed" })
    await entry(page, "Large").getByRole("button", { name: "Send again" }).click()
    await entry(page, "Large").getByText("The server doesn't accept the user name or password.").waitFor()
    await entry(page, "Large").getByRole("button", { name: "Cancel sending" }).click()
    await page.getByText("Canceled before it was sent: Large").waitFor()
  })

  test("a mail that belongs to nobody is counted, and given to the application of its sender; what did not arrive is listed", async () => {
    await mail.setUp()
    const { application, candidate } = await applicant({ full_name: "Hedy Lamarr", primary_email: "hedy@example.com" })
    await mail.arrive(null, {
      sender: { name: "H. L.", email: "hedy@example.com" },
      subject: "A question",
      body: "Is it remote?"
    })
    const { errors, page } = await ada("/mail?select=unassigned")
    await page.getByRole("link", { name: "Email 1", exact: true }).waitFor()
    await page.getByRole("link", { name: "H. L." }).click()
    await page.getByRole("button", { name: "Hedy Lamarr" }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Hedy Lamarr" }).click()
    await page.getByText("No unassigned emails").waitFor()
    await page.getByRole("button", { name: "Replies" }).click()
    await page.getByRole("link", { name: "H. L." }).click()
    await page.getByRole("button", { name: "Mark as done" }).click()
    await page.getByText("Marked as done").waitFor()
    await page.getByRole("link", { name: "H. L." }).waitFor({ state: "detached" })
    expect(await mail.thread(application.id)).toMatchObject([{ status: "received", subject: "A question" }])
    await mail.refuse((await mail.written(application.id, { subject: "Lost" })).id, "550 5.1.1 No such user")
    await page.getByRole("button", { name: "Not delivered" }).click()
    await page.getByRole("link", { name: "To Hedy Lamarr" }).click()
    await page.getByRole("link", { name: candidate.full_name, exact: true }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Send again" }).click()
    await page.getByRole("link", { name: "To Hedy Lamarr" }).waitFor({ state: "detached" })
    expect(errors).toEqual([])
  })

  test("a template has variables to choose, says what is wrong with it at its field, and shows the mail that it makes", async () => {
    const { page } = await ada("/mail-templates/new")
    await page.getByLabel("Name").fill("First talk")
    await page.getByLabel("Subject").fill("Talk about ")
    await page.getByRole("button", { name: "{{ job.title }}" }).click()
    await page.getByLabel("Text").fill("Dear {{ candidate.frist_name }},")
    await page.getByRole("alert").getByText(
      "there is no variable candidate.frist_name. Did you mean candidate.first_name?"
    ).waitFor()
    expect(await page.getByLabel("Text").getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("Text").fill("Dear ")
    await page.getByRole("button", { name: "{{ candidate.first_name }}" }).click()
    await page.frameLocator("iframe").getByText("Dear Maya").waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByRole("link", { name: "First talk" }).waitFor()
    expect(await read("/mail-templates")).toMatchObject({
      mail_templates: [{
        name: "First talk",
        subject: "Talk about {{ job.title }}",
        body: "Dear {{ candidate.first_name }}"
      }]
    })
  })

  test("the account shows no password, keeps a stored one, and says in words what is wrong with a server and what to do", async () => {
    await mail.setUp()
    await mail.server("smtp", { problem: "authentication", detail: "535 5.7.8 Authentication failed" })
    await mail.server("imap", null)
    const { page } = await ada("/mail-account")
    const state = page.getByRole("region", { name: "Server status" })
    await state.getByText("The server doesn't accept the user name or password.").waitFor()
    await state.getByText("app password").waitFor()
    await state.getByText("The server said: 535 5.7.8 Authentication failed").waitFor()
    await state.getByText("Connected", { exact: true }).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await page.getByLabel("Sender name").fill("Careers at Acme")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Email settings saved").waitFor()
    expect(await read("/organization/mail")).toMatchObject({
      mail_account: { sender_name: "Careers at Acme", smtp: { host: "smtp.acme.example" }, imap: { folder: "INBOX" } }
    })
    // Another server is not told the stored password.
    await page.getByLabel("Server name").first().fill("smtp.other.example")
    await page.getByText("If you change the server or user name, enter the password again.").waitFor()
    await page.getByLabel("Account password").first().fill("other secret")
    await page.getByRole("button", { name: "Save" }).click()
    await state.getByText("Not tested yet").waitFor()
    expect(await page.content()).not.toContain("other secret")
  })

  test("a rule of automatic emails is made beside the email that it would have sent, and shown as a sentence", async () => {
    await mail.template({ name: "Welcome" })
    const { page } = await ada("/mail-account")
    await page.getByRole("button", { name: "New automatic email" }).click()
    const dialog = page.getByRole("dialog", { name: "New automatic email" })
    await dialog.getByLabel("Name").fill("Invite to an interview")
    await dialog.getByLabel("Delay").fill("2")
    await dialog.getByLabel("Unit").selectOption("days")
    await dialog.getByLabel("Email template").selectOption("Welcome")
    await dialog.getByRole("button", { name: "Add condition" }).click()
    await dialog.getByLabel("Compare").selectOption("Stage type")
    await dialog.getByLabel("Value").selectOption("Interview")
    await dialog.getByText(/^In the last 30 days, this would have applied/).waitFor()
    expect(await findingsOfPage(page)).toEqual([])
    await dialog.getByRole("button", { name: "Save" }).click()
    await page.getByText("When an applicant is moved to Interview, after 2 days: send “Welcome”").waitFor()
    const stored = {
      name: "Invite to an interview",
      trigger: "moved",
      delay_minutes: 2880,
      conditions: [{ field: "stage_type", is: ["interview"] }]
    }
    await page.getByRole("button", { name: "Edit Invite to an interview" }).click()
    await page.getByRole("switch", { name: "Send these emails" }).uncheck()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByText("Off", { exact: true }).waitFor()
    expect(await read("/mail-rules")).toMatchObject({ mail_rules: [{ ...stored, is_on: false }] })
  })
}

if (executablePath === undefined) {
  test("NOT SHOWN HERE, because no Chromium is installed: mails are written, read and assigned in the console", () => {
    console.log("No Chromium is installed: apt-get install chromium")
  })
} else describe("mail", inBrowser)
