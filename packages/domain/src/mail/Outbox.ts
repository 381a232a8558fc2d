/** The port of the worker that sends mails. */
import { Context, type Effect, type Option } from "effect"
import type { AttachmentId, MessageId, OrganizationId } from "../Id.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { MessageState } from "./Message.ts"

/**
 * How many days notices to members are stored, which nobody can read: as long as the feed keeps the events that
 * triggered them.
 */
export const noticeDays = 90

/** The most rule emails that an organization sends in an hour. Further ones wait. */
export const maxRuledPerHour = 1000

export class Outbox extends Context.Service<Outbox, {
  /**
   * Returns the first mail that is due; none while another one is being sent. Leaves out the given ones, rule emails
   * beyond the limit per hour, and emails to people who have not answered while replies cannot be read.
   */
  readonly due: (
    organization: OrganizationId,
    now: Timestamp,
    except?: ReadonlyArray<MessageId>
  ) => Effect.Effect<Option.Option<MessageState>>
  /** Returns which of these files are stored. */
  readonly storedFiles: (
    organization: OrganizationId,
    ids: ReadonlyArray<AttachmentId>
  ) => Effect.Effect<ReadonlyArray<AttachmentId>>
  /** Returns when the next mail is due; null if none is scheduled. */
  readonly nextAt: (organization: OrganizationId, now: Timestamp) => Effect.Effect<Timestamp | null>
  /**
   * Removes the organization's other queued work that is due and unclaimed. Mails are stored together with their work,
   * so the caller finds them anyway.
   */
  readonly merge: (organization: OrganizationId) => Effect.Effect<void>
  /** Queues work for the organization, due in `millis`, unless earlier work is queued. */
  readonly wake: (organization: OrganizationId, millis: number) => Effect.Effect<void>
  /** Deletes mails to members, of all organizations, that were sent or failed `noticeDays` ago. */
  readonly forgetNotices: Effect.Effect<void>
}>()("@candor/domain/Outbox") {}
