/** The work of webhooks, as it stands in its queues: of each kind its queue, and what an element of it says. */
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import { Chain } from "@candor/domain/WebhookDelivery"
import { Schema } from "effect"

/** Making the deliveries of what has happened in an organization. */
export const fanOut = { queue: "webhooks", element: Schema.Struct({ organization_id: OrganizationId }) } as const

/** Sending what is due in a chain. */
export const sending = { queue: "deliveries", element: Chain } as const

/** Deleting what a removed webhook leaves. */
export const removal = {
  queue: "removals",
  element: Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
} as const

/** Making due what waits for a webhook that was enabled again. */
export const resumption = {
  queue: "resumptions",
  element: Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
} as const
