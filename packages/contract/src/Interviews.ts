/** Interviews of applications. */
import { because } from "@candor/domain/IssueReason"
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, InterviewId, UserId } from "@candor/domain/Id"
import {
  Cancellation,
  DecliningProposal,
  Interview,
  InterviewDraft,
  InterviewPatch,
  InterviewResponse,
  maxInterviews,
  Rescheduling
} from "@candor/domain/interview/Interview"
import { maxInterviewers } from "@candor/domain/interview/Interviewer"
import { InterviewFilter } from "@candor/domain/interview/Interviews"
import { Taken } from "@candor/domain/interview/InterviewTime"
import { CalendarAge } from "@candor/domain/interview/KnownCalendar"
import { maxMoved } from "@candor/domain/interview/MovedInterviews"
import { Pagination } from "@candor/domain/Pagination"
import { LocalTime } from "@candor/domain/time/LocalTime"
import { later, Timestamp, TimestampFromText } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { idsOf } from "./IdList.ts"
import { CursorOfSpan, CursorOfStart, NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneInterview = Schema.Struct({ interview: Interview })
const params = { interviewId: pathId(InterviewId) }

const slots =
  "If an interviewer or the candidate has another interview at that time, or an interviewer has a holiday or is " +
  "busy by their calendar, which is read again: 400 with `reason` `slot_taken` and `details.taken`, even if two " +
  "requests book it at once. With `override_reason` it is booked anyway"

/** The most days of busy times in a request. */
const maxBusyDays = 7

const MovedInterview = Schema.Struct({
  interview: Interview,
  local_start_at: Timestamp.pipe(
    described("The instant of its `local_start` by the current rules of its time zone", "2026-10-14T15:00:00.000Z")
  ),
  shown_start: LocalTime.pipe(
    described("The local time of its `starts_at` by the current rules of its time zone", "2026-10-14T15:00")
  )
}).pipe(named("MovedInterview", "An interview whose local time is another instant since its time zone's rules changed"))

/** Makes an interview's status change, which needs no body. */
const change = <const Name extends string, const Path extends string>(name: Name, path: Path) =>
  HttpApiEndpoint.post(name, `/interviews/:interviewId/${path}` as const, {
    params,
    query: noQuery,
    success: OneInterview,
    error: resourceErrors
  })
    .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")

export class Interviews extends HttpApiGroup.make("Interviews")
  .add(
    HttpApiEndpoint.get("list", "/interviews", {
      query: {
        ...InterviewFilter.fields,
        ...pageQuery,
        cursor: Schema.optionalKey(CursorOfSpan)
      },
      success: Schema.Struct({
        interviews: Schema.Array(Interview).pipe(described("The interviews of the page")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List interviews",
        "Returns interviews newest first. With `from` or `to`, returns only interviews that have a time, " +
          "earliest first, including cancelled ones. A cursor is valid only for the order of its page."
      )
    ),
    HttpApiEndpoint.get("moved", "/interviews/moved", {
      query: { cursor: Schema.optionalKey(CursorOfStart) },
      success: Schema.Struct({
        interviews: Schema.Array(MovedInterview).pipe(
          described(`The interviews, earliest first, at most ${maxMoved}`)
        ),
        has_more: Schema.Boolean.pipe(described("Whether there may be more", false)),
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List interviews moved by time zone changes",
        "Returns upcoming interviews whose time zone's rules have changed, so that their instant no longer has " +
          "the local time that was agreed on. `reschedule` keeps either the local time (with `local_start` and " +
          "`time_zone`) or the instant (with `starts_at` and `time_zone`)."
      )
    ),
    HttpApiEndpoint.get("busyTimes", "/interviews/busy-times", {
      query: Schema.Struct({
        member_ids: idsOf(UserId, maxInterviewers).pipe(
          described(`The ids of at most ${maxInterviewers} members, separated by commas`, example.id.user)
        ),
        from: TimestampFromText.pipe(described("Only times that end after this one", "2026-10-14T00:00:00Z")),
        to: TimestampFromText.pipe(
          described(`Only times that begin before this one, at most ${maxBusyDays} days later`, "2026-10-15T00:00:00Z")
        ),
        interview_id: Schema.optionalKey(InterviewId).pipe(
          described(
            "An interview to reschedule, whose own time is ignored; an unknown id has no effect"
          )
        )
      }).check(
        Schema.makeFilter(
          ({ from, to }) =>
            from < to && to <= later(from, maxBusyDays * 86_400_000) ||
            { path: ["to"], issue: `Expected a time at most ${maxBusyDays} days after from` },
          because("out_of_range", { limit: maxBusyDays, unit: "days" })
        )
      ),
      success: Schema.Struct({
        busy_times: Schema.Array(Taken).pipe(
          described(
            "The busy times, earliest first, without their subject: at most 100 of each member's interviews and of each calendar"
          )
        ),
        calendars: Schema.Array(CalendarAge).pipe(described("The calendars of the members"))
      })
    }).annotateMerge(
      documented(
        "List when members are busy",
        "Returns when members are busy: their interviews on all jobs, their holidays, and their calendars as last read."
      )
    ),
    HttpApiEndpoint.get("get", "/interviews/:interviewId", {
      params,
      query: noQuery,
      success: OneInterview,
      error: resourceErrors
    })
      .annotateMerge(documented("Get an interview", "Returns an interview of any application.")),
    HttpApiEndpoint.post("create", "/applications/:id/interviews", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      payload: InterviewDraft,
      success: OneInterview.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Schedule an interview",
        `With a time, the interview is \`scheduled\`; without one, it is \`to_schedule\`. ${slots}. Interviewers, ` +
          `at most ${maxInterviewers}, are active members who see the job. An application has at most ` +
          `${maxInterviews.limit} interviews: beyond that 400 with \`details.limit\`. The application must be ` +
          "active."
      )
    ),
    HttpApiEndpoint.patch("update", "/interviews/:interviewId", {
      params,
      query: noQuery,
      payload: InterviewPatch,
      success: OneInterview,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { interview: { title: "System design" } })
      .annotateMerge(
        documented(
          "Change an interview",
          "Changes everything but the time, which `reschedule` changes. `interviewers` replaces the list; " +
            `interviewers keep their responses unless new ones are given. ${slots}.`
        )
      ),
    HttpApiEndpoint.post("reschedule", "/interviews/:interviewId/reschedule", {
      params,
      query: noQuery,
      payload: Rescheduling,
      success: OneInterview,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, {
        interview: {
          local_start: "2026-10-15T10:00",
          starts_at: "2026-10-15T08:00:00.000Z",
          ends_at: "2026-10-15T09:00:00.000Z",
          reschedule_reason: "Jonas is ill."
        }
      })
      .annotateMerge(
        documented(
          "Set or change the time of an interview",
          "Also works for a cancelled or missed interview. The interviewers are asked again: their responses " +
            `become \`needs_action\`. ${slots}.`
        )
      ),
    HttpApiEndpoint.post("cancel", "/interviews/:interviewId/cancel", {
      params,
      query: noQuery,
      payload: Cancellation,
      success: OneInterview,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { interview: { status: "cancelled", cancel_reason: "The position was filled." } })
      .annotateMerge(
        documented(
          "Cancel an interview",
          "Frees the interviewers' time. An already cancelled interview is returned unchanged."
        )
      ),
    change("complete", "complete").annotate(ResponseExample, { interview: { status: "complete" } })
      .annotateMerge(
        documented(
          "Mark an interview as complete",
          "Also works before the interview's end. Until it is completed, an interview whose time has passed is `awaiting_feedback`."
        )
      ),
    change("miss", "no-show").annotate(ResponseExample, { interview: { status: "no_show" } })
      .annotateMerge(
        documented(
          "Mark an interview as missed",
          "Records that the candidate did not come. The interview can be rescheduled."
        )
      ),
    change("reopen", "reopen").annotate(ResponseExample, { interview: { status: "awaiting_feedback" } })
      .annotateMerge(
        documented(
          "Reopen a completed, missed or cancelled interview",
          `A completed or missed interview gets the status that its time implies; a cancelled one gets back its time. ${slots}.`
        )
      ),
    HttpApiEndpoint.post("declineProposal", "/interviews/:interviewId/decline-proposal", {
      params,
      query: noQuery,
      payload: DecliningProposal,
      success: OneInterview,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Decline a proposed time",
        "Removes the proposal from `proposals`. To accept a proposal, `reschedule` the interview to its time. " +
          "Declining an unknown proposal changes nothing."
      )
    ),
    HttpApiEndpoint.put("respond", "/interviews/:interviewId/response", {
      params,
      query: noQuery,
      payload: InterviewResponse,
      success: OneInterview,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented(
        "Respond to an interview as its interviewer",
        "Only an interviewer can respond: 403 for others. Declining frees the interviewer's time for other interviews."
      )
    )
  )
  .annotate(
    OpenApi.Description,
    "Interviews of applications: who meets the candidate, when and where. No interviewer is booked twice."
  )
{}
