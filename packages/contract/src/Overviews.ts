/** Overviews for daily work. */
import { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { Storage } from "@candor/domain/attachment/Storage"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, CandidateId, JobId, NoteId, Uuid } from "@candor/domain/Id"
import {
  AskedErasure,
  Card,
  CardOrder,
  CardPosition,
  DeclinedInterview,
  defaultDays,
  JobOverview,
  MailCounts,
  maxNamed,
  maxPeople,
  maxWaiting,
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
} from "@candor/domain/overview/Overview"
import { CardFilter, JobOverviewFilter } from "@candor/domain/overview/Overviews"
import { SourceFilter, SourceOverview } from "@candor/domain/overview/SourceOverview"
import { Pagination } from "@candor/domain/Pagination"
import { FeedbackRequest } from "@candor/domain/request/FeedbackRequest"
import { spelled } from "@candor/domain/Spelling"
import { TimestampFromText } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OwnChange } from "./Authorization.ts"
import { documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { idsOf } from "./IdList.ts"
import { OpenedApplication, OpenedJob } from "./Opened.ts"
import { cursorOf, isPossible, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"
import { queryInteger } from "./QueryInteger.ts"
import { because } from "@candor/domain/IssueReason"

/** The filters of a job's cards. */
const cardFilter = {
  ...CardFilter.fields,
  days_in_stage: Schema.optionalKey(
    queryInteger({
      minimum: 1,
      maximum: 3650,
      description: "Applications that have been in their stage for so many days at least"
    })
  )
}

const cardsQuery = Schema.Struct({
  ...cardFilter,
  sort: Schema.optionalKey(spelled(CardOrder)).pipe(described("The order of the list; `newest` by default")),
  ...pageQuery,
  cursor: Schema.optionalKey(
    cursorOf(CardPosition, (position) => !("created_at" in position) || isPossible(position.created_at))
  )
}).check(
  Schema.makeFilter(
    ({ cursor, sort = "newest" }) =>
      cursor === undefined || ("order" in cursor ? cursor.order : "newest") === sort ||
      { path: ["cursor"], issue: "Expected a cursor of a page in the same order" },
    because("other_order")
  )
)

export class Overviews extends HttpApiGroup.make("Overviews")
  .add(
    HttpApiEndpoint.get("jobs", "/overview/jobs", {
      query: {
        ...JobOverviewFilter.fields,
        ...pageQuery
      },
      success: Schema.Struct({
        jobs: Schema.Array(JobOverview).pipe(described("The jobs of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List jobs with those who apply",
        "Newest first: the active applications of each stage, the new ones, and the one that waits longest."
      )
    ),
    HttpApiEndpoint.get("application", "/applications/:id/overview", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: OpenedApplication,
      error: resourceErrors
    }).annotateMerge(documented(
      "Get an application with all that its page shows",
      "What eight operations answer, in one request: the application, its candidate, its job with the team, its files, mails, history and " +
        "submissions, and whose feedback is awaited."
    )),
    HttpApiEndpoint.get("board", "/jobs/:jobId/board", {
      params: { jobId: pathId(JobId) },
      query: {
        status: Schema.optionalKey(spelled(ApplicationStatus)).pipe(
          described(
            "Applications with this status only; without it the active ones, and those that are hired where a stage has none"
          )
        )
      },
      success: OpenedJob,
      error: resourceErrors
    }).annotateMerge(documented(
      "Get a job with all that its board shows",
      "In one request: the job with its team, how everybody sees it, the numbers of its applications and the first cards of each stage. " +
        "`/jobs/{jobId}/cards` goes on with the `stage_id`, the `status` and the `next_cursor` of a column."
    )),
    HttpApiEndpoint.get("people", "/overview/candidates", {
      query: {
        ids: idsOf(CandidateId, maxPeople).pipe(
          described(`The ids of at most ${maxPeople} candidates, with commas between them`, example.id.candidate)
        )
      },
      success: Schema.Struct({
        candidates: Schema.Array(PersonOverview).pipe(
          described("Those of the candidates that the caller sees, in no order")
        )
      })
    }).annotateMerge(
      documented(
        "List where candidates stand",
        "For those that a list or a search has returned: the newest application of each, the last mail, and the recruiter of the job's team."
      )
    ),
    HttpApiEndpoint.get("names", "/overview/names", {
      query: {
        ids: idsOf(Uuid, maxNamed).pipe(
          described(
            `The ids of at most ${maxNamed} applications, candidates and jobs, with commas between them`,
            example.id.application
          )
        )
      },
      success: Schema.Struct({
        names: Schema.Array(Named).pipe(described("The names of those that the caller sees, in no order"))
      })
    }).annotateMerge(
      documented(
        "List the names behind ids",
        "For a list of events, which have ids: the candidate's name and the job's title, of applications both."
      )
    ),
    HttpApiEndpoint.get("cards", "/jobs/:jobId/cards", {
      params: { jobId: pathId(JobId) },
      query: cardsQuery,
      success: Schema.Struct({
        cards: Schema.Array(Card).pipe(described("The applications of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List the applications of a job as a board shows them",
        "Newest first, unless `sort` says otherwise: each with its person's title and company, its time in the stage and its ratings. " +
          "`q` finds what `GET /candidates/search` finds, without similar words. A cursor holds for the order of its page."
      )
    ),
    HttpApiEndpoint.get("counts", "/jobs/:jobId/counts", {
      params: { jobId: pathId(JobId) },
      query: cardFilter,
      success: Schema.Struct({
        counts: Schema.Array(StageCount).pipe(
          described("The numbers by stage and status, without those of which there are none")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Count the applications of a job by stage and status",
        "What a board says above its columns, with the same filters as its cards."
      )
    ),
    HttpApiEndpoint.get("sources", "/overview/sources", {
      query: SourceFilter.fields,
      success: SourceOverview
    }).annotateMerge(documented(
      "Count applications by source and campaign",
      "How many each has brought, and what has become of them, in `status`. The parameters of links count by themselves, whatever source " +
        "the application has. Both times are exclusive."
    )),
    HttpApiEndpoint.get("waiting", "/overview/waiting", {
      query: {
        days: Schema.optionalKey(queryInteger({
          minimum: 1,
          maximum: 365,
          default: defaultDays,
          description: "Days without a move after which an application waits for an answer"
        })),
        since: Schema.optionalKey(TimestampFromText).pipe(
          described(
            "The time from which on an applicant, or a withdrawal, is new; 24 hours ago where it is left out. One more than 90 days ago counts as 90 days ago",
            "2026-10-01T00:00:00Z"
          )
        )
      },
      success: Schema.Struct({
        replies: Schema.Array(WaitingMail).pipe(
          described(
            "The last mails of candidates that nobody has answered or marked as done, of the last 90 days, the newest first"
          )
        ),
        new_applications: Schema.Array(Unanswered).pipe(
          described(
            "The applications in first stages of open jobs that came since then, not by an import, and were not written to, the newest first"
          )
        ),
        undelivered: Schema.Array(WaitingMail).pipe(
          described("Mails that did not arrive, as `GET /messages?select=undelivered` has them, the newest first")
        ),
        feedback_requests: Schema.Array(FeedbackRequest).pipe(
          described("The newest requests to the caller for feedback that is not given yet")
        ),
        unanswered: Schema.Array(Unanswered).pipe(
          described(
            "The applications in first stages of open jobs that have not moved for so many days, the oldest first"
          )
        ),
        erasure_requests: Schema.Array(AskedErasure).pipe(
          described(
            "The persons who ask to be erased, the oldest request first; none for a caller who may not erase anybody"
          )
        ),
        storage: Schema.NullOr(Storage).pipe(described(
          "The room for files, for an administrator, once its `level` is `high` or `critical`; else null",
          null
        )),
        mentions: Schema.Array(Mention).pipe(
          described("The newest notes that mention the caller, who has not seen them")
        ),
        declined_interviews: Schema.Array(DeclinedInterview).pipe(
          described(
            "The interviews to come that interviewers have declined and the caller may change, the earliest first"
          )
        ),
        invitations: Schema.Array(WaitingInvitation).pipe(
          described("The interviews to come that the caller holds and has not answered, the earliest first")
        ),
        proposed_times: Schema.Array(ProposedTimes).pipe(
          described(
            "Other times that candidates and interviewers propose, the oldest first, of jobs on which the caller decides"
          )
        ),
        withdrawals: Schema.Array(Withdrawn).pipe(
          described(
            `The applications that their candidates withdrew since then, the newest ${
              maxWaiting / 2
            }, and the active ones that they ask to withdraw until somebody marks that as handled, the oldest ${
              maxWaiting / 2
            }; the newest first`
          )
        ),
        scorecards: Schema.Array(WaitingScorecard).pipe(
          described("The scorecards that the caller has yet to submit of interviews that are over, the oldest first")
        )
      })
    }).annotateMerge(documented("List what waits for the caller", `At most ${maxWaiting} of each.`)),
    HttpApiEndpoint.get("mails", "/overview/mails", { query: noQuery, success: MailCounts })
      .annotateMerge(
        documented("Count the mails that wait for somebody", "Those that `GET /messages` lists, by `select`.")
      ),
    HttpApiEndpoint.post("seen", "/overview/mentions/:noteId/seen", {
      params: { noteId: pathId(NoteId) },
      query: noQuery,
      success: Schema.Struct({ seen: Schema.Boolean.pipe(described("Always true", true)) }),
      error: resourceErrors
    }).middleware(OwnChange).annotateMerge(documented(
      "Mark a mention as seen",
      "The note no longer waits for the caller. One that does not mention the caller stays as it is. The scope `read` is enough (of an app `write`)."
    ))
  )
  .annotate(OpenApi.Description, "Counts and to-do lists for a dashboard.")
{}
