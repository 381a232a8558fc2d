/** Bounds the time of the finalizers of a program. */
import { Deferred, Duration, Effect, Scope } from "effect"

/**
 * Runs an effect with a scope of its own, as `Effect.scoped` does, and ends at most `limit` after the effect has, also
 * where a finalizer of the scope is still waiting, for a database that does not answer for example.
 */
export const scopedWithin =
  (limit: Duration.Duration) => <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Scope.Scope>> =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function*() {
        const scope = yield* Scope.make()
        const exit = yield* Effect.exit(restore(Scope.provide(self, scope)))
        const closed = yield* Deferred.make<boolean>()
        yield* Effect.forkDetach(Effect.ensuring(Scope.close(scope, exit), Deferred.succeed(closed, true)))
        const timer = yield* Effect.forkDetach(Effect.andThen(Effect.sleep(limit), Deferred.succeed(closed, false)))
        if (!(yield* Deferred.await(closed))) {
          yield* Effect.logWarning(
            `Finalizers did not end within ${
              Duration.format(limit)
            }; work of this process is free when its locks expire`
          )
        }
        timer.interruptUnsafe()
        return yield* exit
      })
    )
