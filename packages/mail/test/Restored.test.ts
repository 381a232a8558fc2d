/** Reading a mailbox of a real server in which an older copy was put back. */
import { withPassword } from "@candor/mail/Credentials"
import { ImapSettings, type MailboxMail, watch } from "@candor/mail/Receiving"
import { authority, hasOpenssl, signed } from "@candor/process/testing/Certificates"
import { processes } from "@candor/process/testing/Processes"
import { expect, test } from "bun:test"
import { Deferred, Effect, Queue, Redacted } from "effect"
import { cpSync, existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { dovecot, missing, password } from "./Dovecot.ts"
import { store } from "./MailboxStore.ts"

const why = missing ?? (hasOpenssl ? null : "because openssl is not installed")

const mail = (subject: string): string => `Message-ID: <${subject}@harbor.example>\nSubject: ${subject}\n\nHello\n`

if (why !== null) test(`a mailbox that is put back is not read here, ${why}`, () => expect(why).toBeString())
else
  test("a mailbox of Dovecot in whose place an older copy is put: a mail that comes in then is handled, once", async () => {
    const scratch = processes("restored")
    const server = await dovecot(
      scratch,
      signed(authority(scratch.folder, "authority"), join(scratch.folder, "localhost"), "localhost")
    )
    await server.start()
    const maildir = join(scratch.folder, "home", "ada", "Maildir")
    const copy = join(scratch.folder, "copy")
    const stored = store()
    const mailbox = {
      server: {
        host: "127.0.0.1",
        port: server.ports.plain,
        security: "none",
        username: "ada",
        folder: "INBOX"
      } as const,
      credentials: withPassword(Redacted.make(password)),
      policy: { allowsPrivate: true }
    }
    const until = (count: number) =>
      Effect.gen(function*() {
        const seen = yield* Queue.unbounded<void>()
        const handling = stored.handling()
        const onMail = (one: MailboxMail) => Effect.andThen(handling.onMail(one), Queue.offer(seen, undefined))
        yield* Effect.raceFirst(watch(mailbox, { ...handling, onMail }), Queue.takeN(seen, count))
      })
    const began = Effect.gen(function*() {
      const isReady = yield* Deferred.make<void>()
      const onPosition = (position: Parameters<typeof stored.put>[0]) =>
        Effect.andThen(stored.put(position), Deferred.succeed(isReady, undefined))
      yield* Effect.raceFirst(watch(mailbox, { ...stored.handling(), onPosition }), Deferred.await(isReady))
    })
    await Effect.runPromise(
      Effect.gen(function*() {
        yield* began
        yield* Effect.promise(() => server.deliver("ada", [mail("one")]))
        yield* until(1)
        yield* Effect.promise(() => server.stop())
        cpSync(maildir, copy, { recursive: true, preserveTimestamps: true })
        yield* Effect.promise(() => server.start())
        yield* Effect.promise(() => server.deliver("ada", [2, 3, 4, 5, 6].map((n) => mail(`mail-${n}`))))
        yield* until(5)
        yield* Effect.promise(() => server.stop())
        rmSync(maildir, { recursive: true })
        cpSync(copy, maildir, { recursive: true, preserveTimestamps: true })
        Bun.spawnSync(["chown", "-R", "--reference", join(maildir, ".."), maildir])
        expect(existsSync(join(maildir, "dovecot-uidlist"))).toBe(true)
        yield* Effect.promise(() => server.start())
        yield* Effect.promise(() => server.deliver("ada", [mail("new")]))
        // The one of before is read again: its key tells that it was handled.
        yield* until(2)
        expect(stored.state.subjects.slice(-2)).toEqual(["one", "new"])
      }).pipe(
        Effect.provideService(ImapSettings, {
          connectMillis: 5000,
          silenceMillis: 60_000,
          pollMillis: 50,
          authorities: undefined
        })
      )
    )
    await server.stop()
  })
