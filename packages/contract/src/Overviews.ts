/** Overviews for daily work. */
import { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { Storage } from "@candor/domain/attachment/Storage"
import { described } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, CandidateId, JobId, NoteId, Uuid } from "@candor/domain/Id"
import {
  AskedErasure,
  CancelledInterviews,
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
import { CardFilter, JobOverviewFilter, PersonFilter } from "@candor/domain/overview/Overviews"
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
      description: "Only applications that have been in their stage for at least this number of days"
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
        "List jobs with their applications",
        "Returns jobs, newest first, with their numbers of active applications by stage, the number of new " +
          "ones, and the application that has waited longest."
      )
    ),
    HttpApiEndpoint.get("application", "/applications/:id/overview", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      success: OpenedApplication,
      error: resourceErrors
    }).annotateMerge(documented(
      "Get an application with everything that its page shows",
      "Combines eight operations in one request: returns the application, its candidate, its job with the team, " +
        "its files, mails, history and submissions, and open requests for feedback."
    )),
    HttpApiEndpoint.get("board", "/jobs/:jobId/board", {
      params: { jobId: pathId(JobId) },
      query: {
        status: Schema.optionalKey(spelled(ApplicationStatus)).pipe(
          described(
            "Only applications with this status; by default the active ones, and in a stage without active ones the hired ones"
          )
        )
      },
      success: OpenedJob,
      error: resourceErrors
    }).annotateMerge(documented(
      "Get a job with everything that its board shows",
      "Returns, in one request, the job with its team and its public view, the numbers of applications, and the " +
        "first cards of each stage. `/jobs/{jobId}/cards` returns the next cards for the `stage_id`, `status` and " +
        "`next_cursor` of a column."
    )),
    HttpApiEndpoint.get("people", "/overview/candidates", {
      query: {
        ids: idsOf(CandidateId, maxPeople).pipe(
          described(`The ids of at most ${maxPeople} candidates, separated by commas`, example.id.candidate)
        ),
        ...PersonFilter.fields
      },
      success: Schema.Struct({
        candidates: Schema.Array(PersonOverview).pipe(
          described("The requested candidates that the caller may see, in no order")
        )
      })
    }).annotateMerge(
      documented(
        "List where candidates stand",
        "Completes a list or search of candidates: returns the newest application of each that matches the " +
          "filters, the last mail, and the recruiter of the job's team."
      )
    ),
    HttpApiEndpoint.get("names", "/overview/names", {
      query: {
        ids: idsOf(Uuid, maxNamed).pipe(
          described(
            `The ids of at most ${maxNamed} applications, candidates and jobs, separated by commas`,
            example.id.application
          )
        )
      },
      success: Schema.Struct({
        names: Schema.Array(Named).pipe(described("The names of the resources that the caller may see, in no order"))
      })
    }).annotateMerge(
      documented(
        "List the names behind ids",
        "Completes a list of events, which contain ids: returns the candidate's name and the job's title, for applications both."
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
        "Returns applications newest first, unless `sort` says otherwise, each with the person's title and " +
          "company, the time in its stage, and its ratings. `q` searches as `GET /candidates/search` does, " +
          "without similar words. A cursor is valid only for the order of its page."
      )
    ),
    HttpApiEndpoint.get("counts", "/jobs/:jobId/counts", {
      params: { jobId: pathId(JobId) },
      query: cardFilter,
      success: Schema.Struct({
        counts: Schema.Array(StageCount).pipe(
          described("The numbers by stage and status, without zeros")
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Count the applications of a job by stage and status",
        "Returns the numbers above a board's columns. Takes the same filters as its cards."
      )
    ),
    HttpApiEndpoint.get("sources", "/overview/sources", {
      query: SourceFilter.fields,
      success: SourceOverview
    }).annotateMerge(documented(
      "Count applications by source and campaign",
      "Returns the number of applications of each source and campaign, by status. Campaigns are counted by the " +
        "parameters of links, regardless of the application's source. Both times are exclusive."
    )),
    HttpApiEndpoint.get("waiting", "/overview/waiting", {
      query: {
        days: Schema.optionalKey(queryInteger({
          minimum: 1,
          maximum: 365,
          default: defaultDays,
          description: "Number of days without a move after which an application counts as waiting"
        })),
        since: Schema.optionalKey(TimestampFromText).pipe(
          described(
            "The time since which an applicant or a withdrawal counts as new; by default 24 hours ago, at most 90 days ago",
            "2026-10-01T00:00:00Z"
          )
        )
      },
      success: Schema.Struct({
        replies: Schema.Array(WaitingMail).pipe(
          described(
            "Candidates' last mails of the last 90 days that nobody has answered or marked as done, newest first"
          )
        ),
        new_applications: Schema.Array(Unanswered).pipe(
          described(
            "New applications in first stages of open jobs, except imported ones and those that got a mail, newest first"
          )
        ),
        undelivered: Schema.Array(WaitingMail).pipe(
          described("Undelivered mails, as in `GET /messages?select=undelivered`, newest first")
        ),
        feedback_requests: Schema.Array(FeedbackRequest).pipe(
          described("The newest open requests to the caller for feedback")
        ),
        unanswered: Schema.Array(Unanswered).pipe(
          described(
            "Applications in first stages of open jobs that have not moved for `waiting_days`, oldest first"
          )
        ),
        erasure_requests: Schema.Array(AskedErasure).pipe(
          described(
            "Open requests of persons to be erased, oldest first; empty if the caller may not erase anybody"
          )
        ),
        storage: Schema.NullOr(Storage).pipe(described(
          "The file storage, for administrators, once its `level` is `high` or `critical`; otherwise null",
          null
        )),
        mentions: Schema.Array(Mention).pipe(
          described("The newest notes that mention the caller and that the caller has not seen")
        ),
        declined_interviews: Schema.Array(DeclinedInterview).pipe(
          described(
            "Upcoming interviews that interviewers have declined and the caller may change, earliest first"
          )
        ),
        invitations: Schema.Array(WaitingInvitation).pipe(
          described("Upcoming interviews of the caller whose invitation the caller has not answered, earliest first")
        ),
        cancelled_interviews: Schema.Array(CancelledInterviews).pipe(
          described("Interviews that candidates cancelled, on jobs where the caller decides, oldest first")
        ),
        proposed_times: Schema.Array(ProposedTimes).pipe(
          described(
            "Other times that candidates and interviewers propose, on jobs where the caller decides, oldest first"
          )
        ),
        withdrawals: Schema.Array(Withdrawn).pipe(
          described(
            `The newest ${maxWaiting / 2} applications that candidates have withdrawn since then, and the oldest ${
              maxWaiting / 2
            } active ones with an open request to withdraw; newest first`
          )
        ),
        scorecards: Schema.Array(WaitingScorecard).pipe(
          described("Scorecards of past interviews that the caller has yet to submit, oldest first")
        )
      })
    }).annotateMerge(documented("List what waits for the caller", `Returns at most ${maxWaiting} of each kind.`)),
    HttpApiEndpoint.get("mails", "/overview/mails", { query: noQuery, success: MailCounts })
      .annotateMerge(
        documented(
          "Count the mails that need attention",
          "Returns how many mails `GET /messages` lists for each value of `select`."
        )
      ),
    HttpApiEndpoint.post("seen", "/overview/mentions/:noteId/seen", {
      params: { noteId: pathId(NoteId) },
      query: noQuery,
      success: Schema.Struct({ seen: Schema.Boolean.pipe(described("Always true", true)) }),
      error: resourceErrors
    }).middleware(OwnChange).annotateMerge(documented(
      "Mark a mention as seen",
      "Removes the note from the caller's to-do list. A note that does not mention the caller is unchanged. The " +
        "scope `read` is enough (an app needs `write`)."
    ))
  )
  .annotate(OpenApi.Description, "Counts and to-do lists for a dashboard.")
{}
