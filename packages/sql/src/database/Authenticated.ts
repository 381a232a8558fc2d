/** The pending authentication of a request. All its statements except shared reads wait for it (decision 0018). */
import { Context, Effect } from "effect"

/**
 * Succeeds once the current request is authenticated. Undefined if it was authenticated before, or if there is no
 * request.
 */
export const Authenticated = Context.Reference<Effect.Effect<void> | undefined>("@candor/sql/Authenticated", {
  defaultValue: () => undefined
})

/** Runs an effect once the current request is authenticated. */
export const onceAuthenticated = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const authenticated = Context.get(context, Authenticated)
    return authenticated === undefined ? effect : Effect.andThen(authenticated, effect)
  })
