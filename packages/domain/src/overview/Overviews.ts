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
export const CardFilter = Schema.Struct({
  ...Struct.omit(applicationFilters("Applications"), ["job_id"]),
  q: Schema.optionalKey(SearchQuery).pipe(
    described("Applications of people with these words in their fields, notes, answers or files only", "postgres")
  ),
  ...tagFilter,
  rating: Schema.optionalKey(spelled(Rating, synonyms.rating)).pipe(
    described("Applications with this rating in one feedback at least that `ratings` shows the caller", "yes")
  ),
  answer: Schema.optionalKey(Line).pipe(
    described(
      "Applications with this text in an answer only, in any case of letters; of a choice a whole option, and `yes` or `no`",
      "January"
    )
  ),
  question_id: Schema.optionalKey(QuestionId).pipe(
    described("Compares `answer` with the answers to this question only; without it, an answer is enough")
  ),
  ...signalFilters("Applications")
})
export interface CardFilter extends Schema.Schema.Type<typeof CardFilter> {
  /** The application came into its stage before this time. */
  readonly entered_before?: Timestamp
}

export const JobOverviewFilter = Schema.Struct({
  status: Schema.optionalKey(spelled(JobStatus)).pipe(described("Jobs with this status only")),
  q: Schema.optionalKey(Line).pipe(described("Jobs whose title has this text, in any case of letters"))
})
export interface JobOverviewFilter extends Schema.Schema.Type<typeof JobOverviewFilter> {}

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
