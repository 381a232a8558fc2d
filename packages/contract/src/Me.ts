/** The user and the organization of the key, and the state of its rate limit. */
import { Principal } from "@candor/domain/authentication/Principal"
import { described, named } from "@candor/domain/Described"
import * as example from "@candor/domain/Example"
import { MailNotices } from "@candor/domain/mail/AutomaticMail"
import { Organization } from "@candor/domain/organization/Organization"
import { Plan } from "@candor/domain/organization/Plan"
import { Scope } from "@candor/domain/access/Scope"
import { MemberDraft, User } from "@candor/domain/organization/Member"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schedule, ScheduleChoice } from "@candor/domain/scheduling/Schedule"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { OwnChange, RateLimitState, WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, ForLimitedMembers, noQuery } from "./Endpoint.ts"

const Feed = Schema.Struct({
  calendar_feed: Schema.Struct({
    made_at: Schema.NullOr(Timestamp).pipe(
      described("When it was made; null where there is none", "2026-10-14T09:30:00.000Z")
    )
  }).pipe(named("CalendarFeed", "The calendar of the member's interviews to subscribe to"))
})

const NewFeed = Schema.Struct({
  calendar_feed: Schema.Struct({
    url: Schema.String.pipe(
      described(
        "Its address, which is shown this once. Whoever has it reads the calendar",
        "https://candor.example/calendars/candor_calendar_….ics"
      )
    )
  }).pipe(named("NewCalendarFeed", "The calendar of the member's interviews to subscribe to, as it was made"))
})

const Choice = Schema.Struct({ mail_notices: MailNotices })

export class Me extends HttpApiGroup.make("Me")
  .add(
    HttpApiEndpoint.get("get", "/me", {
      query: noQuery,
      success: Schema.Struct({
        organization: Schema.Struct({ id: Organization.fields.id, name: Organization.fields.name }).pipe(
          described("The organization that the key belongs to")
        ),
        user: User.pipe(described("The member that the key acts as")),
        job_access: Principal.fields.job_access,
        api_key: Principal.fields.api_key,
        scopes: Schema.Array(Scope).pipe(
          described("What the key may do: its scope and those that it includes", ["read", "write"])
        ),
        plan: Plan,
        rate_limit: RateLimitState
      })
    }).annotateMerge(
      documented(
        "Get the key's organization, user, scopes, plan and rate limit",
        "Any valid key can ask, for example to test it. In a session of the console, `api_key` is the session, which `/api-keys` " +
          "does not show."
      )
    ),
    HttpApiEndpoint.put("rename", "/me/name", {
      query: noQuery,
      payload: Schema.Struct({ full_name: MemberDraft.fields.full_name }).pipe(
        named("OwnName", "The name that the member of the key is to have", { full_name: example.user.full_name })
      ),
      success: Schema.Struct({ user: User.pipe(described("The member that the key acts as")) }).pipe(
        named("RenamedMember", "The member with the new name")
      ),
      error: bodyErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented("Change one's name", "Colleagues see it beside notes and feedback, and candidates in emails.")
    ),
    HttpApiEndpoint.get("mailNotices", "/me/mail-notices", { query: noQuery, success: Choice }).annotateMerge(
      documented(
        "Get what one is told by mail",
        "The choice of the member that the key acts as; everything at first. Nothing is sent unless the mail account has `notifies_members`."
      )
    ),
    HttpApiEndpoint.put("chooseMailNotices", "/me/mail-notices", {
      query: noQuery,
      payload: Choice.pipe(named("MailNoticeChoice", "What a member wants to be told by mail")),
      success: Choice,
      error: bodyErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Choose what one is told by mail",
        "A setting of the member that the key acts as, so that the scope `read` suffices (of an app `write`). An empty list ends these mails."
      )
    ),
    HttpApiEndpoint.get("schedule", "/me/schedule", { query: noQuery, success: Schema.Struct({ schedule: Schedule }) })
      .annotateMerge(documented(
        "Get one's working hours",
        "When candidates can book the member that the key acts as, by scheduling links: Monday to Friday from 9:00 to 17:00 at first."
      )),
    HttpApiEndpoint.put("chooseSchedule", "/me/schedule", {
      query: noQuery,
      payload: ScheduleChoice,
      success: Schema.Struct({ schedule: Schedule }),
      error: bodyErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Choose one's working hours",
        "A setting of the member that the key acts as, so that the scope `read` suffices (of an app `write`). Interviews that are booked stay."
      )
    )
  )
  .add(
    HttpApiEndpoint.get("calendarFeed", "/me/calendar-feed", { query: noQuery, success: Feed }).annotateMerge(
      documented(
        "Get one's calendar feed",
        "Tells whether the member that the key acts as has a calendar to subscribe to."
      )
    ),
    HttpApiEndpoint.post("makeCalendarFeed", "/me/calendar-feed", { query: noQuery, success: NewFeed }).middleware(
      OwnChange
    ).annotateMerge(documented(
      "Make one's calendar feed",
      "Makes an address for programs of calendars, which shows the interviews that the member holds, from 90 days ago until in a year. " +
        "An address that was made before ends. It works while the member is active, and one that an API key made while that key is valid."
    )),
    HttpApiEndpoint.delete("endCalendarFeed", "/me/calendar-feed", { query: noQuery, success: Feed }).middleware(
      OwnChange
    ).annotateMerge(documented(
      "End one's calendar feed",
      "Its address leads nowhere from now on."
    ))
  )
  .annotate(OpenApi.Description, "The user and the organization of the key, and the state of its rate limit.")
{}
