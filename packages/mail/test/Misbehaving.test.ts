/**
 * Reading mailboxes of servers that do what none should: no mail is lost, none is handled twice, and none is passed
 * over in silence.
 */
import type { MailboxPosition } from "@candor/domain/mail/MailboxPosition"
import { flood } from "@candor/domain/mail/MailServer"
import { withPassword } from "@candor/mail/Credentials"
import { ImapSettings, type MailboxMail, verify, watch } from "@candor/mail/Receiving"
import { expect, test } from "bun:test"
import { Cause, Effect, Fiber, Queue, Redacted, type Scope } from "effect"
import { store } from "./MailboxStore.ts"
import {
  type Misbehaviour,
  type ScriptedImap,
  scriptedImap,
  type ScriptedMailbox,
  timeStandsStill
} from "./ScriptedImap.ts"

const mail = (subject: string): string =>
  `Message-ID: <${subject}@harbor.example>\r\nSubject: ${subject}\r\n\r\nHello\r\n`

const at = ({ port }: ScriptedImap) => ({
  server: { host: "127.0.0.1", port, security: "none", username: "jobs", folder: "INBOX" } as const,
  credentials: withPassword(Redacted.make("secret")),
  policy: { allowsPrivate: true }
})

const settings = {
  connectMillis: 5000,
  silenceMillis: 60_000,
  pollMillis: 50,
  recheckMillis: 100,
  authorities: undefined
}
const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>, changes: Partial<ImapSettings> = {}) =>
  Effect.runPromise(Effect.scoped(effect).pipe(Effect.provideService(ImapSettings, { ...settings, ...changes })))

/** A watcher with what it stored, and a queue of what happened: subjects, `open` and `unhandled`. */
const watching = (server: ScriptedImap, stored = store()) =>
  Effect.gen(function*() {
    const seen = yield* Queue.unbounded<string>()
    const began = yield* Queue.unbounded<MailboxPosition>()
    const handling = stored.handling()
    const watcher = yield* Effect.forkScoped(watch(at(server), {
      ...handling,
      onOpen: Queue.offer(seen, "open"),
      onPosition: (position) => Effect.andThen(stored.put(position), Queue.offer(began, position)),
      onMail: (one: MailboxMail) =>
        Effect.andThen(handling.onMail(one), Effect.suspend(() => Queue.offer(seen, stored.state.subjects.at(-1)!))),
      onUnhandled: (one, cause) =>
        Effect.andThen(
          handling.onUnhandled(one, cause),
          Queue.offer(seen, `unhandled ${one.uid} ${JSON.stringify(Cause.squash(cause))}`)
        )
    }))
    return { ...stored, began, seen, watcher }
  })

/** A watcher that has handled some mails. */
const begun = (server: ScriptedImap, count: number) =>
  Effect.gen(function*() {
    const watched = yield* watching(server)
    yield* Queue.take(watched.began)
    for (let index = 1; index <= count; index++) server.deliver(mail(`before-${index}`))
    expect(yield* Queue.takeN(watched.seen, count + 1)).toContain("open")
    return watched
  })

const anew: ReadonlyArray<readonly [name: string, change: (mailbox: ScriptedMailbox) => void]> = [
  ["is empty, and the next UID is 1", (mailbox) => Object.assign(mailbox, { mails: [], uidNext: 1 })],
  ["is empty, and the next UID is one less", (mailbox) => Object.assign(mailbox, { mails: [], uidNext: 5 })],
  [
    "is empty, and has another UIDVALIDITY",
    (mailbox) => Object.assign(mailbox, { mails: [], uidNext: 1, uidValidity: 2 })
  ],
  ["is an older copy", (mailbox) => Object.assign(mailbox, { mails: mailbox.mails.slice(0, 2), uidNext: 3 })],
  [
    "is an older copy, and does not tell the next UID",
    (mailbox) => Object.assign(mailbox, { mails: mailbox.mails.slice(0, 2), uidNext: null })
  ],
  [
    "has more new mails than it had old ones, and the next UID is higher than before",
    (mailbox) =>
      Object.assign(mailbox, {
        mails: Array.from(
          { length: 8 },
          (_, index) => ({ uid: index + 1, date: new Date(Date.now() + 5000), source: mail(`other-${index}`) })
        ),
        uidNext: 9
      })
  ]
]

test.each(anew)(
  "a mailbox with six mails that %s, while the connection is closed: a new mail is handled, once",
  (_, change) =>
    run(Effect.gen(function*() {
      const server = yield* scriptedImap()
      const first = yield* begun(server, 6)
      yield* Fiber.interrupt(first.watcher)
      change(server.mailbox)
      server.deliver(mail("new"))
      const second = yield* watching(server, first)
      yield* Effect.repeat(Queue.take(second.seen), { until: (one) => one === "new" })
      server.deliver(mail("newer"))
      yield* Effect.repeat(Queue.take(second.seen), { until: (one) => one === "newer" })
      expect(second.state.subjects.filter((subject) => subject.startsWith("new"))).toEqual(["new", "newer"])
      expect(second.state.subjects.slice(6).filter((subject) => subject.startsWith("other"))).toHaveLength(
        server.mailbox.mails.length === 10 ? 8 : 0
      )
    }))
)

