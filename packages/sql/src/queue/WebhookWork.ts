/** The queues of webhooks, with the schemas of their elements. */
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { Schema } from "effect"

/** Makes the deliveries of an organization's new events. */
export const fanOut = { queue: "webhooks", element: Schema.Struct({ organization_id: OrganizationId }) } as const

/** Sends the due deliveries of a receiver. */
export const receivers = { queue: "receivers", element: Receiver } as const

/**
 * Sends the due deliveries of a chain. Versions before `receivers` use this queue; their servers may still run and fill
 * it.
 */
export const chains = { queue: "deliveries", element: Receiver } as const

/** Deletes the rest of a removed webhook. */
export const removal = {
  queue: "removals",
  element: Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
} as const

/** Makes the waiting deliveries of a re-enabled webhook due. */
export const resumption = {
  queue: "resumptions",
  element: Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
} as const
