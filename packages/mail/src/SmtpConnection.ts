/** One connection to a server that sends (RFC 6409), as effects that end with it. */
import { flood, type SmtpServer } from "@candor/domain/mail/MailServer"
import { Context, Duration, Effect, Redacted } from "effect"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { Composed } from "./Composing.ts"
import type { Credential } from "./Credentials.ts"
import type { MailHost } from "./MailHost.ts"
import type { SmtpError } from "./SmtpOutcome.ts"

/** How long a server is waited for. */
export interface SmtpTimeouts {
  /** Until it may be authenticated to: TCP, greeting and TLS. */
  readonly connecting: Duration.Duration
  readonly greeting: Duration.Duration
  /** For an answer, and for it to take the next bytes. */
  readonly answer: Duration.Duration
  /** For the answer to a whole mail, which it may look through for viruses first (RFC 5321, section 4.5.3.2.6). */
  readonly acceptance: Duration.Duration
  /** For all of a step, such as a mail, however often a part of its answer comes. */
  readonly step: Duration.Duration
  /** For the answer to a farewell. */
  readonly farewell: Duration.Duration
}

export const SmtpTimeouts = Context.Reference<SmtpTimeouts>("@candor/mail/SmtpTimeouts", {
  defaultValue: () => ({
    connecting: Duration.seconds(15),
    greeting: Duration.seconds(10),
    answer: Duration.seconds(60),
    acceptance: Duration.minutes(5),
    step: Duration.minutes(20),
    farewell: Duration.seconds(2)
  })
})

/**
 * Bounds what a server may send in a step, such as a mail with its recipients: bytes, and lines, each of which costs
 * some microseconds.
 */
const [maxBytes, maxLines] = [512 * 1024, 5000]

const tooMuch: SmtpError = { message: flood.detail, code: "EPROTOCOL" }
const tooLong: SmtpError = { message: "The server did not come to an end", code: "ETIMEDOUT" }

const received = new WeakMap<SMTPConnection, { bytes: number; lines: number }>()

const lineFeed = 10

/** Breaks a connection whose server sends more than a step may take. */
const bound = (connection: SMTPConnection): void => {
  const read: unknown = Reflect.get(connection, "_onData")
  if (typeof read !== "function") throw new Error("nodemailer reads by another method than `_onData`")
  received.set(connection, { bytes: 0, lines: 0 })
  Reflect.set(connection, "_onData", (chunk: Buffer) => {
    const { bytes, lines } = received.get(connection)!
    const sum = {
      bytes: bytes + chunk.length,
      lines: lines + chunk.reduce((count, byte) => byte === lineFeed ? count + 1 : count, 0)
    }
    received.set(connection, sum)
    if (sum.bytes <= maxBytes && sum.lines <= maxLines) return void Reflect.apply(read, connection, [chunk])
    connection.emit("error", tooMuch)
    connection.close()
  })
}

const dropped: SmtpError = { message: "Connection closed", code: "ECONNECTION" }

/** Runs a step of a connection. Ends with its error where it breaks meanwhile; an interruption closes it. */
const step = <A>(
  connection: SMTPConnection,
  run: (done: (error: SmtpError | null | undefined, value?: A) => void) => void
) =>
  Effect.flatMap(SmtpTimeouts, ({ step }) =>
    Effect.callback<A | undefined, SmtpError>((resume) => {
      received.set(connection, { bytes: 0, lines: 0 })
      const finish = (outcome: Effect.Effect<A | undefined, SmtpError>) => {
        connection.off("error", fail)
        connection.off("end", end)
        resume(outcome)
      }
      const fail = (error: SmtpError) => finish(Effect.fail(error))
      // The step's own error comes after the end, and says more.
      const end = () => setImmediate(() => fail(dropped))
      connection.once("error", fail)
      connection.once("end", end)
      run((error, value) => finish(error === null || error === undefined ? Effect.succeed(value) : Effect.fail(error)))
      return Effect.sync(() => connection.close())
    }).pipe(Effect.timeoutOrElse({ duration: step, orElse: () => Effect.fail(tooLong) })))

/** Makes a connection to one address. */
const opened = ({ host, port, security }: SmtpServer, address: string, servername: string | undefined) =>
  Effect.gen(function*() {
    const timeouts = yield* SmtpTimeouts
    const connection = new SMTPConnection({
      host: address,
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      servername,
      connectionTimeout: Duration.toMillis(timeouts.connecting),
      greetingTimeout: Duration.toMillis(timeouts.greeting),
      socketTimeout: Duration.toMillis(timeouts.answer),
      customAuth: { XOAUTH2: xoauth2 },
      // A connection that is given up ends at once, so that the server takes no half of a mail.
      socketCloseTimeout: 0
    })
    bound(connection)
    // By the name of Amazon SES it knows the Message-ID that SES gives a mail.
    connection.options.host = host
    // Errors between steps: the next step finds it closed.
    connection.on("error", () => undefined)
    yield* Effect.onError(
      step<void>(connection, (done) => connection.connect(done)),
      () => Effect.sync(() => connection.close())
    )
    return connection
  })

/** The most addresses of a host that are tried. */
const maxAddresses = 3

/** Whether another address of the host may do better. */
const isOfAddress = ({ code, response }: SmtpError): boolean =>
  response === undefined && (code === "ESOCKET" || code === "ECONNECTION" || code === "ETIMEDOUT")

/** An open connection. */
export interface Opened {
  readonly connection: SMTPConnection
  /** What the server offers (RFC 5321, section 2.2). */
  readonly extensions: ReadonlySet<string>
}

