/** Limits how long a request may be handled. */
import { Cause, type Duration, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { hasArrived } from "./RequestBody.ts"

/** The body of a request did not come to its end within the time limit. */
export class BodyTooSlow extends Error {}

/** Fails with a defect that says whether the body of the request had arrived. */
const fail = Effect.gen(function*() {
  const arrived = yield* hasArrived(yield* HttpServerRequest.HttpServerRequest)
  return yield* Effect.die(arrived ? new Cause.TimeoutError() : new BodyTooSlow())
})

/** Interrupts the handling after `limit`, which is answered with 408 while the body is being read, and else with 503. */
export const within = (limit: Duration.Input) =>
  <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.timeoutOrElse(handle, { duration: limit, orElse: () => fail })
