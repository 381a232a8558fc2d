/**
 * Sending mails in the background: each in its order, whatever its process, the server or another organization does.
 */
import type { MailProblem, SmtpServer } from "@candor/domain/mail/MailServer"
import { serving } from "@candor/mail/testing/MailServer"
import { scripted } from "@candor/mail/testing/ScriptedServer"
import { freePort } from "@candor/process/testing/FreePort"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { later, now } from "@candor/domain/Timestamp"
import { databases } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { afterAll, describe, expect, test } from "bun:test"
import { ConfigProvider, Effect, type Scope } from "effect"
import { SqlClient } from "effect/sql"
import { rmSync } from "node:fs"
import {
  another,
  type Correspondents,
  correspondents,
  events,
  killed,
  letter,
  mails,
  pass,
  pauseOf,
  runOn,
  sender,
  setUp,
  shown,
  work
} from "./MailWorld.ts"
import { eventually } from "./WebhookWorld.ts"

const folder = scratchFolder("outbox")
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const taking = serving({ authOptional: true })

type Received = Effect.Success<typeof taking>["received"]

const subjects = (received: Received) =>
  received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString("latin1"))![1])

const letters = (people: Correspondents, ...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) => letter(people, name))

const statuses = (people: Correspondents) => Effect.map(mails(people), (items) => items.map(({ status }) => status))

interface Trouble {
  readonly port: Effect.Effect<number, never, Scope.Scope>
  readonly server?: Partial<SmtpServer> & { readonly password?: string }
  readonly problem: MailProblem
  readonly detail: string | null
}

const refusing = (options: Parameters<typeof serving>[0]) => Effect.map(serving(options), ({ port }) => port)
const script = (options: Parameters<typeof scripted>[0]) => Effect.map(scripted(options), ({ port }) => port)

/** What is wrong with a server, one for each step at which it shows, and how it is told. */
const troubles: Readonly<Record<string, Trouble>> = {
  "the password is wrong": {
    port: refusing({ allowInsecureAuth: true }),
    server: { username: "jobs", password: "wrong" },
    problem: "authentication",
    detail: "535 Wrong"
  },
  "the mailbox is full": {
    port: script({ answers: { MAIL: "552 5.2.2 Your mailbox is full" } }),
    problem: "mailbox_full",
    detail: "552 5.2.2 Your mailbox is full"
  },
  "the provider turns receivers away": {
    port: script({ answers: { RCPT: "421 4.3.2 Shutting down" } }),
    problem: "busy",
    detail: "421 4.3.2 Shutting down"
  },
  "the provider has not verified the address": {
    port: script({ answers: { CONTENT: "554 Message rejected: Email address is not verified" } }),
    problem: "sender_refused",
    detail: "554 Message rejected: Email address is not verified"
  },
  "nothing listens": { port: Effect.promise(freePort), problem: "unreachable", detail: null }
}

