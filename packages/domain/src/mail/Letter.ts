/** Letters: mails that members write to candidates. */
import { Result, Schema } from "effect"
import { memberOf } from "../access/Actor.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type AnyContext, type Decision } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { type ApplicationId, AttachmentId, type MailRuleId, MailTemplateId, MessageId } from "../Id.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { filled, line } from "../Text.ts"
import { later, Timestamp, TimestampFromText } from "../Timestamp.ts"
import type { MailAddress } from "./MailAddress.ts"
import { bodyLength, subjectLength } from "./MailTemplate.ts"
import {
  happened,
  MailNotSetUp,
  maxFileBytes,
  maxMessages,
  maxWaiting,
  type MessageFile,
  type MessagePurpose,
  type MessageState,
  NoMailAddress
} from "./Message.ts"
import { messageStatus } from "./MessageStatus.ts"
import type { MailCause } from "./RuledMail.ts"

/** The most files of a mail. */
const maxFiles = 20

/** The longest delay for taking a mail back, in seconds. */
const maxDelaySeconds = 300

/** A request for a mail, from a template or with its own text. */
export const MessageDraft = Schema.Struct({
  template_id: Schema.optionalKey(MailTemplateId.pipe(described("The template to use, if no text is given"))),
  subject: Schema.optionalKey(line(subjectLength).pipe(described("The subject", "Your application"))),
  body: Schema.optionalKey(
    filled(bodyLength).pipe(
      described("The text in Markdown, sent unchanged", "Dear Maya,\n\nwe would like to get to know you.")
    )
  ),
  attachment_ids: Schema.optionalKey(
    Schema.Array(AttachmentId).check(Schema.isMaxLength(maxFiles)).pipe(
      described(`Files of the application to attach, at most ${maxFiles}`, [])
    )
  ),
  delay_seconds: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: maxDelaySeconds })).pipe(
      described(
        "The delay before sending, in seconds, during which the mail can be cancelled; ignored with `send_at`",
        12
      )
    )
  ),
  send_at: Schema.optionalKey(
    Schema.NullOr(TimestampFromText).pipe(
      described("When to send it, at most a year from now; immediately if omitted or past", null)
    )
  ),
  reply_to_id: Schema.optionalKey(MessageId.pipe(described("The mail of the application that it replies to")))
}).pipe(named("MessageDraft", "A mail to a candidate: from a template, or with subject and text", {
  subject: "Your application for Senior Backend Engineer",
  body: "Dear Maya,\n\nwe would like to get to know you."
}))
export interface MessageDraft extends Schema.Schema.Type<typeof MessageDraft> {}

/** The files of a mail are too large. */
export class FilesTooLarge
  extends Schema.TaggedError<FilesTooLarge>()("FilesTooLarge", { bytes: Schema.Int, limit: Schema.Int })
{}

/** The requested time of sending is too late. */
export class SendAtTooLate extends Schema.TaggedError<SendAtTooLate>()("SendAtTooLate", { latest: Timestamp }) {}

/** A mail without a template has no subject, or no text. */
export class TextMissing
  extends Schema.TaggedError<TextMissing>()("TextMissing", { field: Schema.Literals(["subject", "body"]) })
{}

/** Returns the text of a mail that does not use a template. */
export const textOf = ({ body, subject }: MessageDraft): Result.Result<Pick<Letter, "subject" | "body">, TextMissing> =>
  subject === undefined
    ? Result.fail(new TextMissing({ field: "subject" }))
    : body === undefined
    ? Result.fail(new TextMissing({ field: "body" }))
    : Result.succeed({ subject, body })

/** The content of a mail to a candidate: its text after variables were filled in, and its stored fields. */
export interface Letter {
  readonly application_id: ApplicationId
  readonly purpose: MessagePurpose
  readonly subject: string
  readonly body: string
  readonly template_id: MailTemplateId | null
  readonly send_at: Timestamp | null
  /** The rule that triggered it, and the cause; null for other mails. */
  readonly mail_rule_id?: MailRuleId | null
  readonly cause?: MailCause | null
  /** How long it waits by the server's clock, if no time is given. */
  readonly delay_millis?: number
  /** The key of its cause, so that it is created only once. */
  readonly key: string | null
}

/** The fields from which a reply's headers are made. */
type Answered = Pick<MessageState, "internet_message_id" | "reference_ids"> & Partial<Pick<MessageState, "in_reply_to">>

/** The stored data of an application that writing a mail needs. */
export interface Correspondence {
  readonly anonymised_at: Timestamp | null
  readonly recipient: MailAddress | null
  readonly sender: MailAddress | null
  /** The chosen files that belong to the application. */
  readonly files: ReadonlyArray<MessageFile>
  /** The mail to reply to, or else the application's last one. Never an absence notice or a delivery report. */
  readonly replied: (Pick<MessageState, "id"> & Answered) | null
  readonly messages: number
  /** The waiting mails of the organization, except those of rules. Not counted beyond the limit. */
  readonly waiting: number
}

/** The most days for which a mail can wait. */
const maxDays = 366

