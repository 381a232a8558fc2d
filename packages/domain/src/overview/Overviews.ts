/** The port to overviews. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import type { Rating } from "../feedback/Rating.ts"
import type { CandidateId, JobId, OrganizationId, QuestionId, StageId, UserId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { SignalKind } from "../signal/SignalKind.ts"
import type { Timestamp } from "../Timestamp.ts"
import type {
  AskedErasure,
  Card,
  CardOrder,
  CardPosition,
  DeclinedInterview,
  JobOverview,
  MailCounts,
  Mention,
  Named,
  PersonOverview,
  ProposedTimes,
  StageCount,
  Unanswered,
  WaitingInvitation,
  WaitingMail,
  WaitingScorecard,
  Withdrawn
} from "./Overview.ts"
import type { SourceFilter, SourceOverview } from "./SourceOverview.ts"

/**
 * The member who reads cards. A member who still has to submit feedback on an application sees no ratings of it, nor
 * filters and sorts by them.
 */
export type CardReader = Pick<Actor, "organization_id" | "user_id">

/** Selects the cards of a job that meet all given conditions. */
export interface CardFilter {
  readonly stage_id?: StageId | undefined
  readonly status?: ApplicationStatus | undefined
  /** Words in the person's fields and texts, as in the candidate search. */
  readonly q?: string | undefined
  /** Compared in its normal form. */
  readonly source_type?: string | undefined
  readonly tag?: string | undefined
  /** At least one interview feedback has this rating. */
  readonly rating?: Rating | undefined
  /** Part of an answer, in any case of letters; for a choice, a whole option. */
  readonly answer?: string | undefined
  /** The question whose answer is compared. */
  readonly question_id?: QuestionId | undefined
  readonly signal?: SignalKind | undefined
  /** The value that related signals share. */
  readonly group_id?: string | undefined
  /** The application was created after this time, and before the next one. */
  readonly created_after?: Timestamp | undefined
  readonly created_before?: Timestamp | undefined
  /** The application entered its stage before this time. */
  readonly entered_before?: Timestamp | undefined
}

/** Selects jobs; `q` is a part of the title, in any case of letters. */
export interface JobOverviewFilter {
  readonly status?: JobStatus | undefined
  readonly q?: string | undefined
}

export class Overviews extends Context.Service<Overviews, {
  /** Returns a page, newest first. Applications count as new from `since` on. */
  readonly jobs: (
    organization: OrganizationId,
    filter: JobOverviewFilter,
    since: Timestamp,
    page: PageRequest
  ) => Effect.Effect<Page<JobOverview>>
  /** Returns the applications of a job that match a filter, in an order. */
  readonly cards: (
    reader: CardReader,
    job: JobId,
    filter: CardFilter,
    order: CardOrder,
    page: PageRequest<CardPosition>
  ) => Effect.Effect<Page<Card, CardPosition>, JobNotFound>
  /** Returns the numbers of a job's matching applications by stage and status, without zeros. */
  readonly counts: (
    reader: CardReader,
    job: JobId,
    filter: CardFilter
  ) => Effect.Effect<ReadonlyArray<StageCount>, JobNotFound>
  /** Returns the list data of each of these candidates, in no particular order. */
  readonly people: (
    organization: OrganizationId,
    candidates: ReadonlyArray<CandidateId>
  ) => Effect.Effect<ReadonlyArray<PersonOverview>>
  /** Returns the names for visible ids of applications, candidates and jobs, in no particular order. */
  readonly names: (organization: OrganizationId, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Named>>
  /** Returns the numbers of applications by source and by campaign, largest first. */
  readonly sources: (organization: OrganizationId, filter: SourceFilter) => Effect.Effect<SourceOverview>
  /**
   * Returns the applications in first stages of open jobs that were created before this time and have not moved, oldest
   * first.
   */
  readonly unanswered: (organization: OrganizationId, before: Timestamp) => Effect.Effect<ReadonlyArray<Unanswered>>
  /**
   * Returns the applications in first stages of open jobs that were created since this time, are not imported, and were
   * not written to, newest first.
   */
  readonly arrived: (organization: OrganizationId, since: Timestamp) => Effect.Effect<ReadonlyArray<Unanswered>>
  /** Returns the unanswered replies, or the mails that were not delivered, newest first. */
  readonly mails: (
    organization: OrganizationId,
    select: "replies" | "undelivered"
  ) => Effect.Effect<ReadonlyArray<WaitingMail>>
  readonly mailCounts: (organization: OrganizationId) => Effect.Effect<MailCounts>
  /** Returns the people whose erasure request is pending, oldest first. */
  readonly erasures: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<AskedErasure>>
  /** Returns the notes that mention a member who has not seen them, newest first. */
  readonly mentions: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<Mention>>
  /**
   * Returns the upcoming interviews that interviewers have declined, earliest first. With a member: those of jobs that
   * the member is responsible for.
   */
  readonly declined: (
    organization: OrganizationId,
    member: UserId | null
  ) => Effect.Effect<ReadonlyArray<DeclinedInterview>>
  /** Returns the upcoming interviews to which a member has not responded, earliest first. */
  readonly invitations: (
    organization: OrganizationId,
    member: UserId
  ) => Effect.Effect<ReadonlyArray<WaitingInvitation>>
  /**
   * Returns proposed times for interviews, oldest first. With a member: those of jobs that the member is responsible
   * for.
   */
  readonly proposals: (
    organization: OrganizationId,
    member: UserId | null
  ) => Effect.Effect<ReadonlyArray<ProposedTimes>>
  /** Returns the applications that their candidates withdrew since a time, or ask to withdraw, newest first. */
  readonly withdrawals: (organization: OrganizationId, since: Timestamp) => Effect.Effect<ReadonlyArray<Withdrawn>>
  /** Returns the scorecards that a member still has to submit for interviews that ended before a time, oldest first. */
  readonly scorecards: (
    organization: OrganizationId,
    member: UserId,
    ended: Timestamp
  ) => Effect.Effect<ReadonlyArray<WaitingScorecard>>
}>()("@candor/domain/Overviews") {}