for (const database of databases) {
  const run = runOn(forFile(database), folder)

  describe(`Mails on ${database.name}`, () => {
    test("are sent once and in their order by two processes", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        yield* sender
        yield* sender
        const names = Array.from({ length: 12 }, (_, n) => `Letter ${n}`)
        yield* letters(people, ...names)
        yield* eventually(statuses(people), (all) => all.every((status) => status === "sent"))
        expect(subjects(received)).toEqual(names)
      })))

    test("that the server refuses end alone, and those that it would not take yet wait", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        let count = 0
        const { port } = yield* serving({
          authOptional: true,
          onRcptTo: (_, __, done) => {
            const responseCode = [undefined, undefined, 550, 450][++count]
            done(responseCode === undefined ? null : Object.assign(new Error("No"), { responseCode }))
          }
        })
        yield* setUp(people.actor, port)
        yield* letters(people, "First", "Second", "Third", "Fourth")
        yield* sender
        expect(yield* eventually(statuses(people), (all) => all[3] === "sent")).toEqual([
          "sent",
          "failed",
          "queued",
          "sent"
        ])
        expect((yield* shown(people.actor)).status).toBe("working")
      })))

    test("that say nothing any more are not sent, and nobody has to look after them", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        const { id } = yield* letter(people, "Invitation")
        yield* (yield* SqlClient
          .SqlClient)`UPDATE messages SET key = ${`invitation ${id} candidate 0`} WHERE id = ${id}`
        yield* letter(people, "Second")
        yield* sender
        expect(yield* eventually(statuses(people), (all) => all[1] === "sent")).toEqual(["cancelled", "sent"])
        expect(subjects(received)).toEqual(["Second"])
      })))

    test("that follow from events go to the candidate's present address, and are not sent where there is none", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const other = yield* another(people, "grace@mail.example")
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        yield* letter(people, "Welcome")
        yield* letter(other, "Welcome, too")
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE messages SET cause = '{"trigger": "application_received"}'`
        yield* sql`UPDATE candidates SET primary_email = CASE primary_email WHEN 'maya@mail.example' THEN 'maya@new.example' END`
        yield* letter(people, "Last")
        yield* sender
        yield* eventually(statuses(people), (all) => all[1] === "sent")
        expect(subjects(received)).toEqual(["Welcome", "Last"])
        expect([(yield* mails(people))[0]!.recipients, yield* statuses(other)]).toEqual([[{
          name: "Maya",
          email: "maya@new.example"
        }], ["cancelled"]])
      })))

    test("wait while the operator has paused deliveries", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        yield* letter(people, "First")
        yield* Effect.provide(sender, ConfigProvider.layer(ConfigProvider.fromUnknown({ CANDOR_DELIVERIES: "paused" })))
        expect([received, yield* statuses(people)]).toEqual([[], ["queued"]])
        yield* sender
        yield* eventually(statuses(people), ([status]) => status === "sent")
      })))

    test("go on with the one whose process was killed, before those that were written after it", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* setUp(people.actor, port)
        yield* letters(people, "First", "Second", "Third")
        yield* killed(people.actor)
        yield* sender
        yield* eventually(shown(people.actor), ({ status }) => status === "working")
        expect(received).toEqual([])
        yield* eventually(
          Effect.andThen(pass(people.actor, 30), statuses(people)),
          (all) => all.every((status) => status === "sent")
        )
        expect(subjects(received)).toEqual(["First", "Second", "Third"])
      })))

    test("wait for their time, a year as well, while others go out", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        const { port, received } = yield* taking
        yield* sender
        yield* setUp(people.actor, port)
        yield* letter(people, "In a year", later(yield* now, 365 * 86_400_000))
        yield* letter(people, "Soon", later(yield* now, 2000))
        yield* letter(people, "At once")
        yield* eventually(statuses(people), (all) => all.join() === "queued,sent,sent")
        expect(subjects(received)).toEqual(["At once", "Soon"])
        expect(yield* eventually(work(people.actor), (all) => all.every(({ taken }) => !taken))).toEqual([{
          taken: false,
          last_failure: null
        }])
      })))

    for (const [what, { detail, port, problem, server }] of Object.entries(troubles)) {
      test(`wait where ${what}, which the account tells, and go out in their order once it is mended`, () =>
        run(Effect.gen(function*() {
          const people = yield* correspondents()
          yield* sender
          yield* setUp(people.actor, yield* port, server)
          yield* letters(people, "First", "Second", "Third")
          const health = yield* eventually(shown(people.actor), ({ status }) => status === "failing")
          expect(health).toMatchObject({ problem, detail })
          yield* eventually(statuses(people), (all) => all.every((status) => status === "queued"))
          expect((yield* mails(people)).map(({ failure }) => failure)).toEqual([null, null, null])
          const { port: mended, received } = yield* taking
          yield* setUp(people.actor, mended)
          yield* eventually(statuses(people), (all) => all.every((status) => status === "sent"))
          expect(subjects(received)).toEqual(["First", "Second", "Third"])
          expect((yield* shown(people.actor)).status).toBe("working")
        })))
    }

    test("wait while a provider answers 421 for hours, which is told once and asked every ten minutes, and then go out in their order", () =>
      run(Effect.gen(function*() {
        const people = yield* correspondents()
        let [isOver, asked] = [false, 0]
        const { port, received } = yield* serving({
          authOptional: true,
          onMailFrom: (_, __, done) => {
            asked++
            done(isOver ? null : Object.assign(new Error("4.7.0 Too many mails"), { responseCode: 421 }))
          }
        })
        yield* sender
        yield* setUp(people.actor, port)
        yield* letters(people, "First", "Second", "Third")
        for (let n = 1; n < 5; n++) {
          // The first pauses are shorter. Half of ten minutes is left for a machine that stands still meanwhile.
          yield* eventually(
            pauseOf(people.actor),
            (seconds) => asked === n && seconds > (n === 1 ? 0 : 300) && seconds <= 600
          )
          expect(new Set((yield* mails(people)).map(({ attempts, status }) => `${status}, ${attempts} attempts`)))
            .toEqual(new Set(["queued, 0 attempts"]))
          yield* pass(people.actor, n === 1 ? 3 * 3600 : 600)
        }
        expect(yield* events(people.actor, "mail_account.failing")).toBe(1)
        isOver = true
        yield* eventually(
          Effect.andThen(pass(people.actor, 600), statuses(people)),
          (all) => all.every((status) => status === "sent")
        )
        expect(subjects(received)).toEqual(["First", "Second", "Third"])
      })))

    test("of another organization go out while a server says nothing, however many wait for it", () =>
      run(Effect.gen(function*() {
        const silent = yield* scripted({ greeting: "silence" })
        const [held, other] = [yield* correspondents("Silent"), yield* correspondents("Other")]
        yield* sender
        yield* setUp(held.actor, silent.port)
        // Each of them is work of its own, more than a process does at a time.
        for (let n = 0; n < 68; n++) yield* letter(held, `Letter ${n}`)
        const { port, received } = yield* taking
        yield* setUp(other.actor, port)
        yield* letter(other, "Hello")
        yield* eventually(statuses(other), (all) => all.every((status) => status === "sent"))
        expect(subjects(received)).toEqual(["Hello"])
        expect(silent.connections()).toBeLessThan(68)
        expect(new Set(yield* statuses(held))).toEqual(new Set(["queued"]))
      })))
  })
}
