/** Sends mails over SMTP. The outcome of each mail is a value: a refused mail is no failure of the program. */
import type { SmtpServer, Trouble } from "@candor/domain/mail/MailServer"
import { Effect, Result, type Scope, Semaphore } from "effect"
import type SMTPConnection from "nodemailer/lib/smtp-connection"
import { compose, type Composed, type OutgoingMail } from "./Composing.ts"
import { type Credentials, signedIn } from "./Credentials.ts"
import { type MailPolicy, resolve } from "./MailHost.ts"
import * as Smtp from "./SmtpConnection.ts"
import { type Outcome, outcomeOf, type SmtpError, troubleOf, wordsOf } from "./SmtpOutcome.ts"

/** A server, and the requirements for sending with it. */
export interface Sender {
  readonly server: SmtpServer
  readonly credentials: Credentials
  readonly policy: MailPolicy
}

/** A session with a server, for one mail at a time. */
export interface MailSession {
  /** Sends a mail. Connects for the first one, and again if the server has ended the connection between two mails. */
  readonly send: (mail: OutgoingMail) => Effect.Effect<Outcome>
  /** Connects and authenticates; null if that works. */
  readonly verify: Effect.Effect<Trouble | null>
}

/** A connection that is reused for the next mail. */
interface Kept extends Smtp.Opened {
  /** Whether a mail was already sent over it. */
  isUsed: boolean
}

const refused = (words: string): Outcome => ({ status: "refused", words })
const inTrouble = (trouble: Trouble): Outcome => ({ status: "trouble", trouble })

/** Whether the server has ended a connection: without a reason, because it was idle, or after enough mails. */
const isEnd = ({ code, response, responseCode }: SmtpError): boolean =>
  responseCode === 421 || (response === undefined && (code === "ECONNECTION" || code === "ESOCKET"))

const sentOf = ({ response, serverMessageId }: SMTPConnection.SentMessageInfo): Outcome => ({
  status: "sent",
  words: wordsOf(response),
  messageId: serverMessageId ?? null
})

/** Returns a session with a server. Its connection ends with the scope. */
export const connect = ({ credentials, policy, server }: Sender): Effect.Effect<MailSession, never, Scope.Scope> =>
  Effect.gen(function*() {
    let kept: Kept | undefined
    const { withPermit } = yield* Semaphore.make(1)
    yield* Effect.addFinalizer(() => kept === undefined ? Effect.void : Smtp.close(kept.connection))

    const connected: Effect.Effect<Kept, Trouble> = Effect.gen(function*() {
      const host = yield* resolve(server, policy)
      const opened = yield* signedIn(
        credentials,
        (credential) => Effect.mapError(Smtp.open(server, credential, host), troubleOf)
      )
      return kept = { ...opened, isUsed: false }
    })

    /**
     * Sends a mail; undefined if a reused connection has ended meanwhile, so that the mail can be sent over a new one.
     */
    const attempt = (mail: OutgoingMail, composed: Composed): Effect.Effect<Outcome | undefined, Trouble> =>
      Effect.gen(function*() {
        const current = kept === undefined || kept.connection.destroyed ? yield* connected : kept
        const { connection, extensions, isUsed } = current
        if (composed.needsUtf8 && !extensions.has("SMTPUTF8")) {
          return refused("The server takes no addresses with letters beyond ASCII (SMTPUTF8)")
        }
        current.isUsed = true
        const progress = { hasTakenSender: false, hasBegun: false }
        const result = yield* Effect.result(Smtp.transfer(connection, composed, mail.messageId, progress))
        if (Result.isSuccess(result)) return sentOf(result.success)
        const error = result.failure
        // The rest of the content must not be read as the next command.
        if (progress.hasBegun || isEnd(error)) connection.close()
        else yield* Effect.catch(Smtp.reset(connection), () => Effect.sync(() => connection.close()))
        return isUsed && !progress.hasBegun && isEnd(error) ? undefined : outcomeOf(error, progress)
      })

    const send = (mail: OutgoingMail): Effect.Effect<Outcome> =>
      Effect.gen(function*() {
        const composed = compose(mail)
        if (Result.isFailure(composed)) return refused(`The address is not valid: ${composed.failure}`)
        const outcome = (yield* attempt(mail, composed.success)) ?? (yield* attempt(mail, composed.success))
        return outcome ?? inTrouble({ problem: "unreachable", detail: null })
      }).pipe(Effect.catch((trouble) => Effect.succeed(inTrouble(trouble))), withPermit)

    const verify = Effect.gen(function*() {
      if (kept !== undefined) yield* Smtp.close(kept.connection)
      return yield* Effect.match(connected, { onFailure: (trouble) => trouble, onSuccess: () => null })
    }).pipe(withPermit)

    return { send, verify }
  })
