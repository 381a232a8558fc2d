/** Limits how long a request may be handled. */
import { Cause, Clock, Context, Duration, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { hasArrived } from "./RequestBody.ts"

/** The body of a request did not come to its end within the time limit. */
export class BodyTooSlow extends Error {}

/** Fails with a defect that says whether the body of the request had arrived. */
const fail = Effect.gen(function*() {
  const arrived = yield* hasArrived(yield* HttpServerRequest.HttpServerRequest)
  return yield* Effect.die(arrived ? new Cause.TimeoutError() : new BodyTooSlow())
})

const systemClock = Context.get(Context.empty(), Clock.Clock)

/** Calls back after so many milliseconds of a clock, unless it is cancelled before. The system's clock needs no fiber for it. */
const after = (clock: Clock.Clock, millis: number, call: () => void): () => void => {
  if (clock === systemClock) {
    const timer = setTimeout(call, millis)
    return () => clearTimeout(timer)
  }
  const fiber = Effect.runFork(Effect.map(clock.sleep(Duration.millis(millis)), call))
  return () => fiber.interruptUnsafe()
}

/**
 * Interrupts the handling after `limit`, which is answered with 408 while the body is being read, and else with 503. It is
 * `Effect.timeoutOrElse` without its race of two fibers, for half of the processor time (decision 0031).
 */
export const within = (limit: Duration.Input) => {
  const millis = Duration.toMillis(limit)
  return <A, E, R>(handle: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | HttpServerRequest.HttpServerRequest> =>
    Effect.contextWith((context: Context.Context<R>) =>
      Effect.callback<A, E, HttpServerRequest.HttpServerRequest>((resume) => {
        const handling = Effect.runForkWith(context)(handle)
        const cancel = after(Context.get(context, Clock.Clock), millis, () => resume(Effect.andThen(Fiber.interrupt(handling), fail)))
        handling.addObserver((exit) => {
          cancel()
          resume(exit)
        })
        return Fiber.interrupt(handling)
      }))
}
