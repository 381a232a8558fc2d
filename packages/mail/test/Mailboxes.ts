/** Mail servers with mailboxes that accept mail: Dovecot, with a sending server in front of it. */
import { authority, signed } from "@candor/process/testing/Certificates"
import { Effect, Exit, Scope } from "effect"
import { join } from "node:path"
import { type Dovecot, dovecot, type Scratch } from "./Dovecot.ts"
import { serving } from "./MailServer.ts"

export interface Mailboxes {
  /** Local ports. */
  readonly smtp: number
  readonly imap: Dovecot
  readonly stop: () => Promise<void>
}

/** Starts them in a folder. Every address has a mailbox. */
export const mailboxes = async (scratch: Scratch): Promise<Mailboxes> => {
  const imap = await dovecot(
    scratch,
    signed(authority(scratch.folder, "authority"), join(scratch.folder, "localhost"), "localhost")
  )
  await imap.start()
  const scope = Scope.makeUnsafe()
  const { port } = await Effect.runPromise(Scope.provide(
    serving({
      authOptional: true,
      onData: (stream, { envelope: { rcptTo } }, done) => {
        const deliver = async () => {
          const chunks: Array<Uint8Array> = []
          for await (const chunk of stream) chunks.push(chunk as Uint8Array)
          for (const { address } of rcptTo) await imap.deliver(address, [Buffer.concat(chunks)])
        }
        deliver().then(() => done(null), done)
      }
    }),
    scope
  ))
  return {
    smtp: port,
    imap,
    stop: async () => void await Promise.all([imap.stop(), Effect.runPromise(Scope.close(scope, Exit.void))])
  }
}
