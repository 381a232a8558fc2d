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
      described("When the feed was created; null if there is none", "2026-10-14T09:30:00.000Z")
    )
  }).pipe(named("CalendarFeed", "The calendar feed of the member's interviews"))
})

const NewFeed = Schema.Struct({
  calendar_feed: Schema.Struct({
    url: Schema.String.pipe(
      described(
        "The address of the feed, shown only this once. Anybody who has it can read the calendar",
        "https://candor.example/calendars/candor_calendar_….ics"
      )
    )
  }).pipe(named("NewCalendarFeed", "The new calendar feed of the member's interviews"))
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
          described("What the key may do: its scope and the scopes that it includes", ["read", "write"])
        ),
        plan: Plan,
        rate_limit: RateLimitState
      })
    }).annotateMerge(
      documented(
        "Get the key's organization, user, scopes, plan and rate limit",
        "Works with any valid key, for example to test it. In a console session, `api_key` describes the " +
          "session, which `/api-keys` does not list."
      )
    ),
    HttpApiEndpoint.put("rename", "/me/name", {
      query: noQuery,
      payload: Schema.Struct({ full_name: MemberDraft.fields.full_name }).pipe(
        named("OwnName", "The new name of the key's member", { full_name: example.user.full_name })
      ),
      success: Schema.Struct({ user: User.pipe(described("The member that the key acts as")) }).pipe(
        named("RenamedMember", "The member with the new name")
      ),
      error: bodyErrors
    }).middleware(WriteScope).annotate(ForLimitedMembers, "allowed").annotateMerge(
      documented("Change one's name", "Colleagues see the name on notes and feedback, candidates see it in emails.")
    ),
    HttpApiEndpoint.get("mailNotices", "/me/mail-notices", { query: noQuery, success: Choice }).annotateMerge(
      documented(
        "Get one's email notifications",
        "Returns the choice of the key's member; by default all emails. Nothing is sent unless the mail account " +
          "has `notifies_members`."
      )
    ),
    HttpApiEndpoint.put("chooseMailNotices", "/me/mail-notices", {
      query: noQuery,
      payload: Choice.pipe(named("MailNoticeChoice", "The email notifications that a member wants")),
      success: Choice,
      error: bodyErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Choose one's email notifications",
        "Changes the key's own member, so the scope `read` is enough (an app needs `write`). An empty list turns all off."
      )
    ),
    HttpApiEndpoint.get("schedule", "/me/schedule", { query: noQuery, success: Schema.Struct({ schedule: Schedule }) })
      .annotateMerge(documented(
        "Get one's working hours",
        "Returns when candidates can book the key's member through scheduling links; by default Monday to Friday, 9:00 to 17:00."
      )),
    HttpApiEndpoint.put("chooseSchedule", "/me/schedule", {
      query: noQuery,
      payload: ScheduleChoice,
      success: Schema.Struct({ schedule: Schedule }),
      error: bodyErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Choose one's working hours",
        "Changes the key's own member, so the scope `read` is enough (an app needs `write`). Booked interviews are kept."
      )
    )
  )
  .add(
    HttpApiEndpoint.get("calendarFeed", "/me/calendar-feed", { query: noQuery, success: Feed }).annotateMerge(
      documented(
        "Get one's calendar feed",
        "Returns whether the key's member has a calendar feed, and since when."
      )
    ),
    HttpApiEndpoint.post("makeCalendarFeed", "/me/calendar-feed", { query: noQuery, success: NewFeed }).middleware(
      OwnChange
    ).annotateMerge(documented(
      "Create one's calendar feed",
      "Creates an address to which calendar programs subscribe. It shows the member's interviews from 90 days " +
        "ago until one year ahead. An earlier address stops working. The address works while the member is " +
        "active; if an API key made it, also only while that key is valid."
    )),
    HttpApiEndpoint.delete("endCalendarFeed", "/me/calendar-feed", { query: noQuery, success: Feed }).middleware(
      OwnChange
    ).annotateMerge(documented(
      "End one's calendar feed",
      "The address stops working immediately."
    ))
  )
  .annotate(OpenApi.Description, "The user and the organization of the key, and the state of its rate limit.")
{}
