/**
 * The data of an application's page and of a job's page, each in one response. Parts that have operations of their own
 * have the same form here.
 */
import { ApplicationDetail } from "@candor/domain/application/Application"
import { HistoryEntry } from "@candor/domain/application/ApplicationHistory"
import { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { PostingStatus } from "@candor/domain/board/PublicBoard"
import { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { AssessmentOfApplication } from "@candor/domain/criteria/AssessmentOfApplication"
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { Interview } from "@candor/domain/interview/Interview"
import { PlannedForApplication } from "@candor/domain/interview/PlannedInterviews"
import { StageId } from "@candor/domain/Id"
import { JobDetail } from "@candor/domain/job/Job"
import { MessageListItem } from "@candor/domain/mail/Message"
import { Card, StageCount } from "@candor/domain/overview/Overview"
import { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
import { SchedulingLink } from "@candor/domain/scheduling/SchedulingLink"
import { Signal } from "@candor/domain/signal/Signal"
import { Submission } from "@candor/domain/submission/Submission"
import { TeamMember } from "@candor/domain/team/TeamMember"
import { Schema } from "effect"
import { ManyAttachments } from "./Attachments.ts"
import { NextCursor } from "./PageQuery.ts"

/** The entries of a list, and the cards of a column, in the response. */
export const firstEntries = 50

const first = <Item extends Schema.Top>(item: Item, path: string) =>
  Schema.Struct({
    items: Schema.Array(item).pipe(described(`The newest ${firstEntries} of \`${path}\``)),
    has_more: Schema.Boolean.pipe(described("Whether there are older entries", false)),
    next_cursor: NextCursor
  }).pipe(described(`The first page of \`${path}\``))

const job = JobDetail
const team = Schema.Array(TeamMember).pipe(described("The team of the job, in the order in which its members came"))

/** The data of an application's page besides the application itself. */
export const BesideApplication = Schema.Struct({
  candidate: CandidateDetail,
  job,
  team,
  ...ManyAttachments.fields,
  history: first(HistoryEntry, "/applications/{id}/history"),
  messages: first(MessageListItem, "/applications/{id}/messages"),
  submissions: Schema.Array(Submission).pipe(described("The submissions, newest first")),
  feedback_requests: Schema.Array(FeedbackRequest).pipe(
    described("The open requests for feedback, newest first")
  ),
  interviews: Schema.Array(Interview).pipe(described("The interviews, newest first")),
  scheduling_links: Schema.Array(SchedulingLink).pipe(described("The scheduling links, newest first")),
  plan: Schema.Array(PlannedForApplication).pipe(described("The planned interviews of its stage, in order")),
  assessment: AssessmentOfApplication,
  signals: Schema.Array(Signal).pipe(described("Signs that the application is suspicious, with the reasons"))
})

/** An application with everything that its page shows. */
export const OpenedApplication = Schema.Struct({ application: ApplicationDetail, ...BesideApplication.fields }).pipe(
  named("OpenedApplication", "An application with everything that its page shows")
)
export interface OpenedApplication extends Schema.Schema.Type<typeof OpenedApplication> {}

const Column = Schema.Struct({
  stage_id: StageId.pipe(described("The stage", example.id.stage)),
  status: ApplicationStatus.pipe(
    described("The status of these cards: the first requested status that the stage has", "active")
  ),
  cards: Schema.Array(Card).pipe(described(`The newest ${firstEntries}`)),
  next_cursor: NextCursor
}).pipe(named("BoardColumn", "The first cards of a stage"))

/** A job with everything that its board shows. */
export const OpenedJob = Schema.Struct({
  job,
  team,
  posting: PostingStatus,
  counts: Schema.Array(StageCount).pipe(
    described("The numbers by stage and status, without zeros")
  ),
  columns: Schema.Array(Column).pipe(described("The stages that have such applications, in order"))
}).pipe(named("OpenedJob", "A job with everything that its board shows"))
export interface OpenedJob extends Schema.Schema.Type<typeof OpenedJob> {}
