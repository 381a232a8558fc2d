/** Provokes lost races reliably: a write reads the clock between its load and its save. */
import { Clock, Effect } from "effect"

/** Runs `write`, and `interference` when it first reads the clock. */
export const meanwhile = <A, E, R, E2, R2>(
  interference: Effect.Effect<unknown, E2, R2>,
  write: Effect.Effect<A, E, R>
) =>
  Effect.gen(function*() {
    const clock = yield* Clock.Clock
    const context = yield* Effect.context<R2>()
    let waiting = true
    const interfering: Clock.Clock = {
      currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe(),
      currentTimeMillis: Effect.suspend(() => {
        const first = waiting
        waiting = false
        return first
          ? Effect.andThen(Effect.orDie(Effect.provideContext(interference, context)), clock.currentTimeMillis)
          : clock.currentTimeMillis
      }),
      currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
      currentTimeNanos: clock.currentTimeNanos,
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration)
    }
    return yield* Effect.provideService(write, Clock.Clock, interfering)
  })
