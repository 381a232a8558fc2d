/** Mails that the server has trouble with, one alone or all of them, and those that lost a file. */
import * as Attachment from "@candor/domain/attachment/Attachment"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { serving } from "@candor/mail/testing/MailServer"
import { scripted } from "@candor/mail/testing/ScriptedServer"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { attached } from "@candor/sql/testing/AttachmentCalls"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { rmSync } from "node:fs"
import {
  another,
  type Correspondents,
  correspondents,
  events,
  letter,
  mails,
  pass,
  pauseOf,
  runOn,
  sender,
  setUp,
  shown
} from "./MailWorld.ts"
import { eventually } from "./WebhookWorld.ts"

const folder = scratchFolder("outbox-doubt")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const taking = serving({ authOptional: true })

type Received = Effect.Success<typeof taking>["received"]

const subjects = (received: Received) =>
  received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString("latin1"))![1])

const letters = (people: Correspondents, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => letter(people, name))

const statuses = (people: Correspondents) => Effect.map(mails(people), (items) => items.map(({ status }) => status))

/** Trouble with one receiver. */
const ofBob: ReadonlyArray<readonly [string, string]> = [
  ["RCPT", "421 4.4.2 bob@mail.example cannot be verified now"],
  ["RCPT", "450 4.7.1 Too many messages"],
  ["RCPT", "552 5.2.2 User quota exceeded"],
  ["RCPT", "550 Unable to relay for bob@mail.example"],
  ["RCPT", "554 5.7.1 <bob@mail.example>: Relay access denied"],
  ["RCPT", "drop"],
  ["CONTENT", "554 Message rejected: Email address is not verified"]
]

