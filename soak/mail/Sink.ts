/** A mail server that accepts all mails, or refuses all, by the library smtp-server. */
import { serving } from "@candor/mail/testing/MailServer"
import { Effect, Exit, Scope } from "effect"

type Options = Parameters<typeof serving>[0]
type OnData = NonNullable<Options["onData"]>

export interface Arrived {
  readonly sender: string
  readonly recipients: ReadonlyArray<string>
  readonly mail: Uint8Array
}

export interface Sink {
  readonly port: number
  /** Returns the Message-IDs of arrived mails in order. */
  readonly accepted: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const idOf = (mail: Uint8Array): string =>
  /^message-id:\s*(<[^>]+>)/im.exec(Buffer.from(mail.subarray(0, 64 * 1024)).toString("latin1"))?.[1] ?? ""

const served = async (options: Options) => {
  const scope = Scope.makeUnsafe()
  const { port } = await Effect.runPromise(Scope.provide(serving(options), scope))
  return { port, close: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/** Starts a server that passes on each mail before it acknowledges it. */
export const sink = async (onMail: (arrived: Arrived) => Promise<void>): Promise<Sink> => {
  const accepted: Array<string> = []
  const onData: OnData = (stream, { envelope: { mailFrom, rcptTo } }, done) => {
    const take = async () => {
      const chunks: Array<Uint8Array> = []
      for await (const chunk of stream) chunks.push(chunk as Uint8Array)
      const mail = Buffer.concat(chunks)
      await onMail({
        sender: mailFrom === false ? "" : mailFrom.address,
        recipients: rcptTo.map(({ address }) => address),
        mail
      })
      accepted.push(idOf(mail))
    }
    take().then(() => done(null), done)
  }
  return { ...await served({ onData, authOptional: true }), accepted: () => accepted }
}

/** Starts a server that refuses every recipient. */
export const refusing = () =>
  served({
    onRcptTo: (_, __, done) => done(Object.assign(new Error("5.1.1 No such person here"), { responseCode: 550 })),
    authOptional: true
  })
