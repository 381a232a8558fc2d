/** Reading the mailbox of an organization in the background, of a real server. */
import type { MailProblem } from "@candor/domain/mail/MailServer"
import { uidOf } from "@candor/domain/interview/Invitation"
import { Invitations } from "@candor/domain/interview/Invitations"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { maxUnassignedBytes, remove } from "@candor/domain/mail/Message"
import { Messages } from "@candor/domain/mail/Messages"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { ofApplication } from "@candor/domain/attachment/FileUsage"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { type Dovecot, dovecot, missing, password } from "@candor/mail/testing/Dovecot"
import { ImapSettings } from "@candor/mail/Receiving"
import { serving } from "@candor/mail/testing/MailServer"
import { authority, hasOpenssl, signed } from "@candor/process/testing/Certificates"
import { processes } from "@candor/process/testing/Processes"
import { databases } from "@candor/sql/testing/Databases"
import { files as reserved, received, workerOf } from "@candor/sql/testing/MailCalls"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Clock, Effect, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import {
  correspondents,
  events,
  letter,
  mails,
  ofNobody,
  pass,
  reader,
  runOn,
  sender,
  setUp,
  shown
} from "./MailWorld.ts"
import { eventually } from "./WebhookWorld.ts"

const why = missing ?? (hasOpenssl ? null : "because openssl is not installed")

interface Reply {
  readonly id: string
  readonly headers?: ReadonlyArray<string>
  readonly subject?: string
  readonly file?: string
  /** How many there are of the file. */
  readonly files?: number
  readonly from?: string
  /** The headers of mails that are attached. */
  readonly attached?: ReadonlyArray<ReadonlyArray<string>>
}