/** Trouble with all mails. */
const ofAccount: ReadonlyArray<readonly [string, string]> = [
  ["CONTENT", "554 Message rejected: Email address is not verified"],
  ["CONTENT", "550 5.7.705 Access denied, tenant has exceeded threshold"],
  ["RCPT", "550 5.7.708 Access denied, traffic not accepted from this IP"],
  ["RCPT", "550 5.7.501 Access denied, spam abuse detected"],
  ["RCPT", "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ["DATA", "550 Your account is suspended: unpaid invoice"]
]

for (const database of databases) {
  const run = runOn(forFile(database), folder)

  describe(`Mails on ${database.name}`, () => {
    for (const [verb, answer] of ofBob) {
      test(`go out behind whose server has trouble with one alone: ${verb} ${answer}`, () =>
        run(Effect.gen(function*() {
          const people = yield* correspondents()
          const answers = verb === "RCPT"
            ? { "RCPT bob@mail.example": answer }
            : { CONTENT: [answer, "250 Ok", "250 Ok", answer] }
          const { mails: taken, port } = yield* scripted({ answers })
          yield* setUp(people.actor, port)
          const bob = yield* another(people, "bob@mail.example")
          yield* letters(bob, "To Bob")
          yield* letters(people, "First", "Second")
          yield* sender
          yield* eventually(statuses(people), (all) => all.every((status) => status === "sent"))
          const [waiting] = yield* eventually(
            mails(bob),
            ([mail]) => mail?.failure === (answer === "drop" ? "The server would not take it yet" : answer)
          )
          expect(waiting).toMatchObject({ status: "queued", attempts: 1 })
          yield* eventually(shown(people.actor), ({ status }) => status === "working")
          expect(taken.filter((mail) => /Subject: (First|Second)/.test(mail))).toHaveLength(2)
          expect(yield* events(people.actor, "mail_account.failing")).toBe(0)
        })))
    }

    test("to one person of whom the server wants nothing hold up no others, however many they are, nor again after a pause", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const refusal = "550 Unable to relay"
        const { mails: taken, port } = yield* scripted({
          answers: { "RCPT bob@mail.example": refusal, "RCPT eve@mail.example": refusal }
        })
        yield* setUp(people.actor, port)
        const [bob, eve] = [yield* another(people, "bob@mail.example"), yield* another(people, "eve@mail.example")]
        yield* letters(bob, "To Bob", "To Bob again")
        yield* letters(eve, "To Eve")
        yield* letters(people, "First")
        yield* sender
        yield* eventually(shown(people.actor), ({ status }) => status === "failing")
        expect((yield* mails(bob)).map(({ attempts, status }) => [status, attempts])).toEqual([["queued", 0], [
          "queued",
          0
        ]])
        yield* eventually(Effect.andThen(pass(people.actor, 10), statuses(people)), ([status]) => status === "sent")
        expect(taken).toHaveLength(1)
        const all = yield* eventually(
          Effect.zipWith(mails(bob), mails(eve), (one, other) => [...one, ...other]),
          (all) => all.every(({ failure }) => failure === refusal)
        )
        expect(all.map(({ attempts, status }) => [status, attempts])).toEqual([["queued", 1], ["queued", 1], [
          "queued",
          1
        ]])
        expect((yield* shown(people.actor)).status).toBe("working")
      })))

    test("that are written while those to one person wait go out after a pause, before those", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const answer = "421 4.4.2 bob@mail.example cannot be verified now"
        const { mails: taken, port } = yield* scripted({ answers: { "RCPT bob@mail.example": answer } })
        yield* setUp(people.actor, port)
        const bob = yield* another(people, "bob@mail.example")
        yield* letters(bob, "To Bob", "To Bob again")
        yield* sender
        yield* eventually(shown(people.actor), ({ status }) => status === "failing")
        yield* letter(people, "First")
        yield* eventually(Effect.andThen(pass(people.actor, 10), statuses(people)), ([status]) => status === "sent")
        const all = yield* eventually(mails(bob), (all) => all.every(({ failure }) => failure === answer))
        expect([taken.length, ...all.map(({ status }) => status)]).toEqual([1, "queued", "queued"])
        expect((yield* shown(people.actor)).status).toBe("working")
      })))

    for (const [verb, answer] of ofAccount) {
      test(`wait while the account is at fault, which it tells: ${verb} ${answer}`, () =>
        run(Effect.gen(function*() {
          const people = yield* correspondents()
          yield* sender
          yield* setUp(people.actor, (yield* scripted({ answers: { [verb]: answer } })).port)
          yield* letters(people, "First")
          expect(yield* eventually(shown(people.actor), ({ status }) => status === "failing")).toMatchObject({
            detail: answer
          })
          const bob = yield* another(people, "bob@mail.example")
          yield* letters(bob, "Second", "Third")
          yield* eventually(pauseOf(people.actor), (seconds) => seconds > 0)
          yield* eventually(
            Effect.zipWith(statuses(people), statuses(bob), (one, other) => [...one, ...other].join()),
            (all) => all === "queued,queued,queued"
          )
          const { port, received } = yield* taking
          yield* setUp(people.actor, port)
          yield* eventually(Effect.andThen(pass(people.actor, 10), statuses(people)), ([status]) => status === "sent")
          yield* eventually(statuses(bob), (all) => all.every((status) => status === "sent"))
          expect(subjects(received).toSorted()).toEqual(["First", "Second", "Third"])
          expect(yield* events(people.actor, "mail_account.failing")).toBe(1)
        })))
    }

    test("whose file was deleted meanwhile fail at once, and say so; the next one goes out", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        const { id, original_filename } = yield* attached(people.actor, people.application_id)
        yield* letter(people, "First", null, [id])
        yield* letter(people, "Second")
        yield* (yield* Attachments).remove(people.actor, people, id, Attachment.remove)
        yield* sender
        const all = yield* eventually(mails(people), ([, second]) => second?.status === "sent")
        expect(all[0]).toMatchObject({
          status: "failed",
          attempts: 1,
          failure: expect.stringContaining(original_filename)
        })
        expect(subjects(received)).toEqual(["Second"])
      })))

    test("name no list to leave: each is a letter to one person", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        yield* letter(people, "First")
        yield* sender
        yield* eventually(statuses(people), ([status]) => status === "sent")
        expect(received[0]!.raw.toString("latin1")).not.toMatch(/^List-/im)
      })))
  })
}
