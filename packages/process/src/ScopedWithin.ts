/** Limits the time of a program's finalizers. */
import { Deferred, Duration, Effect, Scope } from "effect"

/**
 * Runs an effect with its own scope, like `Effect.scoped`, but ends at most `limit` after the effect, even if a
 * finalizer still waits, for instance for a database that does not answer.
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
