/** Received mails: the content of one, and the application that it belongs to. */
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext } from "../Decision.ts"
import { type ApplicationId, MessageId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { AttachedMail, ForwardedReply } from "./ForwardedReply.ts"
import type { MailAddress } from "./MailAddress.ts"
import {
  type Assignment,
  attachmentsOf,
  type MessageFile,
  type MessageState,
  noun,
  type SenderCheck
} from "./Message.ts"
import type { MessageStatus } from "./MessageStatus.ts"

/** A delivery report on one of our mails (RFC 3464). */
export interface DeliveryReport {
  /** The Message-ID of the reported mail. */
  readonly internet_message_id: string
  readonly outcome: "delivered" | "bounced" | "delayed"
  /** The refusing server's message. */
  readonly detail: string | null
}

/** A mail as it was parsed, without the contents of its files. */
export interface ReceivedMail {
  /** The Message-ID; derived from the content if the sender gave none. */
  readonly internet_message_id: string
  readonly in_reply_to: string | null
  readonly reference_ids: ReadonlyArray<string>
  readonly sender: MailAddress
  readonly recipients: ReadonlyArray<MailAddress>
  readonly copies: ReadonlyArray<MailAddress>
  readonly subject: string
  /** The text; derived from the HTML if there is no plain text. */
  readonly body: string
  readonly html: string | null
  readonly sent_at: Timestamp | null
  /** The receiving server's verdict on the sender; null if it gives none. */
  readonly sender_check: SenderCheck | null
  /** Whether a program sent it (RFC 3834, and similar headers). */
  readonly is_automatic: boolean
  readonly report: DeliveryReport | null
  /** The first attached mails that refer to a mail that they answer. */
  readonly attached: ReadonlyArray<AttachedMail>
  /** The calendar that it contains, such as a response to an invitation. */
  readonly calendar?: string
  /** Whether it is an interviewer's response to an invitation, so not from the candidate. */
  readonly is_of_interviewer?: boolean
  /** The key of the mail, which is the same however often and by whichever way it arrives. */
  readonly key: string
}

/** A message of ours that a received mail may refer to. */
export interface Referenced {
  readonly id?: MessageId
  readonly internet_message_id: string
  readonly application_id: ApplicationId | null
}

/** The stored message with the Message-ID of a received mail. */
export interface Stored extends Referenced {
  readonly status: MessageStatus
  readonly sender_email: string
  readonly sent_at: Timestamp | null
  /** The number of its files. */
  readonly files: number
}

/**
 * The form of Message-IDs that Candor writes. A sending server may assign another one, and replies may refer to either.
 */
const ownId = /^<([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})(?:\.[\da-f]{32})?@/i

/** Returns the message whose Message-ID has Candor's form; null for other forms. */
export const messageIdOf = (internet_message_id: string): MessageId | null => {
  const id = ownId.exec(internet_message_id)?.[1]?.toLowerCase()
  return id === undefined ? null : MessageId.make(id)
}

/**
 * Tells whether a mail is already stored: one that we sent, which some servers also put into the mailbox, or the same
 * mail by another way, to which a mailing list may have added its footer. Programs that reuse a Message-ID for several
 * mails give them different times, and no file is lost.
 */
export const isStored = (
  { internet_message_id, sender, sent_at }: Pick<ReceivedMail, "internet_message_id" | "sender" | "sent_at">,
  files: number,
  known: ReadonlyArray<Stored>
): boolean =>
  known.some((one) => {
    const isNamed = one.internet_message_id === internet_message_id ||
      one.id !== undefined && one.id === messageIdOf(internet_message_id)
    const isSameSender = one.sender_email.toLowerCase() === sender.email.toLowerCase()
    if (!isNamed) return false
    return one.status === "received"
      ? one.sent_at === sent_at && (sent_at !== null || isSameSender) && files <= one.files
      : isSameSender
  })

/**
 * The Message-IDs that lead from a mail to its application. Its own one counts too: some programs answer with the
 * Message-ID of our letter.
 */
type Names = Pick<ReceivedMail, "in_reply_to" | "reference_ids"> & Partial<Pick<ReceivedMail, "internet_message_id">>

/**
 * Returns the application of the mail that this one replies to: by `In-Reply-To` first, then by the references, last
 * first (RFC 5322, section 3.6.4). The subject is ignored. Null if none of them is known.
 */
export const applicationOf = (
  { in_reply_to, internet_message_id, reference_ids }: Names,
  known: ReadonlyArray<Referenced>
): ApplicationId | null => {
  const byName = new Map(known.map(({ application_id, internet_message_id }) => [internet_message_id, application_id]))
  // Only if a relay assigned another one. Otherwise, whoever knows a message's id, but not its random bits, could write
  // into the thread.
  const renamed = known.filter(({ internet_message_id }) => messageIdOf(internet_message_id) === null)
  const byId = new Map(renamed.map(({ application_id, id }) => [id, application_id]))
  const named = [in_reply_to, ...reference_ids.toReversed(), internet_message_id ?? null].filter((id) => id !== null)
  return named.map((id) => byName.get(id) ?? byId.get(messageIdOf(id) ?? undefined) ?? null).find((id) =>
    id !== null
  ) ?? null
}

/** What is known of a mail that could not be parsed. */
interface UnreadMail {
  readonly uid: number
  readonly uid_validity: number
  readonly received_at: Timestamp
}

/** Returns a placeholder for a mail that could not be parsed, so that somebody looks for it in the mailbox. */
export const unreadMail = ({ received_at, uid, uid_validity }: UnreadMail): ReceivedMail => ({
  internet_message_id: `<unread.${uid_validity}.${uid}.${received_at.replace(/\D/g, "")}@mail.invalid>`,
  in_reply_to: null,
  reference_ids: [],
  sender: { name: null, email: "" },
  recipients: [],
  copies: [],
  subject: "A mail that could not be read",
  body:
    `[A mail that came in at ${received_at} could not be read here. It is in the mailbox as it came in, with the UID ${uid}.]`,
  html: null,
  sent_at: received_at,
  sender_check: null,
  is_automatic: false,
  report: null,
  attached: [],
  key: `unread ${uid_validity} ${uid} ${received_at}`
})

/** The outcome of a response to an invitation. */
interface AnsweredInvitation {
  readonly isOfCandidate: boolean
  readonly words: string
  readonly refusal: string | null
}

/**
 * Returns the mail to store for a response to an invitation. A response without words, or from an interviewer, needs no
 * answer: the team reads it in the thread. One that could not be recorded says why, and waits for an answer.
 */
export const answerMail = (
  mail: ReceivedMail,
  { isOfCandidate, refusal, words }: AnsweredInvitation
): ReceivedMail => ({
  ...mail,
  body: refusal === null ? mail.body : `${refusal}\n\n${mail.body}`,
  is_automatic: mail.is_automatic || (refusal === null && (!isOfCandidate || words === "")),
  is_of_interviewer: !isOfCandidate
})

/** Stores a received mail with its files, for its application, or as unassigned. */
export const receive = (
  { attached: _, calendar: __, is_of_interviewer = false, report: ___, ...mail }: ReceivedMail,
  files: ReadonlyArray<MessageFile>,
  application_id: ApplicationId | null,
  context: DecisionContext<Worker>,
  forwarded: ForwardedReply | null = null
): Decision<Assignment, never> => {
  const { nextId, now } = context
  const message: MessageState = {
    ...mail,
    id: MessageId.make(nextId()),
    application_id,
    status: "received",
    purpose: is_of_interviewer ? "invitation" : "letter",
    has_html: mail.html !== null,
    files: [...files],
    forwarded: application_id === null ? forwarded : null,
    template_id: null,
    send_at: null,
    failure: null,
    attempts: 0,
    handled_at: null,
    mail_rule_id: null,
    cause: null,
    due_at: null,
    user_id: null,
    created_at: now,
    updated_at: now,
    version: 1
  }
  const attachments = application_id === null ? [] : attachmentsOf(application_id, files, context)
  return decided(
    { message, attachments: attachments.map(({ entity }) => entity) },
    noun.event("received", message),
    ...attachments.flatMap(({ events }) => events)
  )
}
