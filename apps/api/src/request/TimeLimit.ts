/** Limits how long a request may be handled. */
import { Cause, type Context, type Duration, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { hasArrived } from "./RequestBody.ts"

/** The body of a request did not come to its end within the time limit. */
export class BodyTooSlow extends Error {}

/** Fails with a defect that says whether the body of the request had arrived. */
const fail = Effect.gen(function*() {
  const arrived = yield* hasArrived(yield* HttpServerRequest.HttpServerRequest)
  return yield* Effect.die(arrived ? new Cause.TimeoutError() : new BodyTooSlow())
})

/**
 * Interrupts the handling after `limit`, which is answered with 408 while the body is being read, and else with 503. It is
 * `Effect.timeoutOrElse` without its race of two fibers, for half of the processor time (decision 0031).
 */
export const within = (limit: Duration.Input) => {
  const sleep = Effect.sleep(limit)
  return <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E, HttpServerRequest.HttpServerRequest>((resume) => {
        const fork = Effect.runForkWith(context)
        const handling = fork(handle)
        const timer = fork(Effect.map(sleep, () => resume(Effect.andThen(Fiber.interrupt(handling), fail))))
        handling.addObserver((exit) => {
          timer.interruptUnsafe()
          resume(exit)
        })
        return Fiber.interruptAll([handling, timer])
      }))
}
