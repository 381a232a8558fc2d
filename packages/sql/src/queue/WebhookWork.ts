/** The queues of webhooks: the name of each, and the schema of its elements. */
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { Schema } from "effect"

/** Making the deliveries of what has happened in an organization. */
export const fanOut = { queue: "webhooks", element: Schema.Struct({ organization_id: OrganizationId }) } as const

/** Sending the due deliveries of a receiver. */
export const receivers = { queue: "receivers", element: Receiver } as const

/**
 * Sending the due deliveries of a chain: the queue of the releases before `receivers`, whose servers may still run and
 * fill it.
 */
export const chains = { queue: "deliveries", element: Receiver } as const

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
