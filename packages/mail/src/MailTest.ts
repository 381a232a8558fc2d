/** Tests the servers of an account: whether they can be reached, and what they reply. */
import type { MailAccountState } from "@candor/domain/mail/MailAccount"
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { Trouble } from "@candor/domain/mail/MailServer"
import type { SpokenLanguage } from "@candor/domain/SpokenLanguage"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { OutgoingMail } from "./Composing.ts"
import { MailTransport } from "./MailTransport.ts"
import type { Outcome } from "./SmtpOutcome.ts"

export interface Attempt {
  readonly problem: Trouble["problem"] | null
  readonly detail: string | null
}

const works: Attempt = { problem: null, detail: null }

const attemptOf = (outcome: Outcome): Attempt =>
  outcome.status === "sent"
    ? works
    : outcome.status === "trouble"
    ? outcome.trouble
    : { problem: "refused", detail: outcome.words }

interface Text {
  readonly subject: string
  readonly text: string
}

/** Makes the function that sends a mail to a member at once, without storing it, and returns the outcome. */
export const makeSend = Effect.map(
  MailTransport,
  ({ open }) => (account: MailAccountState, email: string, to: MailAddress, { subject, text }: Text) =>
    Effect.gen(function*() {
      const session = yield* open(account)
      const mail: OutgoingMail = {
        from: { name: account.sender_name, email },
        to: [to],
        copies: [],
        subject,
        text,
        html: null,
        messageId: `<${randomUUID()}@${email.slice(email.lastIndexOf("@") + 1)}>`,
        inReplyTo: null,
        references: [],
        date: new Date(yield* Timestamp.now),
        attachments: [],
        isAutomatic: true,
        unsubscribe: null
      }
      return attemptOf(yield* session.send(mail))
    }).pipe(Effect.scoped, Effect.catch((trouble) => Effect.succeed<Attempt>(trouble)))
)

const testTexts: Readonly<Record<SpokenLanguage, Text>> = {
  en: {
    subject: "Test email from Candor",
    text: "If you can read this, your organization can send email from Candor. No action is needed."
  },
  de: {
    subject: "Test-E-Mail von Candor",
    text: "Wenn Sie das lesen, kann Ihre Organisation E-Mails über Candor senden. Sie müssen nichts tun."
  }
}

/**
 * Makes the function that signs in to the servers of an account, and sends a mail in a language to a member from the address
 * `from`, unless that is null.
 */
export const make = Effect.zipWith(makeSend, MailTransport, (send, { credentials, open, policy }) => {
  const opened = (account: MailAccountState) =>
    account.imap === null ? Effect.succeed(null) : Effect.gen(function*() {
      const { verify } = yield* Effect.promise(() => import("./Receiving.ts"))
      return (yield* verify({ server: account.imap!, credentials: credentials(account, "imap"), policy })) ?? works
    })

  const connected = (account: MailAccountState) =>
    account.smtp === null ?
      Effect.succeed(null) :
      Effect.scoped(Effect.flatMap(open(account), ({ verify }) => verify)).pipe(
        Effect.catch((trouble) => Effect.succeed(trouble)),
        Effect.map((trouble) => trouble ?? works)
      )

  return (account: MailAccountState, from: string | null, to: MailAddress, language: SpokenLanguage) =>
    Effect.all(
      {
        smtp: from === null ? connected(account) : send(account, from, to, testTexts[language]),
        imap: opened(account)
      },
      { concurrency: 2 }
    )
})
