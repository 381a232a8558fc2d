/** The mail servers of a run: Dovecot with all mailboxes, and Postfix in front of it, if they are installed. */
import { authority, signed } from "@candor/process/testing/Certificates"
import type { Options, Process } from "@candor/process/testing/Processes"
import { deliver } from "@candor/mail/testing/Delivering"
import { dovecot, missing as noDovecot } from "@candor/mail/testing/Dovecot"
import { missing as noPostfix, postfix } from "@candor/mail/testing/Postfix"
import { freePort } from "@candor/process/testing/FreePort"
import { chmodSync, mkdirSync, openSync, readFileSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import { bounceOf } from "./Bounce.ts"
import { refusing, sink } from "./Sink.ts"

export interface Post {
  /** Describes the servers. */
  readonly name: string
  readonly smtp: number
  /** Null if there is no mailbox to read. */
  readonly imap: number | null
  /** Whether it also reports successful delivery (RFC 3461). */
  readonly reports: boolean
  /** Delivers a mail to the organization's mailbox. */
  readonly send: (from: string, to: string, mail: Uint8Array, way: number) => Promise<void>
  /** Returns the mails of a mailbox that no earlier call returned. */
  readonly unread: (user: string) => Promise<ReadonlyArray<Uint8Array>>
  /** Returns the Message-IDs of the accepted mails in order, with repetitions. */
  readonly accepted: () => ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

/** Starts programs that end with this one, with their output in a file. */
const starter = (log: string) => (command: ReadonlyArray<string>, { env }: Options = {}): Process => {
  const file = openSync(log, "a")
  const child = Bun.spawn([...command], {
    env: { PATH: process.env["PATH"], ...env },
    stdin: "ignore",
    stdout: file,
    stderr: file
  })
  whenEnding(() => child.kill("SIGTERM"))
  return {
    pid: child.pid,
    hear: () => Promise.reject(new Error("Its output is in a file")),
    signal: (name) => child.kill(name),
    stop: (name = "SIGTERM") => {
      child.kill(name)
      return child.exited
    },
    ended: child.exited.then((code) => ({ code, stdout: "", stderr: `see ${log}` }))
  }
}

/** Reads new files of a Maildir. */
const maildirs = (folder: string) => {
  const seen = new Set<string>()
  return async (user: string): Promise<ReadonlyArray<Uint8Array>> => {
    const found: Array<Uint8Array> = []
    for (const state of ["new", "cur"]) {
      const path = join(folder, "home", user, "Maildir", state)
      const names = await readdir(path).catch(() => [])
      for (const name of names.toSorted()) {
        const key = `${user}/${name.split(":")[0]}`
        if (seen.has(key)) continue
        seen.add(key)
        found.push(await Bun.file(join(path, name)).bytes())
      }
    }
    return found
  }
}

const isReturned = (recipient: string): boolean => recipient.endsWith("@bounce.test")

/** Starts the servers in a folder. */
export const post = async (folder: string): Promise<Post> => {
  const own = join(folder, "post")
  mkdirSync(own)
  for (const path of [folder, own]) chmodSync(path, 0o755)
  const start = starter(join(folder, "post.log"))
  if (noDovecot !== null) {
    const unread = new Map<string, Array<Uint8Array>>()
    const outside = await sink(async ({ mail, recipients }) => {
      for (const recipient of recipients) unread.set(recipient, [...unread.get(recipient) ?? [], mail])
    })
    const take = (user: string) => {
      const mails = unread.get(user) ?? []
      unread.delete(user)
      return Promise.resolve(mails)
    }
    return {
      name: `smtp-server; replies are not tested, ${noDovecot}`,
      smtp: outside.port,
      imap: null,
      reports: false,
      send: () => Promise.resolve(),
      unread: take,
      accepted: outside.accepted,
      stop: outside.close
    }
  }
  const imap = await dovecot(
    { folder: own, start },
    signed(authority(own, "authority"), join(own, "localhost"), "localhost")
  )
  await imap.start()
  const lmtp = (from: string, to: string) => ({ port: imap.ports.lmtp, hello: "LHLO", from, to } as const)
  const common = { imap: imap.ports.plain, unread: maildirs(own) }
  if (noPostfix === null) {
    const returning = await refusing()
    const port = await freePort()
    const inside = `lmtp:inet:[127.0.0.1]:${imap.ports.lmtp}`
    const outside = await postfix({ folder: own, start }, { [port]: "" }, {
      myhostname: "mx.harbor.test",
      message_size_limit: "104857600",
      mailbox_size_limit: "0",
      transport_maps:
        `inline:{ {bounce.test = smtp:[127.0.0.1]:${returning.port}}, {person.test = ${inside}}, {harbor.test = ${inside}} }`
    })
    const stop = whenEnding(outside.stop)
    return {
      ...common,
      name: "Postfix and Dovecot",
      reports: true,
      smtp: port,
      send: (from, to, mail, way) =>
        deliver(way % 2 === 0 ? lmtp(from, to) : { port, hello: "EHLO", from, to }, [mail]),
      accepted: () =>
        [...readFileSync(outside.log, "utf8").matchAll(/cleanup\[\d+\]: \w+: message-id=(<\S+>)/g)].map(([, id]) =>
          id!
        ),
      stop: async () => {
        stop()
        await Promise.all([imap.stop(), returning.close()])
      }
    }
  }
  const outside = await sink(async ({ mail, recipients, sender }) => {
    for (const recipient of recipients) {
      if (isReturned(recipient)) await deliver(lmtp("", sender), [bounceOf(mail, sender, recipient)])
      else await deliver(lmtp(sender, recipient), [mail])
    }
  })
  return {
    ...common,
    name: `smtp-server and Dovecot, ${noPostfix}`,
    reports: false,
    smtp: outside.port,
    send: (from, to, mail) => deliver(lmtp(from, to), [mail]),
    accepted: outside.accepted,
    stop: async () => void await Promise.all([imap.stop(), outside.close()])
  }
}
