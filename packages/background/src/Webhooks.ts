/** The background work that turns what happened into deliveries to webhooks. */
import { OrganizationId } from "@candor/domain/Id"
import { WebhookDeliveries } from "@candor/domain/WebhookDeliveries"
import { Clock, Effect, Layer, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { createHash } from "node:crypto"
import { consume } from "./Consumer.ts"

const queue = "webhooks"
const Element = Schema.Struct({ organization_id: OrganizationId })

/** One id for each organization and second, so that much work leaves one piece of work behind. */
const followUp = (organization: OrganizationId, millis: number) => {
  const hex = createHash("md5").update(`${organization} ${Math.floor(millis / 1000)}`).digest("hex")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/**
 * Makes the deliveries of what has happened. An event can have no place in the order yet, because a
 * transaction that began before it is under way, perhaps one that asks for no work: so a second later
 * it is looked at again.
 */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const deliveries = yield* WebhookDeliveries
  const again = yield* PersistedQueue.make({ name: queue, schema: Element })
  yield* consume({
    queue,
    element: Element,
    concurrency: 4,
    maxAttempts: 100,
    handle: Effect.fnUntraced(function*(element) {
      const complete = yield* deliveries.fanOut(element.organization_id)
      if (complete) return
      const id = followUp(element.organization_id, yield* Clock.currentTimeMillis)
      yield* again.offer(element, { id, delay: "1 second" })
    })
  })
}))
