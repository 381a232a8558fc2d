/** The port of the worker that sends mails. */
import { Context, type Effect, type Option } from "effect"
import type { AttachmentId, MessageId, OrganizationId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MessageState } from "./Message.ts"

/**
 * How long mails to members are kept, which nobody is shown: as long as the events that they were made of are in the
 * feed.
 */
export const noticeDays = 90

/** The most emails of rules that an organization sends in an hour: further ones wait. */
export const maxRuledPerHour = 1000

export class Outbox extends Context.Service<Outbox, {
  /**
   * The first mail that is due, but for some, for those of rules beyond the most in an hour, and for those to who has
   * not answered while replies are not read; none while another one is being sent.
   */
  readonly due: (
    organization: OrganizationId,
    now: Timestamp,
    except?: ReadonlyArray<MessageId>
  ) => Effect.Effect<Option.Option<MessageState>>
  /** Which of these files are stored. */
  readonly storedFiles: (
    organization: OrganizationId,
    ids: ReadonlyArray<AttachmentId>
  ) => Effect.Effect<ReadonlyArray<AttachmentId>>
  /** When the next mail is due; null where none waits for a time. */
  readonly nextAt: (organization: OrganizationId, now: Timestamp) => Effect.Effect<Timestamp | null>
  /**
   * Removes the organization's other work that is due and that no worker has. Mails are stored with their work, so the
   * caller finds them.
   */
  readonly merge: (organization: OrganizationId) => Effect.Effect<void>
  /** Queues work for the organization, due in so many milliseconds, unless some is due earlier. */
  readonly wake: (organization: OrganizationId, millis: number) => Effect.Effect<void>
  /** Deletes mails to members, of all organizations, that were sent or failed `noticeDays` ago. */
  readonly forgetNotices: Effect.Effect<void>
}>()("@candor/domain/Outbox") {}
