/** A letter by real servers of mail, in the browsers of two members: from the template to the reply in the thread. */
import { having } from "@candor/api/testing/Client"
import { mailWorker, sendNow, settings } from "@candor/api/testing/MailWorker"
import { type World, world } from "@candor/api/testing/World"
import { missing, password } from "@candor/mail/testing/Dovecot"
import { type Mailboxes, mailboxes } from "@candor/mail/testing/Mailboxes"
import { hasOpenssl } from "@candor/process/testing/Certificates"
import { processes } from "@candor/process/testing/Processes"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { browserWindow, executablePath, type Page } from "./Browser.ts"

const why = executablePath === undefined
  ? "no Chromium is installed"
  : missing?.replace(/^because /, "") ?? (hasOpenssl ? null : "openssl is not installed")

const inBrowsers = () => {
  const [openOfAda, openOfAlan] = [browserWindow(), browserWindow()]
  const scratch = processes("letters")
  let it: World
  let post: Mailboxes
  let worker: Awaited<ReturnType<typeof mailWorker>>

  beforeAll(async () => {
    ;[it, post] = await Promise.all([world(databases[0]!, { settings }), mailboxes(scratch)])
    worker = await mailWorker(it)
  })

  afterAll(async () => {
    await worker.stop()
    await Promise.all([it.backend.close(), post.stop()])
  })

  /** The mail in a mailbox of Dovecot; undefined where there is none. */
  const arrived = (user: string): string | undefined =>
    post.imap.admin("fetch", "-u", user, "text", "all").replace(/^text:\s*/, "") || undefined

  test("a letter of a template arrives in a mailbox, and its reply stands in the thread of both who look at it, which it says the time of", async () => {
    const { admin: key, other_author } = it.own.keys
    const local = { host: "127.0.0.1", security: "none" } as const
    const body = {
      sender_email: "jobs@acme.example",
      smtp: { ...local, port: post.smtp, username: null },
      imap: { ...local, port: post.imap.ports.plain, username: "jobs@acme.example", password }
    }
    having(200)(await it.call("PUT", "/organization/mail", { key, body }))
    const template = {
      name: "Invitation",
      subject: "Your application as {{ job.title }}",
      body: "Dear {{ candidate.first_name }}, please come **soon**."
    }
    having(201)(await it.call("POST", "/mail-templates", { key, body: template }))
    const candidate = await it.own.make.candidate({ full_name: "Grace Hopper", primary_email: "grace@people.example" })
    const application = await it.own.make.application((await it.own.make.job({ title: "Admiral" })).id, candidate.id)
    const path = `${it.server.origin}/console/applications/${application.id}`
    const hers = (await openOfAda(path, { key })).page
    const his = (await openOfAlan(path, { key: other_author })).page

    await hers.getByRole("button", { name: "Write email", exact: true }).click()
    await hers.getByLabel("Template").selectOption("Invitation")
    await hers.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>(".composer textarea")?.value.startsWith("Dear Grace,")
    )
    await hers.getByLabel("Text", { exact: true }).press("Control+Enter")
    const entry = (page: Page, text: string) => page.getByRole("listitem").filter({ hasText: text })
    for (const page of [hers, his]) await entry(page, "Your application as Admiral").getByText("Queued").waitFor()
    await sendNow(it)
    for (const page of [hers, his])
      await entry(page, "Your application as Admiral").getByText("Sent", { exact: true }).waitFor()
    const mail = arrived("grace@people.example")!
    expect(mail).toContain("Subject: Your application as Admiral")
    expect(mail).toContain("<strong>soon</strong>")
    const id = /^Message-ID: (<.*>)/im.exec(mail)![1]!

    await post.imap.deliver("jobs@acme.example", [[
      "From: Grace Hopper <grace@people.example>",
      "To: jobs@acme.example",
      `Message-ID: <${crypto.randomUUID()}@people.example>`,
      `In-Reply-To: ${id}`,
      "Subject: Re: Your application",
      "",
      "Gladly."
    ].join("\r\n")])
    const began = performance.now()
    await Promise.all([hers, his].map((page) => entry(page, "Gladly.").waitFor()))
    console.log(`The reply stood in both threads after ${Math.round(performance.now() - began)} ms.`)
  })
}

if (why !== null) {
  test(`NOT SHOWN HERE, because ${why}: a letter arrives in a mailbox, and its reply in the browsers of two members`, () =>
    expect(why).toBeString())
} else describe("a letter", inBrowsers)
