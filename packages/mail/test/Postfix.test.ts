/** Mails as Postfix takes, delivers and returns them. */
import type { OutgoingMail } from "@candor/mail/Composing"
import { freePort } from "@candor/process/testing/FreePort"
import { type Process, processes } from "@candor/process/testing/Processes"
import { beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { simpleParser } from "mailparser"
import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { file, mail, send, sender, verify } from "./Mails.ts"
import { missing, owner, postfix } from "./Postfix.ts"

if (missing !== null) test(`sending to Postfix is not tested here, ${missing}`, () => expect(missing).toBeString())
else describe("Postfix", () => {
    const { folder, start } = processes("postfix")
    const mailbox = (user: string) => join(folder, "mail", user, "new")
    /** The port that refuses unknown users at once, and the one that takes mails for them and returns them. */
    let strict = 0
    let lenient = 0

    let log: Process

    /** Returns the first group of what the log says, once it does. */
    const logged = async (wanted: RegExp): Promise<string> => wanted.exec(await log.hear(wanted))![1]!

    /** Waits until a mail of the queue was delivered, and returns it. */
    const delivered = async (id: string, user: string): Promise<Buffer> => {
      await log.hear(new RegExp(`${id}: to=.*status=sent`))
      return readdirSync(mailbox(user)).map((name) => readFileSync(join(mailbox(user), name))).find((raw) =>
        raw.includes(`id ${id}`)
      )!
    }

    beforeAll(async () => {
      ;[strict, lenient] = [await freePort(), await freePort()]
      chmodSync(folder, 0o755)
      mkdirSync(join(folder, "mail"))
      for (const name of ["", "jobs", "jobs/new", "maya", "maya/new"]) {
        mkdirSync(join(folder, "mail", name), { recursive: true })
        chownSync(join(folder, "mail", name), owner.uid, owner.gid)
      }
      const users = join(folder, "users")
      writeFileSync(users, "jobs@harbor.example jobs/\nmaya@mail.example maya/\njürgen@mail.example maya/\n")
      chmodSync(users, 0o644)
      const server = await postfix({ folder, start }, {
        [strict]: "",
        [lenient]: "-o smtpd_reject_unlisted_recipient=no"
      }, {
        myhostname: "mail.example",
        message_size_limit: "60000000",
        virtual_mailbox_limit: "0",
        virtual_mailbox_base: join(folder, "mail"),
        virtual_mailbox_domains: "harbor.example, mail.example",
        virtual_mailbox_maps: `texthash:${users}`,
        virtual_uid_maps: `static:${owner.uid}`,
        virtual_gid_maps: `static:${owner.gid}`,
        virtual_minimum_uid: "1"
      })
      // It writes to no pipe.
      log = start(["tail", "-n", "+1", "-F", server.log])
    })

    const outcome = (port: number, changes: Partial<OutgoingMail>) =>
      Effect.runPromise(send(sender(port), { ...mail, ...changes }))

    /** Sends a mail, and returns the id that it has in the queue. */
    const queued = async (port: number, changes: Partial<OutgoingMail>): Promise<string> => {
      const sent = await outcome(port, changes)
      const words = sent.status === "sent" ? sent.words : JSON.stringify(sent)
      expect(words).toMatch(/^250 2\.0\.0 Ok: queued as \w+$/)
      return words.split(" ").at(-1)!
    }

    test("takes a mail with a Japanese subject and 30 MB of a file, and delivers it byte by byte", async () => {
      const one = file("Zeugnis – 証明書.pdf", 30_000_000)
      const subject = "エンジニアの応募について、ご連絡いたします"
      expect(await Effect.runPromise(verify(sender(strict)))).toBeNull()
      const messageId = "<large@harbor.example>"
      const id = await queued(strict, {
        messageId,
        subject,
        to: [{ name: "Jürgen Größe", email: "maya@mail.example" }],
        attachments: [one]
      })
      const parsed = await simpleParser(await delivered(id, "maya"))
      expect({
        subject: parsed.subject,
        to: [parsed.to].flat()[0]?.value,
        messageId: parsed.messageId,
        text: parsed.text?.trim()
      }).toEqual({
        subject,
        to: [{ name: "Jürgen Größe", address: "maya@mail.example" }],
        messageId,
        text: mail.text
      })
      expect(parsed.attachments[0]?.filename).toBe(one.name)
      expect(Buffer.compare(parsed.attachments[0]!.content, Buffer.from(one.bytes))).toBe(0)
    })

    test("delivers to an address with letters beyond ASCII", async () => {
      const id = await queued(strict, { to: [{ name: null, email: "jürgen@mail.example" }] })
      expect((await delivered(id, "maya")).toString()).toContain("To: jürgen@mail.example")
    })

    test.each<readonly [string, Partial<OutgoingMail>, unknown]>([
      ["an unknown user", { to: [{ name: null, email: "nobody@mail.example" }] }, {
        status: "refused",
        words: expect.stringMatching(/^550 5\.1\.1 .*User unknown/)
      }],
      ["a mail beyond its limit", { attachments: [file("large.pdf", 50_000_000)] }, {
        status: "refused",
        words: "Message size larger than allowed 60000000"
      }]
    ])("refuses %s at once", async (_, changes, expected) => {
      expect(await outcome(strict, changes)).toEqual(expected as never)
    })

    test.each([
      ["a delivery", "maya@mail.example", "<success@harbor.example>", /^Action: delivered$/m],
      ["a user that it does not know", "nobody@mail.example", "<failure@harbor.example>", /^Action: failed$/m]
    ])("reports %s to the sender, with the Message-ID", async (_, email, messageId, action) => {
      const id = await queued(lenient, { messageId, to: [{ name: null, email }] })
      const reportId = await logged(new RegExp(`${id}: sender [a-z -]*notification: (\\w+)`))
      const report = (await delivered(reportId, "jobs")).toString().replaceAll("\r\n", "\n")
      expect(report).toMatch(/^Content-Type: multipart\/report; report-type=delivery-status;$/m)
      expect(report).toMatch(action)
      expect(report).toContain(`Original-Envelope-Id: ${messageId.slice(1, -1)}\n`)
      expect(report).toContain(`Message-ID: ${messageId}\n`)
    })
  })
