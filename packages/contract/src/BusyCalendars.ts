/** Busy calendars of the member that the key acts as. */
import {
  BusyCalendar,
  BusyCalendarDraft,
  intervalMinutes,
  maxCalendars,
  windowDays
} from "@candor/domain/calendar/BusyCalendar"
import { Provider } from "@candor/domain/connection/Connection"
import { described } from "@candor/domain/Described"
import { BusyCalendarId } from "@candor/domain/Id"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { OwnChange } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { pathId } from "./PathId.ts"

const OneCalendar = Schema.Struct({ busy_calendar: BusyCalendar })

export class BusyCalendars extends HttpApiGroup.make("BusyCalendars")
  .add(
    HttpApiEndpoint.get("list", "/me/busy-calendars", {
      query: noQuery,
      success: Schema.Struct({
        busy_calendars: Schema.Array(BusyCalendar).pipe(
          described("The calendars, in the order in which they were added")
        ),
        providers: Schema.Array(Provider).pipe(
          described("Providers whose accounts can be connected in the console", ["google"])
        )
      })
    }).annotateMerge(
      documented(
        "List one's busy calendars",
        "Returns the calendars whose busy times block bookings of the key's member, with when each was last " +
          "read and its error, if any."
      )
    ),
    HttpApiEndpoint.post("create", "/me/busy-calendars", {
      query: noQuery,
      payload: BusyCalendarDraft,
      success: OneCalendar.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(OwnChange).annotateMerge(
      documented(
        "Add a busy calendar",
        `The calendar is read immediately, then every ${intervalMinutes} minutes, and when a candidate books. ` +
          `Only busy times are stored, for ${windowDays} days. Changes the key's own member, so the scope \`read\` ` +
          `is enough (an app needs \`write\`). A member has at most ${maxCalendars.limit}: beyond that 400 with ` +
          "`details.limit`."
      )
    ),
    HttpApiEndpoint.delete("remove", "/me/busy-calendars/:calendarId", {
      params: { calendarId: pathId(BusyCalendarId) },
      query: noQuery,
      success: OneCalendar,
      error: resourceErrors
    }).middleware(OwnChange).annotateMerge(
      documented("Remove a busy calendar", "Deletes its address and busy times. Returns the removed calendar.")
    )
  )
  .annotate(OpenApi.Title, "Members' calendars")
  .annotate(OpenApi.Description, "Members' calendars at other services, whose busy times block bookings.")
{}
