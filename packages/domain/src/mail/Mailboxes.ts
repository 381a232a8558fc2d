/** The port of the worker that reads the mailboxes of organizations. */
import { Context, type Effect, type Option } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, AttachmentId, OrganizationId, Uuid } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { MailboxPosition } from "./MailboxPosition.ts"
import type { Assignment, MessageState } from "./Message.ts"
import type { Stored } from "./ReceivedMail.ts"

/** A mailbox to read. When the account changes, a new watch replaces this one. */
export interface Mailbox {
  readonly watch_id: typeof Uuid.Type
  readonly position: MailboxPosition | null
}

export class Mailboxes extends Context.Service<Mailboxes, {
  /** Returns the mailbox; none if the organization does not read one. */
  readonly get: (organization: OrganizationId) => Effect.Effect<Option.Option<Mailbox>>
  readonly setPosition: (
    organization: OrganizationId,
    watch: Mailbox["watch_id"],
    position: MailboxPosition
  ) => Effect.Effect<void>
  /** Releases the work with this id, so that the mailbox is read again after `millis`. */
  readonly giveBack: (work: string, millis: number) => Effect.Effect<void>
  /**
   * Returns sent messages with these Message-IDs, even if the server assigned other ones, and received messages with
   * them.
   */
  readonly referenced: (
    organization: OrganizationId,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Stored & Pick<MessageState, "id">>>
  /** Tells whether there is room for one more unassigned mail. */
  readonly hasRoom: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Reserves an id for storing a file within an hour. */
  readonly reserve: (organization: OrganizationId) => Effect.Effect<AttachmentId>
  /**
   * Stores a received mail, once for each key. Its files become the application's. `decide` gets the application,
   * unless its candidate was anonymised. Fails if the application has no room.
   */
  readonly receive: <Failure>(
    worker: Worker,
    key: string,
    application: ApplicationId | null,
    decide: (application: ApplicationId | null, context: DecisionContext<Worker>) => Decision<Assignment, Failure>
  ) => Effect.Effect<MessageState, Failure | LimitReached>
}>()("@candor/domain/Mailboxes") {}
