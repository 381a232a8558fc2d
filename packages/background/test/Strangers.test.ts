/**
 * Mails and servers that strangers met: nothing that comes in is stored nowhere, nothing twice, and nothing in the
 * wrong place.
 */
import { flood } from "@candor/domain/mail/MailServer"
import { Messages } from "@candor/domain/mail/Messages"
import { write } from "@candor/domain/mail/Letter"
import { ImapSettings } from "@candor/mail/Receiving"
import { serving } from "@candor/mail/testing/MailServer"
import { scriptedImap, timeStandsStill } from "@candor/mail/testing/ScriptedImap"
import { processes } from "@candor/process/testing/Processes"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import {
  type Correspondents,
  correspondents,
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

const account = { username: "jobs", password: "secret" }

for (const database of databases) {
  const run = runOn(forFile(database), processes("strangers").folder)

  describe(`A mailbox of a scripted server, on ${database.name},`, () => {
    /** An organization that has written a letter, whose mailbox is watched. */
    const watched = Effect.gen(function*() {
      const people = yield* correspondents()
      const arrived: Array<string> = []
      const { port } = yield* serving({
        authOptional: true,
        onData: (stream, _, done) => {
          const chunks: Array<Buffer> = []
          stream.on("data", (chunk: Buffer) => void chunks.push(chunk))
          stream.on("end", () => {
            arrived.push(Buffer.concat(chunks).toString())
            done(null)
          })
        }
      })
      const imap = yield* scriptedImap()
      yield* reader
      yield* sender
      yield* setUp(people.actor, port, {}, { ...account, port: imap.port })
      yield* letter(people, "Hello")
      yield* eventually(shown(people.actor, "imap"), ({ status }) => status === "working")
      yield* eventually(mails(people), ([one]) => one?.status === "sent")
      const [sent] = yield* mails(people)
      return { ...people, arrived, imap, port, sent: sent!, id: sent!.internet_message_id }
    })

    const deliver = ({ imap }: Effect.Success<typeof watched>, ...lines: ReadonlyArray<string>) =>
      Effect.sync(() => imap.deliver(lines.join("\r\n")))
    const received = (people: Correspondents, count: number) =>
      Effect.map(
        eventually(mails(people), (all) => all.filter(({ status }) => status === "received").length === count),
        (all) => all.filter(({ status }) => status === "received")
      )

    const from = (
      id: string
    ) => ["From: Maya <maya@mail.example>", `Message-ID: <${id}@mail.example>`, "Date: Tue, 1 Dec 2026 10:00:00 +0000"]

    test("has absences that look like reports, and people at postmaster@, in the thread of their letter, which did not come back", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        yield* deliver(
          world,
          "Return-Path: <>",
          ...from("away"),
          `References: ${world.id}`,
          "Auto-Submitted: auto-replied",
          "",
          "I am away. My old address does not exist any more."
        )
        yield* deliver(
          world,
          "From: postmaster@firm.example",
          "Message-ID: <p@firm.example>",
          `References: ${world.id}`,
          "Subject: Re: Hello",
          "",
          "The link does not exist."
        )
        const [away, person] = yield* received(world, 2)
        expect([away!.is_automatic, person!.is_automatic]).toEqual([true, false])
        expect((yield* mails(world))[0]).toMatchObject({ status: "sent", failure: null })
      })))

    test("has a file that is a link, and says that it is no document", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        yield* deliver(
          world,
          ...from("link"),
          `In-Reply-To: ${world.id}`,
          "Content-Type: multipart/mixed; boundary=b",
          "",
          "--b",
          "",
          "My CV.",
          "--b",
          "Content-Type: application/octet-stream",
          "Content-Disposition: attachment; filename=cv.webloc",
          "Content-Transfer-Encoding: base64",
          "",
          btoa("bplist00\xd1\x01\x02SURL_\x10\x16https://cv.example/ada"),
          "--b--"
        )
        const [mail] = yield* received(world, 1)
        expect(mail).toMatchObject({
          body: expect.stringMatching(
            /^My CV\.\n\n\[cv\.webloc is kept, and not understood: a link to a document, .* download it as PDF/
          ),
          files: [{ original_filename: "cv.webloc", content_type: "text/plain" }]
        })
      })))

    test("has a report of its mail by Original-Envelope-Id alone, and one that it goes on trying as a mail in the thread", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        const report = (action: string, status: string) => [
          "From: MAILER-DAEMON@mx.example",
          "Subject: Delivery Status Notification",
          "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
          "",
          "--b",
          "",
          `It is ${action}.`,
          "--b",
          "Content-Type: message/delivery-status",
          "",
          "Reporting-MTA: dns; mx.example",
          `Original-Envelope-Id: ${world.id.slice(1, -1)}`,
          "",
          `Action: ${action}`,
          `Status: ${status}`,
          "--b--"
        ]
        yield* deliver(world, ...report("delayed", "4.4.1"))
        const [delayed] = yield* received(world, 1)
        expect(delayed).toMatchObject({ body: "It is delayed.", is_automatic: true })
        yield* deliver(world, ...report("failed", "5.1.1"))
        const [sent] = yield* eventually(mails(world), ([one]) => one?.status === "bounced")
        expect(sent!.failure).toBe("5.1.1")
      })))

    test("has a reply that names a relay's Message-ID beside that of the letter, which the letter carries, and one that names the letter by it", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        const [source] = world.arrived
        expect(source).toMatch(new RegExp(`^References:\\s*${world.id}\r?$`, "m"))
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE messages SET internet_message_id = '<given@relay.example>' WHERE organization_id = ${world.actor.organization_id} AND id = ${world.sent.id}`
        yield* deliver(
          world,
          ...from("one"),
          "In-Reply-To: <other@relay.example>",
          `References: ${world.id} <other@relay.example>`,
          "",
          "One"
        )
        yield* deliver(world, ...from("two"), "In-Reply-To: <given@relay.example>", "", "Two")
        expect((yield* received(world, 2)).map(({ body }) => body)).toEqual(["One", "Two"])
      })))

    test("has a mail once that a list passes on with its footer, and two that share a Message-ID alone", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        yield* deliver(world, ...from("one"), `In-Reply-To: ${world.id}`, "", "Yes")
        yield* deliver(
          world,
          "From: 'Maya' via Jobs <jobs@list.example>",
          ...from("one").slice(1),
          "Subject: [Jobs]",
          `In-Reply-To: ${world.id}`,
          "",
          "Yes",
          "-- ",
          "You get this because you are of the list"
        )
        yield* deliver(
          world,
          ...from("one").slice(0, 2),
          "Date: Wed, 2 Dec 2026 10:00:00 +0000",
          `In-Reply-To: ${world.id}`,
          "",
          "Another"
        )
        yield* deliver(world, ...from("last"), `In-Reply-To: ${world.id}`, "", "Last")
        expect((yield* received(world, 3)).map(({ body }) => body)).toEqual(["Yes", "Another", "Last"])
        expect(yield* ofNobody(world.actor)).toEqual([])
      })))

    test("has a mail with the Message-ID of our letter where somebody else wrote it, and not what we sent ourselves", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        yield* deliver(world, "From: jobs@harbor.example", `Message-ID: ${world.id}`, "", "Dear Maya")
        yield* deliver(world, "From: maya@mail.example", `Message-ID: ${world.id}`, "", "Yes")
        expect((yield* received(world, 1)).map(({ body }) => body)).toEqual(["Yes"])
      })))

    test("answers a reply without References with those of both, and never an absence", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        yield* deliver(world, ...from("reply"), `In-Reply-To: ${world.id}`, "", "Yes")
        yield* deliver(world, ...from("away"), `In-Reply-To: ${world.id}`, "Auto-Submitted: auto-replied", "", "Away")
        const [, away] = yield* received(world, 2)
        const text = {
          application_id: world.application_id,
          purpose: "letter",
          subject: "Next",
          body: "Next",
          template_id: null,
          send_at: null,
          key: null
        } as const
        for (const reply_to_id of [null, away!.id]) {
          const request = { application_id: world.application_id, attachment_ids: [], key: null, reply_to_id }
          const next = yield* (yield* Messages).write(
            world.actor,
            request,
            (correspondence, context) => write(text, correspondence, context)
          )
          expect(next.in_reply_to).not.toBe("<away@mail.example>")
          expect(next.reference_ids.slice(0, 2)).toEqual([world.id, "<reply@mail.example>"])
          expect(next.reference_ids).not.toContain("<away@mail.example>")
        }
      })))

    test("tells of a mail of which the server gives no data, and of one that it gives and nobody can read", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        world.imap.misbehave((command) => command.startsWith("UID FETCH 1 ") ? ["OK done"] : undefined)
        yield* deliver(world, ...from("lost"), "", "Lost")
        yield* deliver(world, ...from("next"), "", "Next")
        const all = yield* eventually(ofNobody(world.actor), (all) => all.length === 2)
        expect(all.map(({ subject }) => subject)).toEqual(["", "A mail that could not be read"])
        expect(all[1]!.body).toMatch(
          /^\[A mail that came in at \S+ could not be read here\. It is in the mailbox as it came in, with the UID 1\.\]$/
        )
      })))

    test("is told to send too much, by a server that works again once it keeps quiet", () =>
      run(Effect.gen(function*() {
        const world = yield* watched
        const idling = () => world.imap.commands.filter((command) => command === "IDLE").length
        yield* eventually(Effect.sync(idling), (count) => count > 0)
        yield* Effect.scoped(Effect.gen(function*() {
          yield* timeStandsStill
          world.imap.say("* 1 EXISTS\r\n".repeat(15_000))
          expect(yield* eventually(shown(world.actor, "imap"), ({ status }) => status === "failing")).toMatchObject(
            flood
          )
        }))
        yield* pass(world.actor, 1000)
        yield* deliver(world, ...from("reply"), `In-Reply-To: ${world.id}`, "", "Yes")
        yield* received(world, 1)
        yield* eventually(shown(world.actor, "imap"), ({ status }) => status === "working")
      })))

    test("is read after settings that change the port alone, where the numbers of the other server begin anew, and works only then", () =>
      run(
        Effect.gen(function*() {
          const world = yield* watched
          for (const name of ["one", "two"]) yield* deliver(world, ...from(name), `In-Reply-To: ${world.id}`, "", name)
          yield* received(world, 2)
          const other = yield* scriptedImap()
          other.misbehave((command) => /EXAMINE|SEARCH/.test(command) ? ["NO Not yet"] : undefined)
          other.deliver([...from("three"), `In-Reply-To: ${world.id}`, "", "three"].join("\r\n"))
          yield* setUp(world.actor, world.port, {}, { ...account, port: other.port })
          yield* eventually(shown(world.actor, "imap"), ({ status }) => status === "failing")
          other.misbehave(() => undefined)
          yield* pass(world.actor, 1000)
          expect((yield* received(world, 3)).map(({ body }) => body)).toEqual(["one", "two", "three"])
          yield* eventually(shown(world.actor, "imap"), ({ status }) => status === "working")
        }).pipe(Effect.updateService(ImapSettings, (settings) => ({ ...settings, pollMillis: 50, recheckMillis: 200 })))
      ))
  })
}
