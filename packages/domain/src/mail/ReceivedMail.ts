/** Mails that came in: what was read of one, and which application it belongs to. */
import type { Worker } from "../access/Actor.ts"
import { type Decision, decided, type DecisionContext } from "../Decision.ts"
import { type ApplicationId, MessageId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MailAddress } from "./MailAddress.ts"
import { type Assignment, attachmentsOf, type MessageFile, type MessageState, noun } from "./Message.ts"

/** What a delivery report says of one of our mails (RFC 3464). */
export interface DeliveryReport {
  /** The Message-ID of the mail that it is about. */
  readonly internet_message_id: string
  readonly outcome: "delivered" | "bounced" | "delayed"
  /** The words of the server that refused it. */
  readonly detail: string | null
}

/** A mail as it was read, apart from its files' contents. */
export interface ReceivedMail {
  /** The Message-ID; one made from its content, where its sender gave none. */
  readonly internet_message_id: string
  readonly in_reply_to: string | null
  readonly reference_ids: ReadonlyArray<string>
  readonly sender: MailAddress
  readonly recipients: ReadonlyArray<MailAddress>
  readonly copies: ReadonlyArray<MailAddress>
  readonly subject: string
  /** The text; made from the HTML, where there is no plain one. */
  readonly body: string
  readonly html: string | null
  readonly sent_at: Timestamp | null
  /** Whether a program sent it (RFC 3834, and what others use). */
  readonly is_automatic: boolean
  readonly report: DeliveryReport | null
  /** The same for the same mail, however often and by whichever way it arrives. */
  readonly key: string
}

/** One of our messages to which a mail that came in may refer. */
export interface Referenced {
  readonly internet_message_id: string
  readonly application_id: ApplicationId | null
}

/**
 * Returns the application of the mail that this one replies to: by `In-Reply-To` first, then by the references, the last first (RFC 5322,
 * section 3.6.4). The subject means nothing. Null where none of them is known.
 */
export const applicationOf = (
  { in_reply_to, reference_ids }: Pick<ReceivedMail, "in_reply_to" | "reference_ids">,
  known: ReadonlyArray<Referenced>
): ApplicationId | null => {
  const applications = new Map(known.map(({ application_id, internet_message_id }) => [internet_message_id, application_id]))
  const named = [in_reply_to, ...reference_ids.toReversed()].filter((id) => id !== null)
  return named.map((id) => applications.get(id) ?? null).find((id) => id !== null) ?? null
}

/** Stores a mail that came in, with its files, for the application that it belongs to, or for nobody yet. */
export const receive = (
  { report: _, ...mail }: ReceivedMail,
  files: ReadonlyArray<MessageFile>,
  application_id: ApplicationId | null,
  context: DecisionContext<Worker>
): Decision<Assignment, never> => {
  const { nextId, now } = context
  const message: MessageState = {
    ...mail,
    id: MessageId.make(nextId()),
    application_id,
    status: "received",
    purpose: "letter",
    has_html: mail.html !== null,
    files: [...files],
    template_id: null,
    send_at: null,
    failure: null,
    attempts: 0,
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
