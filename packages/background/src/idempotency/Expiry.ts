/** Deletes answers of idempotency keys that have expired. */
import { IdempotencyKeys } from "@candor/domain/idempotency/IdempotencyKeys"
import { Effect, Layer, Schedule } from "effect"

/** Deletes them every ten minutes. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const keys = yield* IdempotencyKeys
  yield* keys.forget.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Expired answers of idempotency keys could not be deleted", cause)),
    Effect.repeat(Schedule.spaced("10 minutes")),
    Effect.forkScoped
  )
}))
