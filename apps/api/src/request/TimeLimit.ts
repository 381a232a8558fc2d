/** Limits how long a request may be handled. */
import { Cause, Context, Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { hasArrived } from "./RequestBody.ts"

/** The body of a request did not arrive completely within the time limit. */
export class BodyTooSlow extends Error {}

/** Fails with a defect that says whether the body of the request had arrived. */
const fail = Effect.gen(function*() {
  const arrived = yield* hasArrived(yield* HttpServerRequest.HttpServerRequest)
  return yield* Effect.die(arrived ? new Cause.TimeoutError() : new BodyTooSlow())
})

/** The factor by which time limits are longer than documented. Tests set it, for machines under load. */
export const Leniency = Context.Reference<number>("@candor/api/Leniency", { defaultValue: () => 1 })

/** Interrupts the handling after `limit`: with 408 while the body is being read, otherwise with 503. */
export const within =
  (limit: Duration.Input) =>
  <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.flatMap(
      Leniency,
      (leniency) =>
        Effect.timeoutOrElse(handle, {
          duration: Duration.times(Duration.fromInputUnsafe(limit), leniency),
          orElse: () => fail
        })
    )
