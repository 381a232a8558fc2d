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
        busy_calendars: Schema.Array(BusyCalendar).pipe(described("The calendars, as they were added")),
        providers: Schema.Array(Provider).pipe(
          described("Providers whose accounts can be connected in the console", ["google"])
        )
      })
    }).annotateMerge(
      documented(
        "List one's busy calendars",
        "Calendars in whose busy times candidates can't book the member that the key acts as, with when each was read and what is wrong with it."
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
        `It is read at once, then every ${intervalMinutes} minutes, and when a candidate books. ${windowDays} days are read, of which the busy times ` +
          "alone are kept. A setting of the member that the key acts as, so that the scope `read` suffices (of an app `write`). " +
          `A member has at most ${maxCalendars.limit}: beyond that 400 with \`details.limit\`.`
      )
    ),
    HttpApiEndpoint.delete("remove", "/me/busy-calendars/:calendarId", {
      params: { calendarId: pathId(BusyCalendarId) },
      query: noQuery,
      success: OneCalendar,
      error: resourceErrors
    }).middleware(OwnChange).annotateMerge(
      documented("Remove a busy calendar", "Its address and its busy times are deleted. Returns it as it was.")
    )
  )
  .annotate(OpenApi.Title, "Members' calendars")
  .annotate(OpenApi.Description, "Calendars of members at other services, in whose busy times candidates can't book.")
{}
