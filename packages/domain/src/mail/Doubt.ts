/**
 * Decides whether trouble after the server accepted the sender concerns only one mail (a recipient whose server cannot
 * be reached) or the account, and so every mail. Servers' answers do not distinguish these.
 */
import type { MailHealth, Trouble } from "./MailServer.ts"
import type { MessageState } from "./Message.ts"

/** What a server's answer implies: that the account is the cause, or nothing certain. */
export type Doubt = "account" | "unknown"

/** A mail that a server had trouble with. */
export interface Doubted {
  readonly message: MessageState
  readonly trouble: Trouble
  readonly doubt: Doubt
}

const emailsOf = ({ copies, recipients }: MessageState): ReadonlySet<string> =>
  new Set([...recipients, ...copies].map(({ email }) => email.toLowerCase()))

/** Tells whether a mail to somebody else had the same trouble, which makes it the account's. */
export const isShared = ({ message, trouble: { problem } }: Doubted, others: ReadonlyArray<Doubted>): boolean => {
  const emails = emailsOf(message)
  return others.some((other) => other.trouble.problem === problem && emails.isDisjointFrom(emailsOf(other.message)))
}

/** The facts about a server when a mail has trouble that no other mail had. */
export interface Evidence {
  /** Whether the server has accepted another mail in this connection. */
  readonly hasSent: boolean
  readonly status: MailHealth["status"]
}

/**
 * Tells whether a mail that waits after earlier trouble has it again, although the server has accepted others since.
 */
export const isRepeated = ({ message: { failure } }: Pick<Doubted, "message">, { status }: Evidence): boolean =>
  failure !== null && status === "working"

/**
 * Tells whether trouble counts as the account's if no other mail is due: if the server's answer says so, and it has not
 * accepted another mail.
 */
export const isOfAccount = (doubted: Doubted, evidence: Evidence): boolean =>
  doubted.doubt === "account" && !evidence.hasSent && !isRepeated(doubted, evidence)

/**
 * Returns trouble that two mails had, even to the same person; undefined if there is none. Used if no other mail is due
 * that could tell whose trouble it is: it then counts as the account's, which delays no mail that could be sent.
 */
export const sharedAtLast = (doubted: ReadonlyArray<Doubted>, evidence: Evidence): Trouble | undefined => {
  if (evidence.hasSent) return undefined
  const fresh = doubted.filter((one) => !isRepeated(one, evidence))
  const again = fresh.find((one, at) =>
    fresh.slice(0, at).some((other) => other.trouble.problem === one.trouble.problem)
  )
  return again?.trouble
}
