/** The background work that turns what happened into deliveries to webhooks. */
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { fanOut, removal, resumption } from "@candor/sql/queue/WebhookWork"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

/**
 * Makes the deliveries of what has happened, makes due what waits for a webhook that was enabled again, and
 * deletes what a removed webhook leaves.
 */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const deliveries = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  yield* consume({
    ...fanOut,
    concurrency: 4,
    maxAttempts: 100,
    handle: ({ organization_id }) => Effect.asVoid(deliveries.fanOut(organization_id))
  })
  yield* consume({
    ...resumption,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => deliveries.resume(organization_id, endpoint_id)
  })
  yield* consume({
    ...removal,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => webhooks.purge(organization_id, endpoint_id)
  })
}))
