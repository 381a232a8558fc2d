/** Keeps the log of deliveries from growing for ever. */
import { Organizations } from "@candor/domain/organization/Organizations"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Effect, Layer, Schedule } from "effect"

/** Once an hour deletes what was finished longer ago than the log keeps it. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const organizations = yield* Organizations
  const deliveries = yield* DeliveryQueue
  yield* organizations.list.pipe(
    Effect.flatMap((all) => Effect.forEach(all, ({ id }) => deliveries.forget(id), { discard: true })),
    Effect.catchCause((cause) => Effect.logWarning("Old deliveries could not be deleted", cause)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
}))