/** The most references of a mail. RFC 5537, section 3.4.4, keeps the first and the last ones. */
const maxReferences = 20

/**
 * Returns the references of a reply (RFC 5322, section 3.6.4): those of the mail that it answers, or else that mail's
 * own `In-Reply-To`, and that mail's id.
 */
export const referencesAfter = ({ in_reply_to = null, internet_message_id, reference_ids }: Answered) => {
  const before = in_reply_to === null || reference_ids.includes(in_reply_to)
    ? reference_ids
    : [...reference_ids, in_reply_to]
  const all = [...before.filter((id) => id !== internet_message_id), internet_message_id]
  return all.length <= maxReferences ? all : [all[0]!, ...all.slice(1 - maxReferences)]
}

/**
 * Returns the last 32 bits of an id, which are random (RFC 9562, section 5.7); the bits before are a time and a
 * counter.
 */
const randomHex = (nextId: () => string): string => nextId().slice(-8)

/**
 * Returns the Message-ID of a mail, which stays the same for all attempts. It contains 128 random bits, because whoever
 * guesses it could write into the thread; and the id of the message, by which it is found if a relay assigns another
 * Message-ID.
 */
const internetMessageId = (id: MessageId, { nextId }: AnyContext, sender: MailAddress): string => {
  const unique = Array.from({ length: 4 }, () => randomHex(nextId)).join("")
  return `<${id}.${unique}@${sender.email.slice(sender.email.lastIndexOf("@") + 1)}>`
}

type Outgoing =
  & Pick<
    MessageState,
    | "application_id"
    | "body"
    | "files"
    | "key"
    | "purpose"
    | "recipients"
    | "send_at"
    | "sender"
    | "subject"
    | "template_id"
  >
  & Partial<Pick<MessageState, "cause" | "mail_rule_id">>

const queued = (
  outgoing: Outgoing,
  replied: Correspondence["replied"],
  user_id: MessageState["user_id"],
  context: AnyContext
): Decision<MessageState, never> => {
  const { nextId, now } = context
  const id = MessageId.make(nextId())
  const message: MessageState = {
    cause: null,
    mail_rule_id: null,
    ...outgoing,
    id,
    status: messageStatus.initial,
    copies: [],
    html: null,
    has_html: false,
    internet_message_id: internetMessageId(id, context, outgoing.sender),
    in_reply_to: replied?.internet_message_id ?? null,
    reference_ids: replied === null ? [] : referencesAfter(replied),
    forwarded: null,
    sender_check: null,
    is_automatic: outgoing.purpose !== "letter",
    sent_at: null,
    failure: null,
    attempts: 0,
    handled_at: null,
    due_at: outgoing.send_at ?? now,
    user_id,
    created_at: now,
    updated_at: now,
    version: 1
  }
  return happened("queued", message)
}

/** Queues a mail to a candidate. */
export const write = (
  letter: Letter,
  { anonymised_at, files, messages, recipient, replied, sender, waiting }: Correspondence,
  context: AnyContext
): Decision<
  MessageState,
  CandidateAnonymised | FilesTooLarge | LimitReached | MailNotSetUp | NoMailAddress | SendAtTooLate
> =>
  Result.gen(function*() {
    yield* notAnonymised({ anonymised_at })
    if (sender === null) return yield* Result.fail(new MailNotSetUp())
    if (recipient === null) return yield* Result.fail(new NoMailAddress())
    yield* withinLimit(maxMessages, messages, 1)
    // The limit does not apply to automatic mails, which must not be lost because members write many.
    if (letter.purpose === "letter") yield* withinLimit(maxWaiting, waiting, 1)
    const { now } = context
    const latest = later(now, maxDays * 86_400_000)
    const { delay_millis = 0, ...text } = letter
    const requested = text.send_at ?? later(now, delay_millis)
    const send_at = requested > now ? requested : null
    if (send_at !== null && send_at > latest) return yield* Result.fail(new SendAtTooLate({ latest }))
    const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
    if (bytes > maxFileBytes) return yield* Result.fail(new FilesTooLarge({ bytes, limit: maxFileBytes }))
    return yield* queued(
      { ...text, send_at, files: [...files], recipients: [recipient], sender },
      replied,
      memberOf(context.actor),
      context
    )
  })

/** A notice to a member. It belongs to no application: neither a thread nor the search of candidates contains it. */
interface NoticeDraft extends Pick<Letter, "subject" | "body" | "delay_millis"> {
  readonly recipient: MailAddress
  readonly key: string
}

/** Queues a mail to a member. */
export const notify = (
  { delay_millis = 0, recipient, ...draft }: NoticeDraft,
  sender: MailAddress | null,
  context: AnyContext
): Decision<MessageState, MailNotSetUp> =>
  sender === null
    ? Result.fail(new MailNotSetUp())
    : queued(
      {
        ...draft,
        application_id: null,
        files: [],
        purpose: "notice",
        recipients: [recipient],
        send_at: delay_millis > 0 ? later(context.now, delay_millis) : null,
        sender,
        template_id: null
      },
      null,
      null,
      context
    )
