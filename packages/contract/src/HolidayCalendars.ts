/** Holiday calendars of the organization. */
import {
  HolidayCalendarDraft,
  HolidayCalendarPatch,
  holidayCalendars,
  holidayDays
} from "@candor/domain/calendar/HolidayCalendars"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { limit: { limit }, noun } = holidayCalendars
const operations = plainOperations({
  noun: { ...noun, create: HolidayCalendarDraft, update: HolidayCalendarPatch }
})

export class HolidayCalendars extends HttpApiGroup.make("HolidayCalendars")
  .add(
    operations.all("by name", {}).annotateMerge(
      documented("List holiday calendars", "Returns all holiday calendars by name, with when each was last read.")
    ),
    operations.get.annotateMerge(documented("Get a holiday calendar", "Returns a holiday calendar.")),
    operations.create.annotateMerge(
      documented(
        "Add a holiday calendar",
        `Give either an address or a file. It is read within a minute, then once a day, ${holidayDays} days ` +
          "ahead. Each event is time off, in each member's local time. Members choose their calendars with `PUT " +
          `/me/schedule\`. An organization has at most ${limit}: beyond that 400 with \`details.limit\`.`
      )
    ),
    operations.update.annotateMerge(
      documented(
        "Change a holiday calendar",
        "A new address or file replaces the previous one and is read within a minute."
      )
    ),
    operations.delete.annotateMerge(
      documented("Delete a holiday calendar", "Its days become bookable again.")
    )
  )
  .annotate(OpenApi.Title, "Holiday calendars")
  .annotate(
    OpenApi.Description,
    "Holiday calendars. On their days, candidates can't book members, and others need a reason."
  )
{}