test.each(anew)(
  "a mailbox with six mails that %s, while the connection is open: a new mail is handled, once",
  (_, change) =>
    run(Effect.gen(function*() {
      const server = yield* scriptedImap()
      const { seen, state } = yield* begun(server, 6)
      change(server.mailbox)
      server.deliver(mail("new"))
      yield* Effect.repeat(Queue.take(seen), { until: (one) => one === "new" })
      server.deliver(mail("newer"))
      yield* Effect.repeat(Queue.take(seen), { until: (one) => one === "newer" })
      expect(state.subjects.filter((subject) => subject.startsWith("new"))).toEqual(["new", "newer"])
    }))
)

/** Misbehaves as often as that, at commands of a form. */
const times = (count: number, form: RegExp, answer: ReadonlyArray<string> | "drop"): Misbehaviour => {
  let left = count
  return (command) => form.test(command) && left-- > 0 ? answer : undefined
}

const oneByOne = /^UID FETCH 2 /

const incomplete: ReadonlyArray<readonly [name: string, how: Misbehaviour, seen: ReadonlyArray<string>]> = [
  ["gives no data once", times(1, oneByOne, ["OK done"]), ["two", "three"]],
  ["gives no data three times", times(3, oneByOne, ["OK done"]), ["two", "three"]],
  ["gives the data of another mail once", times(1, oneByOne, ["* 1 FETCH (UID 1 RFC822.SIZE 5)", "OK done"]), [
    "two",
    "three"
  ]],
  ["gives flags alone once", times(1, oneByOne, ["* 2 FETCH (FLAGS ($Junk))", "OK done"]), ["two", "three"]],
  ["gives no bytes once", times(1, /^UID FETCH 2 .*BODY/, ["* 2 FETCH (UID 2 BODY[]<0> \"\")", "OK done"]), [
    "two",
    "three"
  ]],
  [
    "never gives data",
    times(Infinity, oneByOne, ["OK done"]),
    [`unhandled 2 {"problem":"refused","detail":"The server has the mail, and gave no data of it"}`, "three"]
  ],
  ["refuses to search", times(Infinity, /SEARCH/, ["NO Not here"]), ["two", "three"]],
  ["finds nothing with SEARCH", times(Infinity, /SEARCH/, ["* SEARCH", "OK done"]), ["two", "three"]],
  ["finds one of two with SEARCH", times(Infinity, /SEARCH/, ["* SEARCH 3", "OK done"]), ["two", "three"]],
  ["refuses to fetch a range", times(Infinity, /FETCH \d+:\*/, ["BAD What?"]), ["two", "three"]],
  ["refuses IDLE", times(Infinity, /^IDLE/, ["NO Not now"]), ["two", "three"]]
]
test.each(incomplete)(
  "a server that %s: the mail is handled, or told of",
  (_, how, expected) =>
    run(Effect.gen(function*() {
      const server = yield* scriptedImap()
      const { seen } = yield* begun(server, 1)
      server.misbehave(how)
      server.deliver(mail("two"))
      server.deliver(mail("three"))
      expect(yield* Queue.takeN(seen, 2)).toEqual([...expected])
    })),
  60_000
)

test("a mail that is deleted between SEARCH and FETCH is no obstacle, and is not told of", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    const { seen, state } = yield* begun(server, 1)
    server.misbehave((command, mailbox) => {
      if (oneByOne.test(command)) mailbox.mails = mailbox.mails.filter(({ uid }) => uid !== 2)
      return undefined
    })
    server.deliver(mail("deleted"))
    server.deliver(mail("three"))
    expect(yield* Queue.take(seen)).toBe("three")
    expect(state.unhandled).toEqual([])
  })))

const untold: ReadonlyArray<readonly [name: string, changes: Partial<ScriptedMailbox>, uid: number]> = [
  ["and STATUS", { uidNext: null }, 3],
  ["and no STATUS", { uidNext: null, hasStatus: false }, 3],
  ["and no STATUS, while it is empty", { uidNext: null, hasStatus: false, mails: [] }, 0],
  ["and UIDVALIDITY", { uidNext: null, hasStatus: false, uidValidity: null }, 3]
]
test.each(untold)(
  "a server whose EXAMINE has no UIDNEXT %s: mails from before are not read, and later ones are",
  (_, changes, uid) =>
    run(Effect.gen(function*() {
      const mails = [1, 3].map((uid) => ({ uid, date: new Date(), source: mail(`old-${uid}`) }))
      const server = yield* scriptedImap({ mails, ...changes })
      const { began, seen } = yield* watching(server)
      expect(yield* Queue.take(began)).toMatchObject({ uid })
      server.deliver(mail("new"))
      expect((yield* Queue.takeN(seen, 2)).toSorted()).toEqual(["new", "open"])
    }))
)

