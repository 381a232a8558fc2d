/** Reading mailboxes of a real server. */
import type { MailboxPosition } from "@candor/domain/mail/MailboxPosition"
import type { ImapServer, Trouble } from "@candor/domain/mail/MailServer"
import { authority, hasOpenssl, signed } from "@candor/process/testing/Certificates"
import { processes } from "@candor/process/testing/Processes"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Cause, Deferred, Effect, Fiber, Queue, Redacted, Schedule, Stream } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { withPassword } from "@candor/mail/Credentials"
import { type Handling, ImapSettings, type MailboxMail, verify, watch } from "@candor/mail/Receiving"
import { broken } from "./BrokenServer.ts"
import { type Dovecot, dovecot, missing, password } from "./Dovecot.ts"
import { read, store, subjectOf } from "./MailboxStore.ts"

const why = missing ?? (hasOpenssl ? null : "because openssl is not installed")

const mail = (subject: string, body = "Hello"): string =>
  `Message-ID: <${subject}@harbor.example>\nFrom: Maya <maya@harbor.example>\nTo: jobs@harbor.example\nSubject: ${subject}\n\n${body}\n`

if (why !== null) test(`reading mailboxes is not tested here, ${why}`, () => expect(why).toBeString())
else describe("a mailbox of Dovecot", () => {
    const scratch = processes("imap")
    let server: Dovecot
    let authorities = ""

    beforeAll(async () => {
      const root = authority(scratch.folder, "authority")
      authorities = readFileSync(`${root}.crt`, "utf8")
      server = await dovecot(scratch, signed(root, join(scratch.folder, "localhost"), "localhost"))
      await server.start()
    })
    afterAll(() => server.stop())

    const at = (username: string, changes: Partial<ImapServer & { readonly password: string }> = {}) => ({
      server: {
        host: "localhost",
        port: server.ports.tls,
        security: "tls",
        username,
        folder: "INBOX",
        ...changes
      } as ImapServer,
      credentials: withPassword(Redacted.make(changes.password ?? password)),
      policy: { allowsPrivate: true }
    })

    const trusting = <A, E>(effect: Effect.Effect<A, E>, settings = {}) =>
      Effect.provideService(effect, ImapSettings, {
        connectMillis: 5000,
        silenceMillis: 60_000,
        pollMillis: 50,
        authorities,
        ...settings
      })

    const run = <A, E>(effect: Effect.Effect<A, E>, settings = {}) => Effect.runPromise(trusting(effect, settings))

    /** Begins to watch from the next mail on, and ends. */
    const begun = (user: string, { handling, put, state }: ReturnType<typeof store>) =>
      Effect.gen(function*() {
        const isReady = yield* Deferred.make<void>()
        const ready = {
          ...handling(),
          onPosition: (position: MailboxPosition) => Effect.andThen(put(position), Deferred.succeed(isReady, undefined))
        }
        yield* Effect.raceFirst(watch(at(user), ready), Deferred.await(isReady))
        return state
      })

    test(
      "a hundred mails, with the watcher killed and the server restarted meanwhile: each is handled, in order, and none from before",
      () =>
        run(Effect.gen(function*() {
          yield* Effect.promise(() => server.deliver("order", [mail("before")]))
          const stored = store()
          yield* begun("order", stored)
          const subjects = Array.from({ length: 100 }, (_, index) => `mail-${index}`)
          let calls = 0
          const kills = yield* Queue.unbounded<void>()
          const handling = (): Handling<never, never> => ({
            ...stored.handling(),
            onMail: (one) => {
              calls++
              // Killed before anything is read, after half of it was done, and after all of it.
              const kill = Effect.andThen(Queue.offer(kills, undefined), Effect.never)
              if (calls % 7 === 0) return kill
              if (calls % 11 === 0) return Effect.andThen(read(one), kill)
              const isLast = Effect.sync(() => stored.state.subjects.length === 100)
              return stored.handling().onMail(one).pipe(
                Effect.andThen(isLast),
                Effect.flatMap((last) => last || calls % 5 === 0 ? kill : Effect.void)
              )
            }
          })
          const done = Effect.suspend(() =>
            stored.state.subjects.length >= 100 ? Effect.void : Effect.fail("not yet" as const)
          )
          const watching = Effect.raceFirst(Effect.suspend(() => watch(at("order"), handling())), Queue.take(kills))
          const restarted = Effect.ignore(watching).pipe(
            Effect.andThen(done),
            Effect.retry(Schedule.spaced("20 millis"))
          )
          const watcher = yield* Effect.forkChild(restarted)
          for (let at = 0; at < 100; at += 10) {
            yield* Effect.promise(() =>
              server.deliver("order", subjects.slice(at, at + 10).map((subject) => mail(subject)))
            )
            if (at % 50 === 0)
              yield* Effect.promise(async () => {
                await server.stop()
                await server.start()
              })
          }
          yield* Fiber.join(watcher)
          // Dovecot may number a mail after one that was delivered later.
          const numbered = server.admin("-f", "flow", "fetch", "-u", "order", "hdr.subject", "all").matchAll(
            /mail-\d+/g
          )
          expect(stored.state.subjects).toEqual([...numbered].map(([subject]) => subject))
          expect(stored.state.subjects.toSorted()).toEqual(subjects.toSorted())
          expect(stored.state).toMatchObject({
            unhandled: [],
            position: { uid: 101, rereading: null, interruptions: 0 }
          })
        })),
      60_000
    )

    test("a mail is handled within two seconds of its arrival, with IDLE", () =>
      run(Effect.gen(function*() {
        const stored = store()
        yield* begun("idle", stored)
        const arrived = yield* Queue.unbounded<number>()
        const handling = {
          ...stored.handling(),
          onMail: (one: MailboxMail) =>
            Effect.andThen(stored.put(one.position), Queue.offer(arrived, performance.now()))
        }
        const watcher = yield* Effect.forkChild(watch(at("idle"), handling))
        const delays: Array<number> = []
        for (let count = 0; count < 5; count++) {
          yield* Effect.promise(() => server.deliver("idle", [mail(`idle-${count}`)]))
          const delivered = performance.now()
          delays.push((yield* Queue.take(arrived)) - delivered)
        }
        yield* Fiber.interrupt(watcher)
        expect(Math.max(...delays)).toBeLessThan(2000)
      })), 30_000)

    test(
      "where the server numbers its mails anew, those since the day before the last one are handled again, and later ones",
      () =>
        run(Effect.gen(function*() {
          const stored = store()
          yield* Effect.promise(() => server.deliver("anew", [mail("before")]))
          yield* begun("anew", stored)
          yield* Effect.promise(() => server.deliver("anew", [mail("one"), mail("two")]))
          const until = (count: number) =>
            Effect.gen(function*() {
              const seen = yield* Queue.unbounded<void>()
              const handling = {
                ...stored.handling(),
                onMail: (one: MailboxMail) =>
                  Effect.andThen(stored.handling().onMail(one), Queue.offer(seen, undefined))
              }
              yield* Effect.raceFirst(watch(at("anew"), handling), Queue.takeN(seen, count))
            })
          yield* until(2)
          server.admin("mailbox", "update", "-u", "anew", "--uid-validity", "4711", "INBOX")
          // All of today's: their keys tell that they were handled.
          yield* until(3)
          yield* Effect.promise(() => server.deliver("anew", [mail("three")]))
          yield* until(1)
          expect(stored.state.subjects).toEqual(["one", "two", "before", "one", "two", "three"])
          expect(stored.state.position).toMatchObject({ uid_validity: 4711, rereading: null })
        })),
      30_000
    )

    test(
      "a mail that cannot be handled is tried four times and set aside, and the next one is handled",
      () =>
        run(Effect.gen(function*() {
          const stored = store()
          yield* begun("aside", stored)
          yield* Effect.promise(() => server.deliver("aside", [mail("bad"), mail("good")]))
          let tries = 0
          const handled = yield* Deferred.make<void>()
          const refuse = Effect.suspend(() => {
            tries++
            return Effect.fail("refused" as const)
          })
          const handling: Handling<"refused", never> = {
            ...stored.handling(),
            onMail: (one) =>
              one.uid === 1
                ? refuse
                : Effect.andThen(stored.handling().onMail(one), Deferred.succeed(handled, undefined)),
            onUnhandled: (one, cause) =>
              Effect.sync(() => stored.state.unhandled.push(`${one.uid} ${Cause.squash(cause)}`)).pipe(
                Effect.andThen(stored.put(one.position))
              )
          }
          yield* Effect.raceFirst(watch(at("aside"), handling), Deferred.await(handled))
          expect({ tries, ...stored.state }).toMatchObject({ tries: 4, unhandled: ["1 refused"], subjects: ["good"] })
        })),
      30_000
    )

    test(
      "mails that need room wait in the mailbox while others are read, and are handled in their order once there is some",
      () =>
        run(Effect.gen(function*() {
          const stored = store()
          yield* begun("room", stored)
          let room = 0
          const seen = yield* Queue.unbounded<void>()
          const handling = (): Handling<never, never> => ({
            ...stored.handling(),
            hasRoom: Effect.sync(() => room > 0),
            needsRoom: (one) => Effect.map(read(one), (text) => subjectOf(text).startsWith("stranger")),
            onMail: (one) => {
              room--
              return Effect.andThen(stored.handling().onMail(one), Queue.offer(seen, undefined))
            }
          })
          const until = (count: number) => Effect.raceFirst(watch(at("room"), handling()), Queue.takeN(seen, count))
          yield* Effect.promise(() =>
            server.deliver(
              "room",
              ["stranger-1", "reply-1", "stranger-2", "stranger-3", "reply-2"].map((subject) => mail(subject))
            )
          )
          yield* until(2)
          expect(stored.state).toMatchObject({
            subjects: ["reply-1", "reply-2"],
            position: { uid: 5, postponed: { ranges: [[1, 1], [3, 4]] } }
          })
          const watcher = yield* Effect.forkChild(until(2))
          room = 2
          yield* Fiber.join(watcher)
          server.admin("expunge", "-u", "room", "mailbox", "INBOX", "subject", "stranger-3")
          room = 2
          yield* Effect.promise(() => server.deliver("room", [mail("stranger-4")]))
          yield* until(1)
          expect(stored.state.subjects).toEqual(["reply-1", "reply-2", "stranger-1", "stranger-2", "stranger-4"])
          expect(stored.state.position!.postponed).toBeUndefined()
        })),
      30_000
    )

    test(
      "a mail with a file of 30 MB passes in pieces, and the mailbox is not changed",
      () =>
        run(Effect.gen(function*() {
          const stored = store()
          yield* begun("large", stored)
          const line = `${"QUJD".repeat(19)}\r\n`
          const head = Buffer.from(
            "Subject: large\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"
          )
          yield* Effect.promise(() =>
            server.deliver("large", [Buffer.concat([head, Buffer.from(line.repeat(40 * 1024 ** 2 / line.length))])])
          )
          const seen = yield* Deferred.make<
            { readonly bytes: number; readonly size: number | null; readonly largest: number }
          >()
          const onMail = (one: MailboxMail) =>
            Stream.runFold(
              one.source,
              () => ({ bytes: 0, largest: 0 }),
              ({ bytes, largest }, { length }) => ({ bytes: bytes + length, largest: Math.max(largest, length) })
            )
              .pipe(
                Effect.flatMap((read) => Deferred.succeed(seen, { ...read, size: one.size })),
                Effect.andThen(stored.put(one.position))
              )
          const watching = watch(at("large"), { ...stored.handling(), onMail })
          const { bytes, largest, size } = yield* Effect.raceFirst(watching, Deferred.await(seen))
          expect(bytes).toBe(size!)
          expect(bytes).toBeGreaterThan(40 * 1024 ** 2)
          expect(largest).toBeLessThanOrEqual(256 * 1024)
          expect(server.admin("fetch", "-u", "large", "flags", "mailbox", "INBOX")).not.toContain("Seen")
        })),
      60_000
    )

    test(
      "the server's end ends the watch with a trouble, and interruption closes the connection",
      () =>
        run(Effect.gen(function*() {
          const stored = store()
          yield* begun("ended", stored)
          const connections = () =>
            server.admin("who", "-1", "ended").split("\n").filter((line) => line.startsWith("ended")).length
          const watcher = yield* Effect.forkChild(Effect.flip(watch(at("ended"), stored.handling())))
          const connected = (count: number) =>
            Effect.suspend(() => connections() === count ? Effect.void : Effect.fail("not yet")).pipe(
              Effect.retry(Schedule.spaced("20 millis"))
            )
          yield* connected(1)
          yield* Fiber.interrupt(watcher)
          yield* connected(0)
          const second = yield* Effect.forkChild(Effect.flip(watch(at("ended"), stored.handling())))
          yield* connected(1)
          server.admin("kick", "ended")
          expect(["unreachable", "busy"]).toContain((yield* Fiber.join(second)).problem)
        })),
      30_000
    )

    test("a server that says nothing any more ends the watch with `no_answer`", () =>
      run(
        Effect.gen(function*() {
          const stored = store()
          yield* begun("silent", stored)
          const proxy = yield* broken(server.ports.plain)
          const mailbox = at("silent", { port: proxy.port, security: "none" })
          const seen = yield* Queue.unbounded<void>()
          const handling = {
            ...stored.handling(),
            onMail: (one: MailboxMail) => Effect.andThen(stored.handling().onMail(one), Queue.offer(seen, undefined))
          }
          const watcher = yield* Effect.forkChild(Effect.flip(watch(mailbox, handling)))
          yield* Effect.promise(() => server.deliver("silent", [mail("heard")]))
          yield* Queue.take(seen)
          proxy.fallSilent()
          expect(yield* Fiber.join(watcher)).toMatchObject({ problem: "no_answer" })
        }).pipe(Effect.scoped),
        { silenceMillis: 500 }
      ), 30_000)

    test("a server without IDLE is asked for new mail", () =>
      run(
        Effect.gen(function*() {
          const stored = store()
          yield* begun("poll", stored)
          const proxy = yield* broken(server.ports.plain, (text) => text.replace(/ IDLE/g, " XXXX"))
          const seen = yield* Queue.unbounded<void>()
          const handling = {
            ...stored.handling(),
            onMail: (one: MailboxMail) => Effect.andThen(stored.handling().onMail(one), Queue.offer(seen, undefined))
          }
          const watcher = yield* Effect.forkChild(watch(at("poll", { port: proxy.port, security: "none" }), handling))
          for (const subject of ["one", "two"]) {
            yield* Effect.promise(() => server.deliver("poll", [mail(subject)]))
            yield* Queue.take(seen)
          }
          yield* Fiber.interrupt(watcher)
          expect(stored.state.subjects).toEqual(["one", "two"])
        }).pipe(Effect.scoped)
      ), 30_000)

    test(
      "a mail that ends the connection each time that it is read is set aside, and the next one is handled",
      () =>
        run(
          Effect.gen(function*() {
            const stored = store()
            yield* begun("breaking", stored)
            yield* Effect.promise(() => server.deliver("breaking", [mail("bad"), mail("good")]))
            const proxy = yield* broken(server.ports.plain, (text) => text.includes("Subject: bad") ? null : text)
            const seen = yield* Deferred.make<void>()
            const handling = () => ({
              ...stored.handling(),
              onMail: (one: MailboxMail) =>
                Effect.andThen(stored.handling().onMail(one), Deferred.succeed(seen, undefined))
            })
            const watching = Effect.suspend(() =>
              watch(at("breaking", { port: proxy.port, security: "none" }), handling())
            )
            yield* Effect.raceFirst(Effect.retry(watching, Schedule.spaced("10 millis")), Deferred.await(seen))
            expect(stored.state).toMatchObject({
              unhandled: ["1"],
              subjects: ["good"],
              position: { uid: 2, interruptions: 0 }
            })
          }).pipe(Effect.scoped)
        ),
      30_000
    )

    const wrong: ReadonlyArray<
      readonly [name: string, changes: () => Parameters<typeof at>[1], problem: Trouble["problem"] | null]
    > = [
      ["TLS", () => ({}), null],
      ["STARTTLS", () => ({ port: server.ports.plain, security: "starttls" }), null],
      ["no encryption, in a private network", () => ({ port: server.ports.plain, security: "none" }), null],
      ["a wrong password", () => ({ password: "wrong" }), "authentication"],
      ["a folder that is not there", () => ({ folder: "Nowhere" }), "folder_missing"],
      ["a certificate for another name", () => ({ host: "127.0.0.1" }), "certificate"],
      ["TLS where there is none", () => ({ port: server.ports.plain }), "encryption"],
      ["a port that nothing listens on", () => ({ port: 1 }), "unreachable"],
      ["a name that nobody has", () => ({ host: "nobody.invalid" }), "host_unknown"]
    ]
    test.each(wrong)("verify: %s", async (_, changes, problem) => {
      const trouble = await run(verify(at("verify", changes())))
      expect(trouble?.problem ?? null).toBe(problem)
    })

    test("verify: a certificate of nobody known, and a private address where those are refused", async () => {
      expect(await run(verify(at("verify")), { authorities: undefined })).toMatchObject({ problem: "certificate" })
      expect(await run(verify({ ...at("verify"), policy: { allowsPrivate: false } }))).toMatchObject({
        problem: "private_address"
      })
    })
  })
