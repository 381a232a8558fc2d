/** A connection to a mail submission server (RFC 6409), as effects that end with it. */
import { flood, type SmtpServer } from "@candor/domain/mail/MailServer"
import { Context, Duration, Effect, Redacted } from "effect"
import SMTPConnection from "nodemailer/lib/smtp-connection"
import type { Composed } from "./Composing.ts"
import type { Credential } from "./Credentials.ts"
import type { MailHost } from "./MailHost.ts"
import type { SmtpError } from "./SmtpOutcome.ts"

/** Time limits for a server. */
export interface SmtpTimeouts {
  /** Until authentication can begin: TCP, greeting and TLS. */
  readonly connecting: Duration.Duration
  readonly greeting: Duration.Duration
  /** For a reply, and for accepting further bytes. */
  readonly answer: Duration.Duration
  /** For the reply to a whole mail, which the server may scan for viruses first (RFC 5321, section 4.5.3.2.6). */
  readonly acceptance: Duration.Duration
  /** For a whole step, such as a mail, even if parts of replies keep arriving. */
  readonly step: Duration.Duration
  /** For the reply to QUIT. */
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
 * Maximum bytes and lines that a server may send in a step, such as a mail with its recipients. Each line costs some
 * microseconds.
 */
const [maxBytes, maxLines] = [512 * 1024, 5000]

const tooMuch: SmtpError = { message: flood.detail, code: "EPROTOCOL" }
const tooLong: SmtpError = { message: "The server did not come to an end", code: "ETIMEDOUT" }

const received = new WeakMap<SMTPConnection, { bytes: number; lines: number }>()

const lineFeed = 10

/** Breaks a connection whose server exceeds the bounds of a step. */
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

/** Runs a step on a connection. Fails with the connection's error if it breaks meanwhile. An interruption closes it. */
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
      // Deferred, because the step's own error arrives after the end, and says more.
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
      // Closes an abandoned connection at once, so that the server does not accept half a mail.
      socketCloseTimeout: 0
    })
    bound(connection)
    // nodemailer recognizes Amazon SES by its host name, and then reads the Message-ID that SES assigns.
    connection.options.host = host
    // Ignores errors between steps: the next step finds the connection closed.
    connection.on("error", () => undefined)
    yield* Effect.onError(
      step<void>(connection, (done) => connection.connect(done)),
      () => Effect.sync(() => connection.close())
    )
    return connection
  })

/** Maximum addresses of a host that are tried. */
const maxAddresses = 3

/** Whether another address of the host may work. */
const isOfAddress = ({ code, response }: SmtpError): boolean =>
  response === undefined && (code === "ESOCKET" || code === "ECONNECTION" || code === "ETIMEDOUT")

/** An open connection. */
export interface Opened {
  readonly connection: SMTPConnection
  /** The extensions that the server supports (RFC 5321, section 2.2). */
  readonly extensions: ReadonlySet<string>
}

const extensionsOf = ({ lastServerResponse }: SMTPConnection): ReadonlySet<string> =>
  new Set([...(lastServerResponse || "").matchAll(/^250[- ]([\w-]+)/gm)].map(([, name]) => name!.toUpperCase()))

/**
 * Makes each command wait for the reply to the previous one. With PIPELINING, DATA would be sent before it is known
 * whether any recipient was accepted. A server that has refused all of them and still replies 354 (RFC 2920, section
 * 3.1) would wait for the end of a mail that does not come.
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
 * Signs in with a token, which is sent once; the library would send it twice. The server reports an error as a
 * challenge, which has to be acknowledged with an empty line.
 */
const xoauth2: SMTPConnection.CustomAuthenticationHandlers[string] = async ({ auth, reject, resolve, sendCommand }) => {
  const token = Buffer.from(`user=${auth.user}\x01auth=Bearer ${auth.pass}\x01\x01`).toString("base64")
  const { status: said } = await sendCommand(`AUTH XOAUTH2 ${token}`)
  const code = said === 334 ? (await sendCommand("")).status : said
  if (code === 235) resolve()
  else reject(new Error("Invalid login"))
}

/** Connects to the first address of a host that responds, and authenticates. */
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

/** Maximum characters of an ENVID that servers have to accept (RFC 3461, section 4.4). */
const maxEnvelopeId = 100

export interface Transfer {
  /** Whether the server accepted the sender: a later error may be caused by the recipient. */
  hasTakenSender: boolean
  /** Whether DATA was sent. */
  hasBegun: boolean
}

/** Tells whether a recipient was sent to the server, which happens after the sender was accepted. */
const hasTakenSender = (connection: SMTPConnection, { to }: Composed): boolean => {
  const envelope: unknown = Reflect.get(connection, "_envelope")
  if (typeof envelope !== "object" || envelope === null || !("rcptQueue" in envelope)) return false
  return Array.isArray(envelope.rcptQueue) && envelope.rcptQueue.length < to.length
}

/** Sends a mail over a connection, and requests a delivery report if the server supports it (RFC 3461). */
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

/** Ends a mail of which the server has refused a part. */
export const reset = (connection: SMTPConnection) => step<boolean>(connection, (done) => connection.reset(done))

/** Sends QUIT, and closes the connection. */
export const close = (connection: SMTPConnection): Effect.Effect<void> =>
  Effect.flatMap(SmtpTimeouts, ({ farewell }) =>
    Effect.callback<void>((resume) => {
      if (connection.destroyed) return resume(Effect.void)
      connection.once("end", () => resume(Effect.void))
      connection.quit()
    }).pipe(Effect.timeoutOption(farewell), Effect.ensuring(Effect.sync(() => connection.close())), Effect.asVoid))