const mailOf = (
  { attached = [], file, files = 1, from = "Maya <maya@mail.example>", headers = [], id, subject = "Re: Hello" }: Reply
): string =>
  [
    `From: ${from}`,
    "To: jobs@harbor.example",
    `Message-ID: <${id}@mail.example>`,
    `Subject: ${subject}`,
    ...headers,
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="b"`,
    "",
    "--b",
    "Content-Type: text/plain",
    "",
    `I am ${id}.`,
    ...file === undefined ?
      [] :
      Array.from(
        { length: files },
        () => [
          "--b",
          "Content-Type: text/plain",
          `Content-Disposition: attachment; filename="${file}"`,
          "",
          `This is ${file}.`
        ]
      ).flat(),
    ...attached.flatMap((
      headers
    ) => [
      "--b",
      "Content-Type: message/rfc822",
      "",
      "From: Maya <maya@mail.example>",
      ...headers,
      "",
      "I am attached."
    ]),
    "--b--",
    ""
  ].join("\r\n")

if (why !== null) test(`mailboxes are not read here, ${why}`, () => expect(why).toBeString())
else for (const database of databases) {
    const scratch = processes("mailbox")
    const files = join(scratch.folder, "files")
    const run = runOn(forFile(database), files)

    describe(`A mailbox of Dovecot, on ${database.name},`, () => {
      let server: Dovecot

      beforeAll(async () => {
        mkdirSync(files)
        server = await dovecot(
          scratch,
          signed(authority(scratch.folder, "authority"), join(scratch.folder, "localhost"), "localhost")
        )
        await server.start()
      })
      afterAll(() => server.stop())

      /** An organization that has written a letter, whose mailbox is watched by as many processes. */
      const watched = Effect.fnUntraced(function*(username: string, readers: number) {
        const people = yield* correspondents()
        const { port } = yield* serving({ authOptional: true })
        yield* Effect.forEach(Array(readers), () => reader)
        yield* sender
        yield* setUp(people.actor, port, {}, { port: server.ports.plain, username, password })
        yield* letter(people, "Hello")
        yield* eventually(shown(people.actor, "imap"), ({ status }) => status === "working")
        yield* eventually(mails(people), ([one]) => one?.status === "sent")
        const [sent] = yield* mails(people)
        return { ...people, port, sent: sent! }
      })

      const deliver = (user: string, ...replies: ReadonlyArray<Reply>) =>
        Effect.promise(() => server.deliver(user, replies.map(mailOf)))

      test("has each reply in its application once, with its files, and what belongs to nobody apart, whatever the subjects", () =>
        run(Effect.gen(function*() {
          const { actor, application_id, sent } = yield* watched("replies", 2)
          const thread = [`In-Reply-To: ${sent.internet_message_id}`]
          const reply = { id: "reply", headers: thread, file: "cv.txt", subject: "Something else" }
          yield* deliver("replies", reply, { id: "nobody" }, reply, {
            id: "automatic",
            headers: [...thread, "Auto-Submitted: auto-replied"]
          })
          yield* eventually(mails({ actor, application_id }), (all) => all.length === 3)
          yield* deliver("replies", { id: "last" })
          const others = yield* eventually(ofNobody(actor), (all) => all.length === 2)
          expect(others.map(({ body }) => body).toSorted()).toEqual(["I am last.", "I am nobody."])
          const [, first, second] = yield* mails({ actor, application_id })
          expect(first).toMatchObject({
            status: "received",
            subject: "Something else",
            body: "I am reply.",
            is_automatic: false,
            in_reply_to: sent.internet_message_id
          })
          expect(second).toMatchObject({ body: "I am automatic.", is_automatic: true })
          expect(first!.files).toMatchObject([{ original_filename: "cv.txt", content_type: "text/plain" }])
          const { id, size_bytes } = first!.files[0]!
          const content = (yield* AttachmentStore).read({ organization_id: actor.organization_id, id }, {
            start: 0,
            end: size_bytes
          })
          expect(yield* Stream.mkString(Stream.decodeText(content))).toBe("This is cv.txt.")
        })))

      test("has the words of answers to an invitation where they belong, and no answer of an interviewer without any", () =>
        run(Effect.gen(function*() {
          const { actor, application_id } = yield* watched("answers", 1)
          const { organization_id, user_id: member_id } = actor
          const interviews = yield* Interviews
          const time = Result.getOrThrow(
            timeOf({ local_start: "2040-01-01T10:00", time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
          )
          const { id } = yield* interviews.create(
            actor,
            application_id,
            { members: [member_id], time },
            (application, availability, context) =>
              Scheduling.create(
                application_id,
                { title: "Talk", interviewers: [{ member_id }] },
                time,
                application,
                availability,
                context
              )
          )
          const made = { method: "REQUEST", sequence: 0, content: "", was_known: false } as const
          yield* Effect.forEach(
            [member_id, "candidate"] as const,
            (recipient) => Effect.flatMap(Invitations, ({ record }) => record(organization_id, id, recipient, made))
          )
          const answer = (from: string, words: string, check = "pass") =>
            [
              `Authentication-Results: mx.harbor.example; dmarc=${check} header.from=${
                from.slice(from.indexOf("@") + 1)
              }`,
              `From: <${from}>`,
              "To: jobs@harbor.example",
              `Message-ID: <${crypto.randomUUID()}@x.example>`,
              "Subject: Accepted: Talk",
              "MIME-Version: 1.0",
              `Content-Type: multipart/alternative; boundary="b"`,
              "",
              "--b",
              "Content-Type: text/plain",
              "",
              words,
              "--b",
              "Content-Type: text/calendar; method=REPLY",
              "",
              "BEGIN:VCALENDAR",
              "VERSION:2.0",
              "METHOD:REPLY",
              "BEGIN:VEVENT",
              `UID:${uidOf(id)}`,
              "SEQUENCE:0",
              `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${from}`,
              "END:VEVENT",
              "END:VCALENDAR",
              "--b--",
              ""
            ].join("\r\n")
          const [member, candidate] = ["ada@example.com", "maya@mail.example"]
          yield* Effect.promise(() =>
            server.deliver("answers", [
              answer(member, "", "none"),
              answer(member, ""),
              answer(member, "I am late."),
              answer(candidate, ""),
              answer(candidate, "I look forward to it.")
            ])
          )
          const [, ...received] = yield* eventually(mails({ actor, application_id }), (all) => all.length === 5)
          expect(
            received.map((
              { body, is_automatic, purpose, sender }
            ) => [sender.email, purpose, is_automatic, body.split("\n")[0]])
          ).toEqual([
            [
              member,
              "invitation",
              false,
              "[This mail answers the invitation to Talk: accepted. It was not recorded: the server of mail does not confirm whom it is from.]"
            ],
            [member, "invitation", true, "I am late."],
            [candidate, "letter", true, ""],
            [candidate, "letter", false, "I look forward to it."]
          ])
          expect(yield* ofNobody(actor)).toEqual([])
          expect(yield* interviews.get(organization_id, id)).toMatchObject({
            candidate_response: "accepted",
            interviewers: [{ response: "accepted" }]
          })
        })))

      test("has a reply that a member forwards as an attached mail for nobody, with the question where it belongs", () =>
        run(Effect.gen(function*() {
          const { actor, application_id, sent } = yield* watched("forwarded", 1)
          const attached = [["Subject: Re: Hello", `In-Reply-To: ${sent.internet_message_id}`]]
          const from = "Somebody else's name <ADA@example.com>"
          yield* deliver("forwarded", { id: "stranger", attached }, {
            id: "other",
            from,
            attached: [["Subject: Re: Hello", "In-Reply-To: <x@y.example>"]]
          }, { id: "member", from, attached })
          const all = yield* eventually(ofNobody(actor), (all) => all.length === 3)
          expect(all.toReversed().map(({ forwarded }) => forwarded?.application_id ?? null)).toEqual([
            null,
            null,
            application_id
          ])
          expect(all[0]).toMatchObject({
            application_id: null,
            sender: { email: "ADA@example.com" },
            forwarded: {
              answer: "asked",
              member: { id: actor.user_id },
              sender: { name: "Maya" },
              subject: "Re: Hello",
              body: "I am attached."
            }
          })
          expect(yield* mails({ actor, application_id })).toHaveLength(1)
        })))

      test("has a reply in its application without its files, where that has no room for them", () =>
        run(Effect.gen(function*() {
          const { actor, application_id, sent } = yield* watched("full", 1)
          const thread = [`In-Reply-To: ${sent.internet_message_id}`]
          yield* deliver("full", { id: "reply", headers: thread, file: "cv.txt", files: ofApplication.files.limit + 1 })
          const [, reply] = yield* eventually(mails({ actor, application_id }), (all) => all.length === 2)
          expect(reply).toMatchObject({
            body: expect.stringMatching(/^I am reply\.\n\n\[The files of this mail are not kept here/),
            files: []
          })
          expect(yield* ofNobody(actor)).toEqual([])
        })))

      test("that belongs to nobody stays in the mailbox while there is no room, which is told, and replies are read", () =>
        run(Effect.gen(function*() {
          const { actor, application_id, sent } = yield* watched("inbox", 2).pipe(
            Effect.updateService(ImapSettings, (settings) => ({ ...settings, pollMillis: 50 }))
          )
          const worker = workerOf(actor)
          const large = yield* Effect.map(
            reserved(worker),
            (files) => files.map((file) => ({ ...file, size_bytes: maxUnassignedBytes }))
          )
          const { id } = yield* received(worker, null, { body: "Large" }, large)
          const thread = [`In-Reply-To: ${sent.internet_message_id}`]
          const bomb = Array.from({ length: 5 }, (_, index): Reply => ({ id: `bomb-${index}`, file: "bomb.txt" }))
          yield* deliver("inbox", ...bomb, { id: "reply", headers: thread, file: "cv.txt" })
          const [, reply] = yield* eventually(mails({ actor, application_id }), (all) => all.length === 2)
          expect(reply).toMatchObject({ body: "I am reply.", files: [{ original_filename: "cv.txt" }] })
          expect(yield* eventually(shown(actor, "imap"), ({ status }) => status === "failing")).toMatchObject({
            problem: "inbox_full"
          })
          expect((yield* ofNobody(actor)).map(({ body }) => body)).toEqual(["Large"])
          yield* (yield* Messages).remove(actor, id, remove)
          const others = yield* eventually(ofNobody(actor), (all) => all.length === 5)
          expect(others.map(({ body }) => body).toReversed()).toEqual(bomb.map(({ id }) => `I am ${id}.`))
          yield* eventually(shown(actor, "imap"), ({ status }) => status === "working")
          expect(yield* mails({ actor, application_id })).toHaveLength(2)
        })))

      const reports = [
        ["came back", "failed", "bounced", "550 5.1.1 No such person"],
        ["was delivered", "delivered", "delivered", null]
      ] as const
      for (const [what, action, status, failure] of reports) {
        for (const waits of [false, true]) {
          test(`tells by a report that a letter ${what}${waits ? ", also while it waits for another attempt, which there is none of" : ", and why"}`, () =>
            run(Effect.gen(function*() {
              const user = `${action}-${waits}`
              const { actor, application_id, sent } = yield* watched(user, 1)
              const sql = yield* SqlClient.SqlClient
              yield* sql`
              UPDATE messages SET status = 'queued', attempts = 1, due_at = now() + interval '1 hour' WHERE id = ${sent.id} AND ${waits}::boolean`
              yield* Effect.promise(() =>
                server.deliver(user, [[
                  "From: MAILER-DAEMON@mail.example",
                  "To: jobs@harbor.example",
                  "Subject: Report",
                  "MIME-Version: 1.0",
                  `Content-Type: multipart/report; report-type=delivery-status; boundary="b"`,
                  "",
                  "--b",
                  "",
                  "This is a report.",
                  "--b",
                  "Content-Type: message/delivery-status",
                  "",
                  "Reporting-MTA: dns; mail.example",
                  "",
                  "Final-Recipient: rfc822; maya@mail.example",
                  `Action: ${action}`,
                  `Status: ${failure === null ? "2.0.0" : "5.1.1"}`,
                  ...(failure === null ? [] : [`Diagnostic-Code: smtp; ${failure}`]),
                  "",
                  "--b",
                  "Content-Type: text/rfc822-headers",
                  "",
                  `Message-ID: ${sent.internet_message_id}`,
                  "",
                  "--b--",
                  ""
                ].join("\r\n")])
              )
              const [letter] = yield* eventually(mails({ actor, application_id }), ([one]) => one?.status === status)
              expect(letter!.failure).toBe(failure)
              expect(yield* ofNobody(actor)).toEqual([])
              expect(yield* sql`SELECT due_at FROM messages WHERE id = ${sent.id}`).toEqual([{ due_at: null }])
            })))
        }
      }

      for (
        const [what, problem, changes] of [
          ["the password is wrong", "authentication", { password: "wrong" }],
          ["the folder is missing", "folder_missing", { folder: "Replies" }],
          ["it does not encrypt with a certificate of anybody known", "certificate", { security: "starttls" }]
        ] as ReadonlyArray<readonly [string, MailProblem, object]>
      ) {
        test(`is told not to work where ${what}, while letters go out, and to work once it is mended`, () =>
          run(Effect.gen(function*() {
            const people = yield* correspondents()
            const { port } = yield* serving({ authOptional: true })
            yield* reader
            yield* sender
            const mailbox = { port: server.ports.plain, username: "troubled", password }
            yield* setUp(people.actor, port, {}, { ...mailbox, ...changes })
            yield* letter(people, "Hello")
            const health = yield* eventually(shown(people.actor, "imap"), ({ status }) => status === "failing")
            expect(health).toMatchObject({ problem, detail: expect.any(String) })
            yield* eventually(mails(people), ([one]) => one?.status === "sent")
            yield* setUp(people.actor, port, {}, mailbox)
            yield* eventually(shown(people.actor, "imap"), ({ status }) => status === "working")
          })))
      }

      test("is opened again at once where a connection ends that had lasted, as servers end them after some time", () =>
        run(Effect.gen(function*() {
          let shift = 0
          const shifted = (clock: Clock.Clock): Clock.Clock =>
            Object.assign(Object.create(clock) as Clock.Clock, {
              currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + shift,
              currentTimeMillis: Effect.map(clock.currentTimeMillis, (millis) => millis + shift)
            })
          const { actor } = yield* watched("ended", 1).pipe(Effect.updateService(Clock.Clock, shifted))
          shift = 10_000
          server.admin("kick", "ended")
          yield* deliver("ended", { id: "after" })
          yield* eventually(ofNobody(actor), (all) => all.length === 1)
          expect(yield* events(actor, "mail_account.failing")).toBe(0)
        })))

      test("is told to be gone while its server is, and loses nothing", () =>
        run(Effect.gen(function*() {
          const { actor } = yield* watched("gone", 1)
          yield* deliver("gone", { id: "before" })
          yield* eventually(ofNobody(actor), (all) => all.length === 1)
          // Its sessions outlive it by ten seconds.
          server.admin("kick", "gone")
          yield* eventually(shown(actor, "imap"), ({ status }) => status === "failing")
          yield* Effect.promise(server.stop)
          yield* eventually(Effect.andThen(pass(actor, 10), shown(actor, "imap")), ({ problem }) =>
            problem === "unreachable")
          yield* Effect.promise(server.start)
          yield* deliver("gone", { id: "after" })
          yield* eventually(Effect.andThen(pass(actor, 10), ofNobody(actor)), (all) =>
            all.length === 2)
          yield* eventually(Effect.andThen(pass(actor, 10), shown(actor, "imap")), ({ status }) => status === "working")
        })))
    })
  }
