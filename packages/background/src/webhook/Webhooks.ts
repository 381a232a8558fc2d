/** Makes deliveries of events, and resumes and removes webhooks. */
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { fanOut, removal, resumption } from "@candor/sql/queue/WebhookWork"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

/** Fans out events to webhooks, resumes webhooks that were enabled again, and deletes the rows of removed ones. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const queue = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  yield* consume({
    ...fanOut,
    concurrency: 4,
    maxAttempts: 100,
    handle: ({ organization_id }) => Effect.asVoid(queue.fanOut(organization_id))
  })
  yield* consume({
    ...resumption,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => queue.resume(organization_id, endpoint_id)
  })
  yield* consume({
    ...removal,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => webhooks.purge(organization_id, endpoint_id)
  })
}))
