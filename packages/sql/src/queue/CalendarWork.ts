/** The queue of busy calendars: reads the due calendars of an organization. */
import { OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"

export const busyCalendars = {
  queue: "busy_calendars",
  element: Schema.Struct({ organization_id: OrganizationId })
} as const
