/** The port of the worker that creates mails from events. */
import { Context, type Effect } from "effect"
import type { Event } from "../event/Event.ts"
import type { ApplicationId, MessageId, OrganizationId, UserId } from "../Id.ts"
import type { Member } from "../organization/Member.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ScorecardReminder } from "./ScorecardReminder.ts"
import type { DigestReaders, DueDigest } from "./Digest.ts"
import type { DigestCounts, MailNotice, NoticeReader, NoticeReference, NoticeSubject } from "./AutomaticMail.ts"
import type { AboutLetters, ApplicationFacts, Occasion, WaitingLetter } from "./RuledMail.ts"

/** A batch of an organization's events for which no mails have been created yet. */
export interface EventBatch {
  readonly begin: number
  readonly end: number
  /** Those of its events that may trigger mails. */
  readonly events: ReadonlyArray<Event>
}

export class AutomaticMails extends Context.Service<AutomaticMails, {
  /**
   * Returns the next events of an organization that sends mails, about a hundred at most; null if all were processed.
   */
  readonly next: (organization: OrganizationId) => Effect.Effect<EventBatch | null>
  /** Records that the mails of a batch were created. */
  readonly complete: (organization: OrganizationId, batch: EventBatch) => Effect.Effect<void>
  /** Returns an application in its present state; null if it was deleted, or its candidate is anonymised. */
  readonly application: (organization: OrganizationId, id: ApplicationId) => Effect.Effect<ApplicationFacts | null>
  /**
   * Returns the automatic emails that wait or are being sent: those of these applications and rules, about a thousand
   * at most, or a single one.
   */
  readonly letters: (
    organization: OrganizationId,
    of: AboutLetters | MessageId
  ) => Effect.Effect<ReadonlyArray<WaitingLetter>>
  /**
   * Returns the occasions whose waiting emails were stopped when the application ended, such as an upcoming interview:
   * they are created again when it is reopened. Moves are not among them.
   */
  readonly retracted: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<Pick<Occasion, "about" | "cause" | "occurred_at">>>
  /** The member, if it is active and wants to be told of this by mail. */
  readonly member: (organization: OrganizationId, id: UserId, about: MailNotice) => Effect.Effect<NoticeReader | null>
  /** The members who write with a candidate: who did last, or else the recruiters and hiring managers of the job. */
  readonly correspondents: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<UserId>>
  /** Returns the subject of a notice, as its member sees it; null if they do not see it, or it is no longer pending. */
  readonly subject: (organization: OrganizationId, notice: NoticeReference) => Effect.Effect<NoticeSubject | null>
  /**
   * Returns the organizations that send notices and have scorecard reminders due at a time, about a hundred at most.
   */
  readonly withReminders: (time: Timestamp) => Effect.Effect<ReadonlyArray<OrganizationId>>
  /**
   * Returns the scorecard reminders that are due at a time, about a hundred at most: the latest one for each scorecard.
   */
  readonly scorecardReminders: (
    organization: OrganizationId,
    time: Timestamp
  ) => Effect.Effect<ReadonlyArray<ScorecardReminder>>
  /** Records that a reminder was created. */
  readonly reminded: (reminder: ScorecardReminder) => Effect.Effect<void>
  /**
   * Returns the next organizations, ordered by id and about a hundred at most, that send notices and have digests to
   * plan at a time.
   */
  readonly withDigests: (time: Timestamp, after: OrganizationId | null) => Effect.Effect<ReadonlyArray<OrganizationId>>
  /** Returns the active members who want digests, ordered by id. */
  readonly digestReaders: (organization: OrganizationId) => Effect.Effect<DigestReaders>
  /**
   * Queues digests that are due, and stores when the next one is. Does nothing if another process has done so since the
   * readers were loaded.
   */
  readonly queueDigests: (
    organization: OrganizationId,
    before: DigestReaders,
    plan: { readonly due: ReadonlyArray<DueDigest>; readonly next: Timestamp }
  ) => Effect.Effect<void>
  /** Returns the counts for a member's digest, with applicants since a time. */
  readonly waiting: (organization: OrganizationId, member: Member, since: Timestamp) => Effect.Effect<DigestCounts>
  /** Returns the kinds of notices that a member wants by mail. */
  readonly notices: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<MailNotice>>
  readonly setNotices: (
    organization: OrganizationId,
    member: UserId,
    notices: ReadonlyArray<MailNotice>
  ) => Effect.Effect<void>
}>()("@candor/domain/AutomaticMails") {}
