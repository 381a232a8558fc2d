/** Holiday calendars of the organization. */
import {
  HolidayCalendarDraft,
  HolidayCalendarPatch,
  holidayCalendars,
  holidayDays
} from "@candor/domain/calendar/HolidayCalendars"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { documented } from "./Endpoint.ts"
import { plainOperations } from "./ResourceOperations.ts"

const { limit: { limit }, noun } = holidayCalendars
const operations = plainOperations({ ...noun, create: HolidayCalendarDraft, update: HolidayCalendarPatch })

export class HolidayCalendars extends HttpApiGroup.make("HolidayCalendars")
  .add(
    operations.all("by name", {}).annotateMerge(
      documented("List holiday calendars", "All of them, by name, with when each was read.")
    ),
    operations.get.annotateMerge(documented("Get a holiday calendar", "Returns a holiday calendar.")),
    operations.create.middleware(AdminScope).annotateMerge(
      documented(
        "Add a holiday calendar",
        `Give either its address or its file. It is read within a minute, then once a day: ${holidayDays} days of it, each event of which is a day or hours off on the clocks of each member. ` +
          `Members choose theirs with \`PUT /me/schedule\`. An organization has at most ${limit}: beyond that 400 with \`details.limit\`.`
      )
    ),
    operations.update.middleware(AdminScope).annotateMerge(
      documented(
        "Change a holiday calendar",
        "Another address or file takes the place of the one before, and is read within a minute."
      )
    ),
    operations.delete.middleware(AdminScope).annotateMerge(
      documented("Delete a holiday calendar", "Its days can be booked again.")
    )
  )
  .annotate(OpenApi.Title, "Holiday calendars")
  .annotate(
    OpenApi.Description,
    "Calendars of holidays, on whose days candidates can't book members, and nobody can without a reason."
  )
{}
