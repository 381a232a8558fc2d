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
 * The member who reads cards. A member who is asked for feedback on an application sees no ratings of it, also not
 * through filters and orders, until the member's own feedback is given.
 */
export type CardReader = Pick<Actor, "organization_id" | "user_id">

/** Selects the cards of a job by all conditions that are given. */
export interface CardFilter {
  readonly stage_id?: StageId | undefined
  readonly status?: ApplicationStatus | undefined
  /** Words of the person's fields and texts, as the search of candidates has them. */
  readonly q?: string | undefined
  /** Compared in its normal form. */
  readonly source_type?: string | undefined
  readonly tag?: string | undefined
  /** The rating of one interview feedback at least. */
  readonly rating?: Rating | undefined
  /** A part of an answer, in any case of letters; of a choice a whole option. */
  readonly answer?: string | undefined
  /** The question whose answer is compared. */
  readonly question_id?: QuestionId | undefined
  readonly signal?: SignalKind | undefined
  /** What a signal has in common with others. */
  readonly group_id?: string | undefined
  /** The application came after this time, and before that one. */
  readonly created_after?: Timestamp | undefined
  readonly created_before?: Timestamp | undefined
  /** The application came into its stage before this time. */
  readonly entered_before?: Timestamp | undefined
}

/** Selects jobs; `q` is a part of the title, in any case of letters. */
export interface JobOverviewFilter {
  readonly status?: JobStatus | undefined
  readonly q?: string | undefined
}

export class Overviews extends Context.Service<Overviews, {
  /** Newest first. Applications are new from `since` on. */
  readonly jobs: (
    organization: OrganizationId,
    filter: JobOverviewFilter,
    since: Timestamp,
    page: PageRequest
  ) => Effect.Effect<Page<JobOverview>>
  /** The applications of a job that a filter selects, in an order. */
  readonly cards: (
    reader: CardReader,
    job: JobId,
    filter: CardFilter,
    order: CardOrder,
    page: PageRequest<CardPosition>
  ) => Effect.Effect<Page<Card, CardPosition>, JobNotFound>
  /**
   * The numbers of a job's applications that a filter selects, by stage and status, without those of which there are
   * none.
   */
  readonly counts: (
    reader: CardReader,
    job: JobId,
    filter: CardFilter
  ) => Effect.Effect<ReadonlyArray<StageCount>, JobNotFound>
  /** What a list of candidates says of each of these beside its own fields, in no order. */
  readonly people: (
    organization: OrganizationId,
    candidates: ReadonlyArray<CandidateId>
  ) => Effect.Effect<ReadonlyArray<PersonOverview>>
  /** The names behind ids of applications, candidates and jobs that are seen, in no order. */
  readonly names: (organization: OrganizationId, ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Named>>
  /** The numbers of applications by source and by campaign, the largest first. */
  readonly sources: (organization: OrganizationId, filter: SourceFilter) => Effect.Effect<SourceOverview>
  /**
   * The applications in first stages of open jobs that came before this time and have not moved since, the oldest
   * first.
   */
  readonly unanswered: (organization: OrganizationId, before: Timestamp) => Effect.Effect<ReadonlyArray<Unanswered>>
  /**
   * The applications in first stages of open jobs that came since this time, not by an import, and were not written to,
   * the newest first.
   */
  readonly arrived: (organization: OrganizationId, since: Timestamp) => Effect.Effect<ReadonlyArray<Unanswered>>
  /** The replies that nobody has answered, or the mails that did not arrive, the newest first. */
  readonly mails: (
    organization: OrganizationId,
    select: "replies" | "undelivered"
  ) => Effect.Effect<ReadonlyArray<WaitingMail>>
  readonly mailCounts: (organization: OrganizationId) => Effect.Effect<MailCounts>
  /** The persons who ask to be erased and have no answer, the oldest request first. */
  readonly erasures: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<AskedErasure>>
  /** The notes that mention a member who has not seen them, the newest first. */
  readonly mentions: (organization: OrganizationId, member: UserId) => Effect.Effect<ReadonlyArray<Mention>>
  /**
   * The interviews to come that interviewers have declined, the earliest first: for a member, those of jobs on which
   * the member decides.
   */
  readonly declined: (
    organization: OrganizationId,
    member: UserId | null
  ) => Effect.Effect<ReadonlyArray<DeclinedInterview>>
  /** The interviews to come whose invitation a member has not answered, the earliest first. */
  readonly invitations: (
    organization: OrganizationId,
    member: UserId
  ) => Effect.Effect<ReadonlyArray<WaitingInvitation>>
  /** Other times that are proposed for interviews, the oldest first: for a member, of jobs on which the member decides. */
  readonly proposals: (
    organization: OrganizationId,
    member: UserId | null
  ) => Effect.Effect<ReadonlyArray<ProposedTimes>>
  /** The applications that their candidates withdrew since a time, and those that they ask to withdraw, the newest first. */
  readonly withdrawals: (organization: OrganizationId, since: Timestamp) => Effect.Effect<ReadonlyArray<Withdrawn>>
  /** The scorecards that a member has yet to submit of interviews that ended before a time, the oldest first. */
  readonly scorecards: (
    organization: OrganizationId,
    member: UserId,
    ended: Timestamp
  ) => Effect.Effect<ReadonlyArray<WaitingScorecard>>
}>()("@candor/domain/Overviews") {}
