/** Tests of the servers of an account: whether they can be reached, and what they say. */
import type { MailAccountState } from "@candor/domain/mail/MailAccount"
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { Trouble } from "@candor/domain/mail/MailServer"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Redacted } from "effect"
import { randomUUID } from "node:crypto"
import type { OutgoingMail } from "./Composing.ts"
import { MailTransport } from "./MailTransport.ts"
import type { Outcome } from "./SmtpOutcome.ts"

interface Attempt {
  readonly problem: Trouble["problem"] | null
  readonly detail: string | null
}

const works: Attempt = { problem: null, detail: null }

const attemptOf = (outcome: Outcome): Attempt =>
  outcome.status === "sent" ? works : outcome.status === "trouble" ? outcome.trouble : { problem: "refused", detail: outcome.words }

/** Makes the function that sends a mail to a member with an account, and opens its mailbox. */
export const make = Effect.map(MailTransport, ({ open, password, policy }) => {
  const sent = (account: MailAccountState, email: string, to: MailAddress) =>
    Effect.gen(function*() {
      const session = yield* open(account)
      const mail: OutgoingMail = {
        from: { name: account.sender_name, email },
        to: [to],
        copies: [],
        subject: "Candor can send mail",
        text: "This mail was sent to test the mail account of your organization.",
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

  const opened = (account: MailAccountState) =>
    account.imap === null ? Effect.succeed(null) : Effect.gen(function*() {
      const secret = yield* password(account, "imap")
      const { verify } = yield* Effect.promise(() => import("./Receiving.ts"))
      return (yield* verify({ server: account.imap!, password: secret === null ? null : Redacted.value(secret), policy })) ?? works
    }).pipe(Effect.catch((trouble) => Effect.succeed<Attempt>(trouble)))

  return (account: MailAccountState, sender: string, to: MailAddress) =>
    Effect.all({ smtp: sent(account, sender, to), imap: opened(account) }, { concurrency: 2 })
})