const extensionsOf = ({ lastServerResponse }: SMTPConnection): ReadonlySet<string> =>
  new Set([...(lastServerResponse || "").matchAll(/^250[- ]([\w-]+)/gm)].map(([, name]) => name!.toUpperCase()))

/**
 * Has each command wait for the answer to the one before. With PIPELINING, DATA goes out before it is known whether
 * there is a recipient: a server that has refused all of them and then says 354 (RFC 2920, section 3.1) waits for an
 * end of a mail that is none.
 */
const inSteps = (connection: SMTPConnection): void => {
  const extensions: unknown = Reflect.get(connection, "_supportedExtensions")
  if (Array.isArray(extensions))
    Reflect.set(
      connection,
      "_supportedExtensions",
      extensions.filter((name) => name !== "PIPELINING")
    )
}

const noAuthentication: SmtpError = { message: "The server offers no authentication", code: "EAUTH" }

/**
 * Signs in with a token, once: the library's own way sends the token twice. The server reports an error as a challenge,
 * which has to be acknowledged with an empty line.
 */
const xoauth2: SMTPConnection.CustomAuthenticationHandlers[string] = async ({ auth, reject, resolve, sendCommand }) => {
  const token = Buffer.from(`user=${auth.user}\x01auth=Bearer ${auth.pass}\x01\x01`).toString("base64")
  const { status: said } = await sendCommand(`AUTH XOAUTH2 ${token}`)
  const code = said === 334 ? (await sendCommand("")).status : said
  if (code === 235) resolve()
  else reject(new Error("Invalid login"))
}

/** Makes a connection to the first address of a host that answers, and authenticates to it. */
export const open = (
  server: SmtpServer,
  credential: Credential | null,
  { addresses, servername }: MailHost
): Effect.Effect<Opened, SmtpError> =>
  Effect.gen(function*() {
    const [first, ...others] = addresses
    const connection = yield* others.slice(0, maxAddresses - 1).reduce(
      (attempt, address) =>
        Effect.catch(attempt, (error) => isOfAddress(error) ? opened(server, address, servername) : Effect.fail(error)),
      opened(server, first, servername)
    )
    const extensions = extensionsOf(connection)
    inSteps(connection)
    if (server.username === null) return { connection, extensions }
    const auth = {
      user: server.username,
      pass: credential === null ? "" : Redacted.value(credential.secret),
      ...(credential?.kind === "token" ? { method: "XOAUTH2" } : {})
    }
    yield* (connection.allowsAuth
      ? step<boolean>(connection, (done) => connection.login(auth, done))
      : Effect.fail(noAuthentication)).pipe(
        Effect.onError(() => Effect.sync(() => connection.close()))
      )
    return { connection, extensions }
  })

/** The longest ENVID that servers have to take, in characters (RFC 3461, section 4.4). */
const maxEnvelopeId = 100

export interface Transfer {
  /** Whether the server took the sender: what follows may be trouble with the receiver. */
  hasTakenSender: boolean
  /** Whether the server was asked to take the content. */
  hasBegun: boolean
}

/** Tells whether a receiver was named to the server, which follows the answer to the sender. */
const hasTakenSender = (connection: SMTPConnection, { to }: Composed): boolean => {
  const envelope: unknown = Reflect.get(connection, "_envelope")
  if (typeof envelope !== "object" || envelope === null || !("rcptQueue" in envelope)) return false
  return Array.isArray(envelope.rcptQueue) && envelope.rcptQueue.length < to.length
}

/** Sends a mail over a connection, and asks for a report of its delivery where the server makes some (RFC 3461). */
export const transfer = (connection: SMTPConnection, mail: Composed, messageId: string, progress: Transfer) =>
  Effect.gen(function*() {
    const timeouts = yield* SmtpTimeouts
    const wait = (timeout: Duration.Duration) => {
      const socket = connection["_socket"]
      if (socket) socket.setTimeout(Duration.toMillis(timeout))
    }
    const content = mail.content(
      () => {
        progress.hasBegun = true
      },
      () => wait(timeouts.acceptance)
    )
    const envid = messageId.replace(/^<|>$/g, "")
    const envelope = {
      from: mail.from,
      to: mail.to,
      size: mail.size,
      use8BitMime: mail.needsUtf8,
      dsn: { ret: "HDRS", notify: ["SUCCESS", "FAILURE", "DELAY"], ...(envid.length <= maxEnvelopeId ? { envid } : {}) }
    }
    const info = yield* step<SMTPConnection.SentMessageInfo>(
      connection,
      (done) => connection.send(envelope, content, done)
    ).pipe(
      Effect.ensuring(Effect.sync(() => {
        progress.hasTakenSender = hasTakenSender(connection, mail)
        content.destroy()
      }))
    )
    wait(timeouts.answer)
    return info!
  })

/** Ends the mail that the server refused a part of. */
export const reset = (connection: SMTPConnection) => step<boolean>(connection, (done) => connection.reset(done))

/** Says farewell, and closes the connection. */
export const close = (connection: SMTPConnection): Effect.Effect<void> =>
  Effect.flatMap(SmtpTimeouts, ({ farewell }) =>
    Effect.callback<void>((resume) => {
      if (connection.destroyed) return resume(Effect.void)
      connection.once("end", () => resume(Effect.void))
      connection.quit()
    }).pipe(Effect.timeoutOption(farewell), Effect.ensuring(Effect.sync(() => connection.close())), Effect.asVoid))
