/** The background work that turns what happened into deliveries to webhooks. */
import { OrganizationId, WebhookId } from "@candor/domain/Id"
import { WebhookDeliveries } from "@candor/domain/WebhookDeliveries"
import { Effect, Layer, Schema } from "effect"
import { consume } from "./Consumer.ts"

/**
 * Makes the deliveries of what has happened, and makes due what waits for a webhook that was enabled
 * again.
 */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const deliveries = yield* WebhookDeliveries
  yield* consume({
    queue: "webhooks",
    element: Schema.Struct({ organization_id: OrganizationId }),
    concurrency: 4,
    maxAttempts: 100,
    handle: ({ organization_id }) => Effect.asVoid(deliveries.fanOut(organization_id))
  })
  yield* consume({
    queue: "resumptions",
    element: Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId }),
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => deliveries.resume(organization_id, endpoint_id)
  })
}))
