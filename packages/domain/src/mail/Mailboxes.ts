/** The port of the worker that reads the mailboxes of organizations. */
import { Context, type Effect, type Option } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ApplicationId, AttachmentId, OrganizationId, Uuid } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { MailboxPosition } from "./MailboxPosition.ts"
import type { Assignment, MessageState } from "./Message.ts"
import type { Stored } from "./ReceivedMail.ts"

/** A mailbox that is to be read. Another watch takes its place when the account changes. */
export interface Mailbox {
  readonly watch_id: typeof Uuid.Type
  readonly position: MailboxPosition | null
}

export class Mailboxes extends Context.Service<Mailboxes, {
  /** None where the organization reads no mailbox. */
  readonly get: (organization: OrganizationId) => Effect.Effect<Option.Option<Mailbox>>
  readonly setPosition: (
    organization: OrganizationId,
    watch: Mailbox["watch_id"],
    position: MailboxPosition
  ) => Effect.Effect<void>
  /** Gives back the work with this id, so that the mailbox is read again after so many milliseconds. */
  readonly giveBack: (work: string, millis: number) => Effect.Effect<void>
  /** Our messages with these Message-IDs, also where their server gave them other ones, and those that came in. */
  readonly referenced: (
    organization: OrganizationId,
    ids: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<Stored & Pick<MessageState, "id">>>
  /** Tells whether there is room for one more mail that belongs to nobody. */
  readonly hasRoom: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Returns an id under which a file may be stored for an hour. */
  readonly reserve: (organization: OrganizationId) => Effect.Effect<AttachmentId>
  /**
   * Stores a mail that came in, once for each key; its files become those of its application. `decide` gets the
   * application, unless its candidate was anonymised. Fails where that has no room.
   */
  readonly receive: <Failure>(
    worker: Worker,
    key: string,
    application: ApplicationId | null,
    decide: (application: ApplicationId | null, context: DecisionContext<Worker>) => Decision<Assignment, Failure>
  ) => Effect.Effect<MessageState, Failure | LimitReached>
}>()("@candor/domain/Mailboxes") {}
