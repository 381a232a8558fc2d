/** The port of the worker that makes mails of events. */
import { Context, type Effect } from "effect"
import type { Event } from "../event/Event.ts"
import type { ApplicationId, MessageId, OrganizationId, UserId } from "../Id.ts"
import type { Member } from "../organization/Member.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ScorecardReminder } from "./ScorecardReminder.ts"
import type { DigestReaders, DueDigest } from "./Digest.ts"
import type { DigestCounts, MailNotice, NoticeReader, NoticeReference, NoticeSubject } from "./AutomaticMail.ts"
import type { AboutLetters, ApplicationFacts, Occasion, WaitingLetter } from "./RuledMail.ts"

/** A part of the events of an organization of which no mails were made yet. */
export interface EventBatch {
  readonly begin: number
  readonly end: number
  /** Those of them that mails may follow from. */
  readonly events: ReadonlyArray<Event>
}

export class AutomaticMails extends Context.Service<AutomaticMails, {
  /** The next events of an organization that sends mails, some hundred at most; none where all were looked at. */
  readonly next: (organization: OrganizationId) => Effect.Effect<EventBatch | null>
  /** Records that mails were made of the batch. */
  readonly complete: (organization: OrganizationId, batch: EventBatch) => Effect.Effect<void>
  /** An application as it is; null where it is gone, or its candidate is anonymised. */
  readonly application: (organization: OrganizationId, id: ApplicationId) => Effect.Effect<ApplicationFacts | null>
  /**
   * The automatic emails that wait, or are being sent: of these applications and rules, some thousand at most, or one
   * alone.
   */
  readonly letters: (
    organization: OrganizationId,
    of: AboutLetters | MessageId
  ) => Effect.Effect<ReadonlyArray<WaitingLetter>>
  /**
   * Returns the occasions whose waiting emails ended with the application, such as an interview to come, but not moves:
   * their emails are made again when the application is reopened.
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
  /** What a notice is about, as its member sees it; null where the member does not see it, or it waits no longer. */
  readonly subject: (organization: OrganizationId, notice: NoticeReference) => Effect.Effect<NoticeSubject | null>
  /**
   * The organizations that send notices and have interviewers to remind of scorecards at a time, some hundred at most.
   */
  readonly withReminders: (time: Timestamp) => Effect.Effect<ReadonlyArray<OrganizationId>>
  /** The reminders of scorecards that are due at a time, some hundred at most: the last one of each scorecard. */
  readonly scorecardReminders: (
    organization: OrganizationId,
    time: Timestamp
  ) => Effect.Effect<ReadonlyArray<ScorecardReminder>>
  /** Records that a reminder was made. */
  readonly reminded: (reminder: ScorecardReminder) => Effect.Effect<void>
  /**
   * The next organizations, by their ids and some hundred at most, that send notices and in which digests are to be
   * planned at a time.
   */
  readonly withDigests: (time: Timestamp, after: OrganizationId | null) => Effect.Effect<ReadonlyArray<OrganizationId>>
  /** The active members who want digests, by their ids. */
  readonly digestReaders: (organization: OrganizationId) => Effect.Effect<DigestReaders>
  /**
   * Queues digests that are due, and says when the next one is; not where another process has since the readers were
   * read.
   */
  readonly queueDigests: (
    organization: OrganizationId,
    before: DigestReaders,
    plan: { readonly due: ReadonlyArray<DueDigest>; readonly next: Timestamp }
  ) => Effect.Effect<void>
  /** The numbers of what waits for a member, of applicants since a time. */
  readonly waiting: (organization: OrganizationId, member: Member, since: Timestamp) => Effect.Effect<DigestCounts>
  /** What a member wants to be told of by mail. */
  readonly notices: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<MailNotice>>
  readonly setNotices: (
    organization: OrganizationId,
    member: UserId,
    notices: ReadonlyArray<MailNotice>
  ) => Effect.Effect<void>
}>()("@candor/domain/AutomaticMails") {}
