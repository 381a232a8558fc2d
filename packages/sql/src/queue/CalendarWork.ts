/** The queue of busy calendars: reading those of an organization that are due. */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const busyCalendars = {
  queue: "busy_calendars",
  element: Schema.Struct({ organization_id: OrganizationId })
} as const
