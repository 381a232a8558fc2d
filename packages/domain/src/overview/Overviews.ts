/** The port to overviews. Each method works within one organization. */
import { Context, type Effect, Schema, Struct } from "effect"
import type { Actor } from "../access/Actor.ts"
import { applicationFilters, signalFilters } from "../application/ApplicationFilter.ts"
import { SearchQuery } from "../search/CandidateSearch.ts"
import { tagFilter } from "../candidate/Tag.ts"
import { described } from "../Described.ts"
import { Rating } from "../feedback/Rating.ts"
import { type CandidateId, type JobId, type OrganizationId, QuestionId, type UserId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import { JobStatus } from "../job/JobStatus.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import { spelled, synonyms } from "../Spelling.ts"
import { Line } from "../Text.ts"
import type { Timestamp } from "../Timestamp.ts"
import type {
  AskedErasure,
  CancelledInterviews,
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

/** Selects the applications of which each candidate's newest is returned. */
export const PersonFilter = Schema.Struct(applicationFilters("applications"))
export interface PersonFilter extends Schema.Schema.Type<typeof PersonFilter> {}

/** Selects the cards of a job by all conditions that are given. */
export const CardFilter = Schema.Struct({
  ...Struct.omit(applicationFilters("applications"), ["job_id"]),
  q: Schema.optionalKey(SearchQuery).pipe(
    described("Only applications of people with these words in their fields, notes, answers or files", "postgres")
  ),
  ...tagFilter,
  rating: Schema.optionalKey(spelled(Rating, synonyms.rating)).pipe(
    described("Only applications with this rating in at least one feedback that `ratings` shows the caller", "yes")
  ),
  answer: Schema.optionalKey(Line).pipe(
    described(
      "Only applications with this text in an answer, ignoring case; for a choice, a whole option or `yes` or `no`",
      "January"
    )
  ),
  question_id: Schema.optionalKey(QuestionId).pipe(
    described("Compares `answer` only with answers to this question; by default with any answer")
  ),
  ...signalFilters("applications")
})
export interface CardFilter extends Schema.Schema.Type<typeof CardFilter> {
  /** The application came into its stage before this time. */
  readonly entered_before?: Timestamp
}

export const JobOverviewFilter = Schema.Struct({
  status: Schema.optionalKey(spelled(JobStatus)).pipe(described("Only jobs with this status")),
  q: Schema.optionalKey(Line).pipe(described("Only jobs whose title contains this text; case is ignored"))
})
export interface JobOverviewFilter extends Schema.Schema.Type<typeof JobOverviewFilter> {}

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
  /**
   * Returns the list data of each of these candidates, in no particular order, with the newest application that matches
   * the filter.
   */
  readonly people: (
    organization: OrganizationId,
    candidates: ReadonlyArray<CandidateId>,
    filter: PersonFilter
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
  /** Returns interviews that candidates canceled, oldest first. With a member: those of jobs that the member decides on. */
  readonly cancellations: (
    organization: OrganizationId,
    member: UserId | null
  ) => Effect.Effect<ReadonlyArray<CancelledInterviews>>
  /** Returns the applications that their candidates withdrew since a time, or ask to withdraw, newest first. */
  readonly withdrawals: (organization: OrganizationId, since: Timestamp) => Effect.Effect<ReadonlyArray<Withdrawn>>
  /** Returns the scorecards that a member still has to submit for interviews that ended before a time, oldest first. */
  readonly scorecards: (
    organization: OrganizationId,
    member: UserId,
    ended: Timestamp
  ) => Effect.Effect<ReadonlyArray<WaitingScorecard>>
}>()("@candor/domain/Overviews") {}
