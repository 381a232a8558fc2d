/** Deletes old entries of the log of deliveries. */
import { Organizations } from "@candor/domain/organization/Organizations"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Effect, Layer, Schedule } from "effect"

/** Deletes deliveries every hour that finished more than `keptDays` ago. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const organizations = yield* Organizations
  const queue = yield* DeliveryQueue
  yield* organizations.list.pipe(
    Effect.flatMap((all) => Effect.forEach(all, ({ id }) => queue.forget(id), { discard: true })),
    Effect.catchCause((cause) => Effect.logWarning("Old deliveries could not be deleted", cause)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
}))