test("a server that tells of mails and shows none is a trouble before it counts as working", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    const first = yield* begun(server, 1)
    yield* Fiber.interrupt(first.watcher)
    server.deliver(mail("two"))
    server.misbehave((command) =>
      /SEARCH/.test(command) ? ["* SEARCH", "OK done"] : /FETCH/.test(command) ? ["OK done"] : undefined
    )
    const second = yield* watching(server, first)
    expect(yield* Effect.flip(Fiber.join(second.watcher))).toEqual({
      problem: "refused",
      detail: "The server tells of mails, and shows none"
    })
    expect(yield* Queue.size(second.seen)).toBe(0)
  })))

test("a server that does not tell of new mails while it idles is looked at now and then", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    const { seen } = yield* begun(server, 1)
    server.mailbox.mails.push({ uid: server.mailbox.uidNext!, date: new Date(), source: mail("untold") })
    server.mailbox.uidNext!++
    expect(yield* Queue.take(seen)).toBe("untold")
  })))

const unasked: ReadonlyArray<readonly [name: string, text: string]> = [
  ["short lines", "* 1 EXISTS\r\n".repeat(15_000)],
  ["lines of others' changes", "* 1 FETCH (FLAGS (\\Seen))\r\n".repeat(15_000)],
  ["empty lines", "\r\n".repeat(15_000)],
  ["lines with unknown tags", "Z9 OK\r\n".repeat(15_000)],
  ["lines that cannot be read", ")(\r\n".repeat(15_000)],
  ["long lines", `* OK ${"x".repeat(10_000)}\r\n`.repeat(200)],
  ["contents", `* 1 FETCH (UID 1 BODY[] {100000}\r\n${"\n".repeat(100_000)})\r\n`.repeat(20)]
]
test.each(unasked)("a server that sends %s while nobody asks ends the watch", (_, text) =>
  run(
    Effect.gen(function*() {
      yield* timeStandsStill
      const server = yield* scriptedImap()
      const { watcher } = yield* begun(server, 1)
      server.say(text)
      expect(yield* Effect.flip(Fiber.join(watcher))).toEqual(flood)
    }),
    { recheckMillis: 30_000 }
  ))

const answers: ReadonlyArray<readonly [name: string, form: RegExp, answer: ReadonlyArray<string>]> = [
  ["a range of all mails that there can be", /SEARCH/, [
    "* 16777216 EXISTS",
    "* ESEARCH (TAG \"1\") UID ALL 1:16777216",
    "OK done"
  ]],
  ["many long lines", /FETCH \d+:\*/, [
    ...Array<string>(12).fill(`* 1 FETCH (UID 1 FLAGS (${"x".repeat(900_000)}))`),
    "OK done"
  ]],
  ["short lines of another kind", /FETCH \d+:\*/, [...Array<string>(15_000).fill("* 1 EXISTS"), "OK done"]]
]
test.each(answers)(
  "a server that answers a command with %s ends the watch",
  (_, form, answer) =>
    run(Effect.gen(function*() {
      yield* timeStandsStill
      const server = yield* scriptedImap()
      const { watcher } = yield* begun(server, 1)
      server.misbehave(times(Infinity, form, answer))
      server.deliver(mail("two"))
      expect(yield* Effect.flip(Fiber.join(watcher))).toEqual(flood)
    }))
)

test("a server that sends much before it is signed in to is told by the check of the settings", () =>
  run(Effect.gen(function*() {
    yield* timeStandsStill
    const server = yield* scriptedImap()
    server.misbehave((command) =>
      /LOGIN|AUTHENTICATE/.test(command) ? [...Array<string>(15_000).fill("* OK x"), "OK done"] : undefined
    )
    expect(yield* verify(at(server))).toEqual(flood)
  })))

test("a line that names 16 million vanished mails is passed over", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    const { seen } = yield* begun(server, 1)
    server.say("* VANISHED 1:16777216\r\n")
    server.deliver(mail("two"))
    expect(yield* Queue.take(seen)).toBe("two")
  })))

test("5,000 mails that another program marks as read and deletes are no obstacle", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    const { seen } = yield* begun(server, 1)
    server.say("* 1 FETCH (FLAGS (\\Seen))\r\n* 1 EXPUNGE\r\n".repeat(2500))
    server.deliver(mail("two"))
    expect(yield* Queue.take(seen)).toBe("two")
  })))

test("a folder that cannot be opened is told by the check of the settings", () =>
  run(Effect.gen(function*() {
    const server = yield* scriptedImap()
    expect(yield* verify(at(server))).toBeNull()
    server.misbehave((command) => /EXAMINE/.test(command) ? ["NO There is none"] : undefined)
    expect(yield* verify(at(server))).toMatchObject({ problem: "folder_missing" })
  })))
