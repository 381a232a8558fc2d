/** The queues of mail: sending due mails, reading mailboxes, and writing digests. */
import { OrganizationId, UserId, Uuid } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import type { Work } from "./Queue.ts"

/** Sends the due mails of an organization. */
export const outbox = { queue: "mails", element: Schema.Struct({ organization_id: OrganizationId }) } as const

/** Reads the mailbox of an organization, as long as it has this watch. */
export const mailboxes = {
  queue: "mailboxes",
  element: Schema.Struct({ organization_id: OrganizationId, watch_id: Uuid })
} as const

/** Writes a member's digest of a day, with the events since a time. */
export const digests = {
  queue: "digests",
  element: Schema.Struct({ organization_id: OrganizationId, member_id: UserId, day: Schema.String, since: Timestamp })
} as const

/** The longest delay of work, in milliseconds. Mails that are due later get new work when it has passed. */
export const maxDelay = 7 * 86_400_000

/** Work that sends the mails of an organization, after `delay_millis`. */
export const sending = (id: string, organization_id: OrganizationId, delay_millis = 0): Work => ({
  queue: outbox.queue,
  id,
  element: { organization_id },
  delay_millis: Math.min(delay_millis, maxDelay)
})

/** Work that reads the mailbox of an organization. */
export const reading = (id: string, organization_id: OrganizationId, watch_id: string, delay_millis = 0): Work => ({
  queue: mailboxes.queue,
  id,
  element: { organization_id, watch_id },
  delay_millis
})
