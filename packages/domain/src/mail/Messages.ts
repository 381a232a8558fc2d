/** The port to stored mails. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { AnyContext, Decision } from "../Decision.ts"
import type { ApplicationId, AttachmentId, MessageId, OrganizationId, SubmissionId, UserId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { Correspondence } from "./Letter.ts"
import type { MailAddress } from "./MailAddress.ts"
import type {
  Assignable,
  Assignment,
  Message,
  MessageListItem,
  MessageNotFound,
  MessageState,
  UnknownFiles
} from "./Message.ts"
import type { TemplateValues } from "./TemplateVariables.ts"

/** Selects mails that wait for somebody. */
export const MessageSelection = Schema.Literals(["unassigned", "replies", "undelivered", "queued"])

/** Selects mails: those of an application, or that wait for somebody. */
export type MessageFilter = { readonly application_id: ApplicationId } | typeof MessageSelection.Type

/** What a mail to write refers to. */
export interface LetterRequest {
  readonly application_id: ApplicationId
  readonly attachment_ids: ReadonlyArray<AttachmentId>
  readonly reply_to_id: MessageId | null
  /** What makes it, so that it is made once. */
  readonly key: string | null
}

/**
 * The stored values of a template's variables, and the last submission of the application; null where there is none.
 */
export interface StoredValues extends Omit<TemplateValues, "application.page"> {
  readonly submission_id: SubmissionId | null
}

export class Messages extends Context.Service<Messages, {
  /** Newest first, without notices to members. */
  readonly list: (
    organization: OrganizationId,
    filter: MessageFilter,
    page: PageRequest
  ) => Effect.Effect<Page<MessageListItem>>
  readonly get: (organization: OrganizationId, id: MessageId) => Effect.Effect<Message, MessageNotFound>
  /** The first mails that belonged to nobody before a time and still do, the oldest first. */
  readonly unassignedUntil: (
    organization: OrganizationId,
    until: Timestamp,
    limit: number
  ) => Effect.Effect<ReadonlyArray<MessageId>>
  /** The last letter of a rejection of an application; null where there is none. */
  readonly rejection: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<Pick<MessageState, "created_at" | "status"> | null>
  /** The HTML of a mail that came in; null where it has none. */
  readonly html: (organization: OrganizationId, id: MessageId) => Effect.Effect<string | null, MessageNotFound>
  /**
   * What the values of a template's variables are made of, for a mail of this member; of nobody, for an automatic one.
   * The interview is the one that begins then, or else the next one.
   */
  readonly values: (
    organization: OrganizationId,
    application: ApplicationId,
    sender: UserId | null,
    starts_at?: Timestamp | null
  ) => Effect.Effect<StoredValues, ApplicationNotFound>
  /**
   * Whom a mail to the candidate would go to; null where that has no address. Fails where the request names what is not
   * there.
   */
  readonly recipient: (
    actor: Actor,
    request: LetterRequest
  ) => Effect.Effect<MailAddress | null, ApplicationNotFound | MessageNotFound | UnknownFiles>
  /** Stores the new mail that `decide` returns, once for each key, and has it sent at its time. */
  readonly write: <Failure>(
    by: Actor | Worker,
    request: LetterRequest,
    decide: (correspondence: Correspondence, context: AnyContext) => Decision<MessageState, Failure>
  ) => Effect.Effect<MessageState, Failure | ApplicationNotFound | MessageNotFound | UnknownFiles>
  /** Stores the new mail to a member that `decide` returns, once for each key. */
  readonly notify: <Failure>(
    worker: Worker,
    key: string,
    decide: (sender: MailAddress | null, context: AnyContext) => Decision<MessageState, Failure>
  ) => Effect.Effect<MessageState, Failure>
  /** Stores the mail that `decide` returns, and has it sent where it waits. */
  readonly modify: <Failure>(
    by: Actor | Worker,
    id: MessageId,
    decide: (message: MessageState, context: AnyContext) => Decision<MessageState, Failure>
  ) => Effect.Effect<MessageState, Failure | MessageNotFound>
  /** Stores the mail that `decide` gives to an application, which gets its files. */
  readonly assign: <Failure>(
    by: Actor | Worker,
    id: MessageId,
    application: ApplicationId,
    decide: (assignable: Assignable, context: AnyContext) => Decision<Assignment, Failure>
  ) => Effect.Effect<MessageState, Failure | ApplicationNotFound | LimitReached | MessageNotFound>
  /** Deletes the mail with its files. */
  readonly remove: <Failure>(
    by: Actor | Worker,
    id: MessageId,
    decide: (message: MessageState) => Decision<MessageState, Failure>
  ) => Effect.Effect<void, Failure | MessageNotFound>
}>()("@candor/domain/Messages") {}
