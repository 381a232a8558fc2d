/** Messages: mails to candidates, their replies, and notices to members. */
import { Result, Schema, Struct } from "effect"
import { type AnyContext, type Decision, decided, unchanged, withoutEvents } from "../Decision.ts"
import { add, type StoredAttachment } from "../attachment/Attachment.ts"
import { ContentType } from "../attachment/FileKinds.ts"
import { CandidateAnonymised } from "../Anonymised.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import {
  addedLater,
  embedded,
  hidden,
  id,
  inLists,
  labelled,
  managed,
  searchedAs,
  state,
  time,
  version,
  without
} from "../Field.ts"
import { ApplicationId, AttachmentId, MailRuleId, MailTemplateId, MessageId, UserId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { declare, Deleted } from "../Noun.ts"
import { Author } from "../organization/Author.ts"
import { ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ForwardedReply } from "./ForwardedReply.ts"
import { MailAddress } from "./MailAddress.ts"
import { MessageStatus as Status } from "./MessageStatus.ts"
import { MailCause } from "./RuledMail.ts"
import { QuotedLines } from "./QuotedText.ts"

/** A file of a mail. */
export const MessageFile = Schema.Struct({
  id: AttachmentId,
  original_filename: Schema.String.pipe(described("The name of the file", "certificate.pdf")),
  content_type: ContentType.pipe(described("The type detected from the content", "application/pdf")),
  size_bytes: Schema.Int.pipe(described("The size of the content in bytes", 184_320))
}).pipe(named("MessageFile", "A file of a mail, also a file of the application"))
export interface MessageFile extends Schema.Schema.Type<typeof MessageFile> {}

/** The purpose of a mail. */
export const MessagePurpose = Schema.Literals([
  "letter",
  "application_received",
  "rejection",
  "automatic",
  "invitation",
  "notice"
]).pipe(described(
  "`letter` is written by somebody, `application_received`, `rejection`, others of rules (`automatic`) and `invitation` to an interview were made by themselves (one that came in is what an interviewer answered), and a `notice` tells a member what waits",
  "letter"
))
export type MessagePurpose = typeof MessagePurpose.Type

const NamedRule = Schema.Struct({
  id: MailRuleId,
  name: ShownLine.pipe(described("The name of the rule", "Invitation to a first interview"))
})

// Events contain no texts and addresses: those of an unassigned mail could not be erased by the application of its
// person.
const personal = <Shown extends Schema.Top>(schema: Shown, description: string, example: string | null) =>
  managed(schema, { description, example, privacy: "removed" }).pipe(without("event"))

const addresses = (description: string, shown: ReadonlyArray<MailAddress>) =>
  managed(Schema.Array(MailAddress), { description, example: [...shown], privacy: "removed" }).pipe(without("event"))

const maya = { name: example.candidate.full_name, email: example.candidate.primary_email }

/** Whether the receiving server could verify the sender of a mail. */
export const SenderCheck = Schema.Literals(["passed", "failed"])
export type SenderCheck = typeof SenderCheck.Type

export const noun = declare({
  subject: "message",
  label: ["Email", "E-Mail"],
  description: "A mail to a candidate, or from one",
  table: "messages",
  partOf: "application",
  sees: { open: { some: [{ field: "application_id", is: null }, { of: "application" }] }, team: { of: "application" } },
  fields: {
    id: id(MessageId),
    application_id: managed(Schema.NullOr(ApplicationId), {
      description: "The mail's application; null while it is unassigned",
      example: example.id.application,
      privacy: "kept"
    }).pipe(inLists),
    status: state(Status, "kept"),
    purpose: managed(MessagePurpose, { description: "The reason for the mail", example: "letter", privacy: "kept" })
      .pipe(
        inLists
      ),
    sender: managed(MailAddress, {
      description: "The sender",
      example: { name: "Harbor Analytics careers", email: "jobs@harbor-analytics.example" },
      privacy: "removed"
    }).pipe(inLists, without("event")),
    recipients: addresses("The recipients", [maya]).pipe(inLists),
    copies: addresses("The recipients of a copy (Cc)", []).pipe(inLists),
    subject: personal(Schema.String, "The subject", "Your application for Senior Backend Engineer").pipe(inLists),
    body: personal(
      Schema.String,
      "The text: Markdown for an outgoing mail, plain text for an incoming one",
      "Dear Maya,\n\nwe would like to get to know you."
    )
      .pipe(inLists, searchedAs("message")),
    quoted: embedded(
      Schema.Array(QuotedLines).pipe(described(
        "The lines of `body` that quote earlier mails of the conversation, in order; the sender wrote the other " +
          "lines. Detected by the text of the answered mail and by the quotation marks of mail programs",
        []
      ))
    ).pipe(inLists),
    html: hidden(Schema.NullOr(Schema.String), {
      description: "The HTML of one that came in; null where it has none",
      example: null,
      privacy: "removed"
    }),
    has_html: managed(Schema.Boolean, {
      description: "Whether `GET /messages/{messageId}/html` returns its HTML",
      example: false,
      privacy: "removed"
    }).pipe(inLists, without("event")),
    files: managed(Schema.Array(MessageFile), { description: "The files of the mail", example: [], privacy: "removed" })
      .pipe(inLists, without("event")),
    template_id: managed(Schema.NullOr(MailTemplateId), {
      description: "The template that the mail was made from; null if none",
      example: null,
      privacy: "kept"
    }),
    mail_rule_id: hidden(Schema.NullOr(MailRuleId), {
      description: "The rule that it follows; null of others",
      example: null,
      privacy: "kept"
    }),
    mail_rule: embedded(
      Schema.NullOr(NamedRule).pipe(
        described(
          "The rule of automatic emails that made it; null for other mails, and after the rule is deleted",
          null
        )
      )
    )
      .pipe(inLists),
    cause: hidden(Schema.NullOr(MailCause), {
      description: "Why it was queued by itself; null of others",
      example: null,
      privacy: "kept"
    }),
    internet_message_id: personal(
      Schema.String,
      "The Message-ID (RFC 5322), used to match replies",
      "<01a11b12-60d4-7e3f-95a8-c1740b2de693@harbor-analytics.example>"
    ),
    in_reply_to: personal(
      Schema.NullOr(Schema.String),
      "The Message-ID of the mail that it replies to; null if none",
      null
    ),
    reference_ids: managed(Schema.Array(Schema.String), {
      description: "The Message-IDs of the earlier mails of the conversation, oldest first",
      example: [],
      privacy: "removed"
    }).pipe(without("event")),
    forwarded: managed(Schema.NullOr(ForwardedReply), {
      description: "The candidate's reply that this mail of a member forwards as an attachment; null if there is none",
      example: null,
      privacy: "removed"
    }).pipe(inLists, without("event")),
    sender_check: managed(Schema.NullOr(SenderCheck), {
      description:
        "The receiving server's verification of an incoming mail's sender (`Authentication-Results`, RFC 8601): " +
        "`failed` if it could not verify that the mail is from the domain of `sender`; null without a result, " +
        "and for outgoing mails",
      example: null,
      privacy: "removed"
    }).pipe(inLists, without("event")),
    is_automatic: managed(Schema.Boolean, {
      description:
        "Whether the mail is an automatic reply (RFC 3834), such as out of office, or a response to an invitation " +
        "that needs no answer",
      example: false,
      privacy: "kept"
    }).pipe(inLists),
    send_at: managed(Schema.NullOr(Timestamp), {
      description: "When it is to be sent; null for immediately, and for incoming mails",
      example: null,
      privacy: "kept"
    })
      .pipe(inLists, labelled("Time of sending", "Zeitpunkt des Versands")),
    sent_at: managed(Schema.NullOr(Timestamp), {
      description: "When the server accepted it or, for an incoming mail, when its sender sent it; null until then",
      example: example.time.moved,
      privacy: "kept"
    }).pipe(inLists),
    failure: personal(
      Schema.NullOr(Schema.String),
      "Why it was not sent, came back, or waits longer than it should; null otherwise",
      null
    ).pipe(inLists),
    handled_at: managed(Schema.NullOr(Timestamp), {
      description:
        "When a member marked it as done: a reply that needs no answer, or an undelivered mail; null for others",
      example: null,
      privacy: "kept"
    }).pipe(inLists, addedLater),
    attempts: managed(Schema.Int, { description: "The number of attempts to send it", example: 1, privacy: "kept" }),
    due_at: hidden(Schema.NullOr(Timestamp), {
      description: "When it is tried next; null where it is not",
      example: null,
      privacy: "kept"
    }),
    key: hidden(Schema.NullOr(Schema.String), {
      description: "What made it or tells it apart, such as an event, so that it is there once",
      example: null,
      privacy: "removed"
    }),
    user_id: managed(Schema.NullOr(UserId), {
      description: "The member who wrote it; null for other mails",
      example: example.id.user,
      privacy: "kept"
    }),
    author: embedded(
      Schema.NullOr(Author).pipe(described("The member who wrote it, with the current name; null for other mails", {
        id: example.id.user,
        full_name: example.user.full_name
      }))
    ).pipe(inLists),
    created_at: time(Timestamp, "When it was written or received", example.time.moved).pipe(inLists),
    updated_at: time(Timestamp, "When it last changed", example.time.moved).pipe(inLists),
    version
  },
  events: {
    queued: {
      summary: "A mail was queued",
      reads: ["queued", "in der Warteschlange"],
      news: ["{actor} wrote an email.", "{actor} eine E-Mail geschrieben."],
      example: { status: "queued", sent_at: null }
    },
    sent: { summary: "The server accepted a mail" },
    delivered: { summary: "The recipient's server confirmed a mail", example: { status: "delivered" } },
    bounced: { summary: "A mail bounced", reads: ["bounced", "unzustellbar"], example: { status: "bounced" } },
    failed: { summary: "The server permanently refused a mail", example: { status: "failed", sent_at: null } },
    cancelled: {
      summary: "A queued mail was cancelled",
      reads: ["canceled", "abgebrochen"],
      news: ["{actor} canceled an email.", "{actor} eine E-Mail abgebrochen."],
      example: { status: "cancelled", sent_at: null }
    },
    received: { summary: "A mail was received", example: { status: "received", user_id: null } },
    handled: {
      summary: "A member marked a reply or an undelivered mail as done, or undid that",
      reads: ["marked as done", "als erledigt markiert"],
      example: { status: "received", user_id: null, handled_at: example.time.moved }
    },
    forward_declined: {
      summary: "A member declined a forwarded reply",
      reads: ["kept out of a conversation", "nicht in die Unterhaltung übernommen"],
      example: { status: "received", user_id: null, application_id: null }
    },
    assigned: {
      summary: "An unassigned mail was assigned to an application",
      reads: ["assigned to an application", "einer Bewerbung zugeordnet"],
      news: ["{actor} assigned an email to this application.", "{actor} dieser Bewerbung eine E-Mail zugeordnet."],
      example: { status: "received", user_id: null }
    },
    deleted: { summary: "An unassigned mail was deleted", data: Deleted }
  }
})

/**
 * Makes the decision with this event of a mail. Notices to members have no events, because they are not part of hiring.
 */
export const happened = (
  verb: Exclude<keyof typeof noun.events, "deleted">,
  after: MessageState
): Decision<MessageState, never> =>
  after.purpose === "notice" ? withoutEvents(after) : decided(after, noun.event(verb, after))

/** A mail as the interface shows it. */
export const Message = noun.json
export interface Message extends Schema.Schema.Type<typeof Message> {}

/** A mail as lists show it. */
export const MessageListItem = noun.listed.pipe(named("MessageListItem", "A mail as lists show it"))
export interface MessageListItem extends Schema.Schema.Type<typeof MessageListItem> {}

/** A mail in an export, including the text that it quotes. */
export const ExportedMessage = Message.mapFields(Struct.omit(["quoted"])).pipe(
  named("ExportedMessage", "A mail as an export has it")
)
export interface ExportedMessage extends Schema.Schema.Type<typeof ExportedMessage> {}

export const MessageState = noun.row
export interface MessageState extends Schema.Schema.Type<typeof MessageState> {}

export class MessageNotFound extends Schema.TaggedError<MessageNotFound>()("MessageNotFound", { id: Schema.String }) {}

/** The candidate has no email address. */
export class NoMailAddress extends Schema.TaggedError<NoMailAddress>()("NoMailAddress", {}) {}

/** The organization has no mail account, or the account cannot send. */
export class MailNotSetUp extends Schema.TaggedError<MailNotSetUp>()("MailNotSetUp", {}) {}

/** The application does not have these files to attach. */
export class UnknownFiles
  extends Schema.TaggedError<UnknownFiles>()("UnknownFiles", { ids: Schema.Array(Schema.String) })
{}

/** The mail already belongs to an application, and can only be deleted with it. */
export class AlreadyAssigned
  extends Schema.TaggedError<AlreadyAssigned>()("AlreadyAssigned", { application_id: ApplicationId })
{}

/** The mail does not forward a reply in one of our conversations. */
export class NothingForwarded extends Schema.TaggedError<NothingForwarded>()("NothingForwarded", { id: MessageId }) {}

export const maxMessages: Limit = { what: "mails of an application", limit: 2000 }

/** The most waiting mails that members have written. Automatic mails are not limited by it. */
export const maxWaiting: Limit = { what: "mails of an organization that wait to be sent", limit: 10_000 }

/**
 * The most unassigned mails of an organization, and the most bytes of their texts and files. Further ones stay in the
 * mailbox.
 */
export const [maxUnassigned, maxUnassignedBytes] = [10_000, 5 * 1024 ** 3]

/** The most bytes of the files of a mail. */
export const maxFileBytes = 40 * 1024 ** 2

/** A received mail, and when the candidate of the application that is to get it was anonymised. */
export interface Assignable {
  readonly message: MessageState
  readonly anonymised_at: Timestamp | null
}

/** A mail that was assigned to an application, with its files. */
export interface Assignment {
  readonly message: MessageState
  readonly attachments: ReadonlyArray<StoredAttachment>
}

/** Returns a mail's files as attachments of an application, with their events. */
export const attachmentsOf = (application_id: ApplicationId, files: ReadonlyArray<MessageFile>, context: AnyContext) =>
  files.map(({ id, ...file }) =>
    Result.getOrThrow(add({ application_id }, id, { ...file, file_type: "mail" }, context))
  )

/** Assigns an unassigned mail to an application, unless its candidate was anonymised. */
export const assign = (
  { anonymised_at, message }: Assignable,
  application_id: ApplicationId,
  context: AnyContext
): Decision<Assignment, AlreadyAssigned | CandidateAnonymised> => {
  if (anonymised_at !== null) return Result.fail(new CandidateAnonymised({ anonymised_at }))
  if (message.application_id === application_id) return unchanged({ message, attachments: [] })
  if (message.application_id !== null)
    return Result.fail(new AlreadyAssigned({ application_id: message.application_id }))
  const { forwarded } = message
  const answered = forwarded === null
    ? null
    : { ...forwarded, answer: forwarded.application_id === application_id ? "accepted" as const : "declined" as const }
  const after: MessageState = {
    ...message,
    application_id,
    forwarded: answered,
    handled_at: null,
    updated_at: context.now,
    version: message.version + 1
  }
  const attachments = attachmentsOf(application_id, message.files, context)
  return decided(
    { message: after, attachments: attachments.map(({ entity }) => entity) },
    noun.event("assigned", after),
    ...attachments.flatMap(({ events }) => events)
  )
}

/**
 * Records that a forwarded mail is not a reply in the conversation that it refers to. The mail stays unassigned. `seen`
 * is the application that it refers to, or null if the member does not see that.
 */
export const declineForwarded = (
  message: MessageState,
  seen: ApplicationId | null,
  context: AnyContext
): Decision<MessageState, AlreadyAssigned | MessageNotFound> => {
  const { application_id, forwarded, id } = message
  if (forwarded !== null && forwarded.application_id !== seen) return Result.fail(new MessageNotFound({ id }))
  if (forwarded === null || forwarded.answer === "declined") return unchanged(message)
  if (application_id !== null) return Result.fail(new AlreadyAssigned({ application_id }))
  const after: MessageState = {
    ...message,
    forwarded: { ...forwarded, answer: "declined" },
    updated_at: context.now,
    version: message.version + 1
  }
  return happened("forward_declined", after)
}

/** The statuses in which a mail of an application waits for an answer, or for being marked as done. */
const awaiting = new Set<Status>(["received", "failed", "bounced"])

/** Marks a waiting mail as done, or takes that back. Other mails are not changed. */
export const handle = (message: MessageState, isDone: boolean, context: AnyContext): Decision<MessageState, never> => {
  const { application_id, handled_at, status, version } = message
  if (application_id === null || !awaiting.has(status) || isDone === (handled_at !== null)) return unchanged(message)
  return happened("handled", {
    ...message,
    handled_at: isDone ? context.now : null,
    updated_at: context.now,
    version: version + 1
  })
}

/** Deletes a mail that belongs to no application. */
export const remove = (message: MessageState): Decision<MessageState, AlreadyAssigned> =>
  message.application_id !== null
    ? Result.fail(new AlreadyAssigned({ application_id: message.application_id }))
    : decided(message, noun.event("deleted", message))
