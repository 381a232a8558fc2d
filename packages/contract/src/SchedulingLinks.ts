/** Scheduling links of applications, with which candidates book interviews. */
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { ApplicationId, SchedulingLinkId, UserId } from "@candor/domain/Id"
import { maxInterviewers } from "@candor/domain/interview/Interviewer"
import { defaultMinutes, maxMinutes, minMinutes } from "@candor/domain/interview/InterviewTime"
import { CalendarAge } from "@candor/domain/interview/KnownCalendar"
import { Pagination } from "@candor/domain/Pagination"
import { personalReasons, settingReasons } from "@candor/domain/scheduling/FreeTimes"
import { defaults, LinkDraft, maxLinks, maxMeetings, SchedulingLink } from "@candor/domain/scheduling/SchedulingLink"
import { LocalTime } from "@candor/domain/time/LocalTime"
import { ZoneNameFromText } from "@candor/domain/time/ZoneName"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { idsOf } from "./IdList.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { queryInteger } from "./QueryInteger.ts"
import { pathId } from "./PathId.ts"

const OneLink = Schema.Struct({ scheduling_link: SchedulingLink })
const params = { linkId: pathId(SchedulingLinkId) }
const url = Schema.String.pipe(described(
  "The address of the page where the candidate books: anybody who has it can book, move and cancel",
  "https://candor.example/careers/-/schedule/candor_meet_…"
))

/** The most free times in a response. */
export const maxTimes = 500

const Obstacle = Schema.Struct({
  reason: Schema.Literals([...personalReasons, ...settingReasons]).pipe(described("The kind of cause", "busy")),
  member_id: Schema.NullOr(UserId).pipe(
    described(
      "The member whose hours, interviews or calendars these are; null for a setting of the link, or for all " +
        "members together"
    )
  ),
  removes: Schema.Int.pipe(described("The number of additional times without this cause", 12))
}).pipe(named("SchedulingObstacle", "A cause that removes times"))

export class SchedulingLinks extends HttpApiGroup.make("SchedulingLinks")
  .add(
    HttpApiEndpoint.get("list", "/scheduling-links", {
      query: {
        application_id: Schema.optionalKey(ApplicationId).pipe(described("Only links of this application")),
        ...pageQuery
      },
      success: Schema.Struct({
        scheduling_links: Schema.Array(SchedulingLink).pipe(described("The links of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(documented("List scheduling links", "Returns links newest first, without their addresses.")),
    HttpApiEndpoint.get("get", "/scheduling-links/:linkId", {
      params,
      query: noQuery,
      success: OneLink,
      error: resourceErrors
    })
      .annotateMerge(documented("Get a scheduling link", "Returns a link of any application.")),
    HttpApiEndpoint.post("create", "/applications/:id/scheduling-links", {
      params: { id: pathId(ApplicationId) },
      query: noQuery,
      payload: LinkDraft,
      success: Schema.Struct({ scheduling_link: SchedulingLink, url }).pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding").annotateMerge(
      documented(
        "Create a scheduling link",
        `Sends nothing: send its \`url\` to the candidate yourself. A link offers up to ${maxMeetings} ` +
          "consecutive interviews, each with all or some of its members, who must be active and see the job. Of " +
          "the free members, those with the fewest interviews are booked; `choices` shows them. An application " +
          `has at most ${maxLinks.limit} links: beyond that 400 with \`details.limit\`. The application must be ` +
          "active."
      )
    ),
    HttpApiEndpoint.post("address", "/scheduling-links/:linkId/address", {
      params,
      query: noQuery,
      success: Schema.Struct({ url }),
      error: resourceErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotateMerge(
        documented(
          "Get the address of a scheduling link",
          "Requires the right to change interviews, because anybody who has the address can book. Changes nothing."
        )
      ),
    HttpApiEndpoint.get("times", "/scheduling-links/:linkId/times", {
      params,
      query: noQuery,
      success: Schema.Struct({
        times: Schema.Array(Timestamp).pipe(
          described(`The times when the first interview can begin, at most ${maxTimes}`, ["2026-10-14T14:00:00.000Z"])
        ),
        total: Schema.Int.pipe(described("The number of times", 1)),
        calendars: Schema.Array(CalendarAge).pipe(described("The members' calendars that the times depend on"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented("List the free times of a scheduling link", "Returns the times that the candidate sees now.")
    ),
    HttpApiEndpoint.get("freeTimes", "/applications/:id/free-times", {
      params: { id: pathId(ApplicationId) },
      query: {
        member_ids: idsOf(UserId, maxInterviewers).pipe(
          described(`The ids of at most ${maxInterviewers} members, separated by commas`, example.id.user)
        ),
        minutes: Schema.optionalKey(queryInteger({
          minimum: minMinutes,
          maximum: maxMinutes,
          default: defaultMinutes,
          description: "The duration of the interview in minutes"
        })),
        time_zone: ZoneNameFromText.pipe(
          described("The time zone in which the interviews begin at full or half hours", "Europe/Berlin")
        )
      },
      success: Schema.Struct({
        times: Schema.Array(Schema.Struct({
          starts_at: Timestamp.pipe(described("The instant", "2026-10-14T14:00:00.000Z")),
          local_start: LocalTime.pipe(described("The local time in the time zone", "2026-10-14T16:00"))
        })).pipe(described(`The times when the interview can begin, at most ${maxTimes}`)),
        calendars: Schema.Array(CalendarAge).pipe(described("The members' calendars that the times depend on"))
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "List when members are free for an interview",
        `The times of the next ${defaults.horizon_days} days at which all the members and the candidate are ` +
          "free, as a scheduling link would offer them."
      )
    ),
    HttpApiEndpoint.get("obstacles", "/scheduling-links/:linkId/obstacles", {
      params,
      query: noQuery,
      success: Schema.Struct({
        obstacles: Schema.Array(Obstacle).pipe(described("The causes that remove times, largest first")),
        is_complete: Schema.Boolean.pipe(
          described(
            "Whether all times were checked. If not, each `removes` is a minimum, and causes may be missing",
            true
          )
        )
      }),
      error: resourceErrors
    }).annotateMerge(
      documented(
        "Find out why a scheduling link has no more times",
        "For each setting, and for each member's hours, interviews, calendars and limits, counts the times that " +
          "would be free without it. If no single cause removes times, counts the causes of all members together. " +
          "If members share interviews, not all times may be checked."
      )
    ),
    HttpApiEndpoint.post("answer", "/scheduling-links/:linkId/proposal/done", {
      params,
      query: noQuery,
      success: OneLink,
      error: resourceErrors
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotateMerge(
        documented(
          "Mark proposed times or a cancellation as answered",
          "Removes the proposed times and the candidate's cancellation from to-do lists until the candidate proposes " +
            "others or cancels again. Writing to the candidate, or rescheduling an interview booked through the link, " +
            "also answers them."
        )
      ),
    HttpApiEndpoint.post("close", "/scheduling-links/:linkId/close", {
      params,
      query: noQuery,
      success: OneLink,
      error: resourceErrors
    })
      .middleware(WriteScope).annotate(ForLimitedMembers, "deciding")
      .annotate(ResponseExample, { scheduling_link: { status: "closed" } })
      .annotateMerge(
        documented(
          "Close a scheduling link",
          "The candidate can no longer book, move or cancel with the link. Booked interviews are kept. A closed " +
            "link is returned unchanged."
        )
      )
  )
  .annotate(OpenApi.Title, "Scheduling links")
  .annotate(OpenApi.Description, "Links with which candidates book interviews without an account.")
{}
