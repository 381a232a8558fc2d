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
  "A time at which an interviewer or the candidate has another interview, or an interviewer has a holiday or is busy by a calendar, which is read again, is 400 " +
  "with `reason` `slot_taken` and `details.taken`, also where two requests book it at once; with `override_reason` it is booked all the same"

/** The most days of busy times in a request. */
const maxBusyDays = 7

const MovedInterview = Schema.Struct({
  interview: Interview,
  local_start_at: Timestamp.pipe(
    described("The instant at which clocks in its zone show its `local_start` now", "2026-10-14T15:00:00.000Z")
  ),
  shown_start: LocalTime.pipe(described("What clocks in its zone show now at its `starts_at`", "2026-10-14T15:00"))
}).pipe(named("MovedInterview", "An interview whose local time is another instant by newer data of its time zone"))

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
        "Newest first. With `from` or `to`, those that have a time, the earliest first, cancelled ones too. A cursor " +
        "is valid only for the order of its page."
      )
    ),
    HttpApiEndpoint.get("moved", "/interviews/moved", {
      query: { cursor: Schema.optionalKey(CursorOfStart) },
      success: Schema.Struct({
        interviews: Schema.Array(MovedInterview).pipe(
          described(`The interviews, the earliest first, at most ${maxMoved}`)
        ),
        has_more: Schema.Boolean.pipe(described("Whether there may be more", false)),
        next_cursor: NextCursor
      })
    }).annotateMerge(
      documented(
        "List interviews that time zones moved",
        "Those to come whose zone's rules changed in newer data: at their instant, clocks do not show the local time that people agreed on. " +
          "`reschedule` keeps either: the local time with `local_start` and `time_zone`, or the instant with `starts_at` and `time_zone`."
      )
    ),
    HttpApiEndpoint.get("busyTimes", "/interviews/busy-times", {
      query: Schema.Struct({
        member_ids: idsOf(UserId, maxInterviewers).pipe(
          described(`The ids of at most ${maxInterviewers} members, separated by commas`, example.id.user)
        ),
        from: TimestampFromText.pipe(described("Times that end after this one", "2026-10-14T00:00:00Z")),
        to: TimestampFromText.pipe(
          described(`Times that begin before this one, at most ${maxBusyDays} days later`, "2026-10-15T00:00:00Z")
        ),
        interview_id: Schema.optionalKey(InterviewId).pipe(
          described(
            "An interview that is to change, whose own time is left out; one that is unknown leaves out nothing"
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
            "The times, the earliest first, without what they are about: at most 100 of each member's interviews and of each calendar"
          )
        ),
        calendars: Schema.Array(CalendarAge).pipe(described("The calendars of the members"))
      })
    }).annotateMerge(
      documented(
        "List when members are busy",
        "By their interviews, of all jobs, by their holidays, and by what was last read of their calendars."
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
        `With a time the interview is \`scheduled\`, without one it waits as \`to_schedule\`. ${slots}. Interviewers, at most ` +
          `${maxInterviewers}, are active members who see the job. An application has at most ${maxInterviews.limit} interviews: beyond that 400 ` +
          "with `details.limit`. It has to be active."
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
          `Changes all but its time, which \`reschedule\` does. \`interviewers\` replaces them; their responses stay where none are given. ${slots}.`
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
          "Give an interview its first or another time",
          `Also of one that was cancelled or missed. Another time asks the interviewers again: their responses are \`needs_action\`. ${slots}.`
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
          "Frees the time of its interviewers. One that was cancelled already is returned unchanged."
        )
      ),
    change("complete", "complete").annotate(ResponseExample, { interview: { status: "complete" } })
      .annotateMerge(
        documented(
          "Mark an interview as complete",
          "Also before its time is over. One that ends by itself is `awaiting_feedback` until then."
        )
      ),
    change("miss", "no-show").annotate(ResponseExample, { interview: { status: "no_show" } })
      .annotateMerge(documented("Mark an interview as missed", "The candidate did not come. It can be rescheduled.")),
    change("reopen", "reopen").annotate(ResponseExample, { interview: { status: "awaiting_feedback" } })
      .annotateMerge(
        documented(
          "Take back the end of an interview",
          `One that is complete or was missed is what its time says; one that was cancelled gets back its time. ${slots}.`
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
        "Takes it from `proposals`. To accept one, `reschedule` the interview to its time. A proposal that is not there changes nothing."
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
        "Only an interviewer can: 403 for others. The time of one who declines is free for other interviews."
      )
    )
  )
  .annotate(
    OpenApi.Description,
    "Interviews of applications: who meets the candidate, when and where. No interviewer is booked twice."
  )
{}
