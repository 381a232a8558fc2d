/** The connection to a mailbox server. */
import type { ImapServer, Trouble } from "@candor/domain/mail/MailServer"
import { Context, Effect, Redacted, type Scope } from "effect"
import { ImapFlow } from "imapflow"
import { type Credential, type Credentials, signedIn } from "../Credentials.ts"
import { type MailPolicy, resolve } from "../MailHost.ts"
import { bound } from "./ImapFlood.ts"
import { troubleOf } from "./ImapTrouble.ts"

/** Times in milliseconds, and the trusted certificate authorities. */
export interface ImapSettings {
  /** Time limit for connecting. */
  readonly connectMillis: number
  /** Silence after which a server is asked whether it is alive, and after a second such time counts as gone. */
  readonly silenceMillis: number
  /** Interval for polling a server without IDLE (RFC 2177). */
  readonly pollMillis: number
  /** Interval for reopening the folder, whatever the server reports; half a minute at first. */
  readonly recheckMillis?: number
  /** Certificates in PEM; undefined for those of the system. */
  readonly authorities: string | undefined
}

export const ImapSettings = Context.Reference<ImapSettings>("@candor/mail/ImapSettings", {
  defaultValue: () => ({ connectMillis: 20_000, silenceMillis: 120_000, pollMillis: 10_000, authorities: undefined })
})

/** The mailbox to read, and how to reach its server. */
export interface Mailbox {
  readonly server: ImapServer
  readonly credentials: Credentials
  readonly policy: MailPolicy
}

/**
 * Limits what a server may send: the length of a response line; its tokens, each of which takes a hundred bytes of
 * memory; and a piece of a mail, of which `chunkBytes` are requested at a time. A line of 1 MiB can have the UIDs of
 * 100,000 mails, which are not parsed as tokens.
 */
export const chunkBytes = 256 * 1024
const [maxLine, maxTokens, maxLiteral] = [1024 ** 2, 10_000, 1024 ** 2]

/** A connection that is signed in. */
export interface OpenMailbox {
  readonly client: ImapFlow
  /** The name of the folder to read. */
  readonly folder: string
  /** Why the connection ended, once it did. It only fails. */
  readonly ended: Effect.Effect<never, Trouble>
  /** Waits until the server has reported new mail since the last call. */
  readonly changed: Effect.Effect<void>
}

/** Runs a command. If the connection has ended, fails with the reason of that, not with the command's error. */
export const command = <A>(
  { client, ended }: OpenMailbox,
  run: () => Promise<A>,
  toTrouble = troubleOf
): Effect.Effect<A, Trouble> =>
  Effect.tryPromise({ try: run, catch: (error) => toTrouble(error, client.byeReason) }).pipe(
    Effect.catch((trouble) => client.isClosed ? ended : Effect.fail(trouble))
  )

const openWith = (
  { policy, server }: Mailbox,
  credential: Credential | null
): Effect.Effect<OpenMailbox, Trouble, Scope.Scope> =>
  Effect.gen(function*() {
    const secret = credential === null ? "" : Redacted.value(credential.secret)
    const { authorities, connectMillis, silenceMillis } = yield* ImapSettings
    const { addresses: [address], servername } = yield* resolve(server, policy)
    const client = yield* Effect.acquireRelease(
      Effect.sync(() =>
        new ImapFlow({
          host: address,
          port: server.port,
          secure: server.security === "tls",
          doSTARTTLS: server.security === "starttls",
          ...(servername === undefined ? {} : { servername }),
          auth: {
            user: server.username ?? "",
            ...credential?.kind === "token" ? { accessToken: secret } : { pass: secret }
          },
          tls: { minVersion: "TLSv1.2", ...(authorities === undefined ? {} : { ca: authorities }) },
          clientInfo: { name: "Candor" },
          logger: false,
          disableAutoIdle: true,
          disableCompression: true,
          connectionTimeout: connectMillis,
          greetingTimeout: connectMillis,
          socketTimeout: silenceMillis,
          maxLineLength: maxLine,
          maxLiteralSize: maxLiteral,
          maxResponseSize: 2 * maxLiteral,
          maxResponseTokens: maxTokens
        })
      ),
      (client) => Effect.sync(() => client.close())
    )
    bound(client)
    const ended = Promise.withResolvers<never>()
    ended.promise.catch(() => undefined)
    client.on("error", (error) => ended.reject(troubleOf(error, client.byeReason)))
    client.on("close", () =>
      ended.reject(troubleOf({ code: "NoConnection", message: "The server closed the connection" }, client.byeReason)))
    let change = Promise.withResolvers<void>()
    client.on("exists", () =>
      change.resolve())
    const changed = Effect.promise(() =>
      change.promise
    ).pipe(Effect.andThen(Effect.sync(() => {
      change = Promise.withResolvers<void>()
    })))
    const failed = Effect.tryPromise({ try: () => ended.promise, catch: (trouble) => trouble as Trouble })
    yield* Effect.tryPromise({ try: () => client.connect(), catch: (error) => troubleOf(error, client.byeReason) })
      .pipe(
        Effect.raceFirst(failed),
        Effect.timeoutOrElse({
          duration: 3 * connectMillis,
          orElse: () => Effect.fail<Trouble>({ problem: "no_answer", detail: null })
        })
      )
    return { client, folder: server.folder, ended: failed, changed }
  })

/** Connects and signs in. The connection is closed with the scope, without waiting. */
export const open = (mailbox: Mailbox): Effect.Effect<OpenMailbox, Trouble, Scope.Scope> =>
  signedIn(mailbox.credentials, (credential) => openWith(mailbox, credential))
