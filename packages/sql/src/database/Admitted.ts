/** The admission of a request, which its statements wait for, but for shared reads (decision 0018). */
import { Context, Effect } from "effect"

/** Succeeds once the present request is admitted. Undefined where nothing is waited for: it was admitted before, or there is none. */
export const Admitted = Context.Reference<Effect.Effect<void> | undefined>("@candor/sql/Admitted", { defaultValue: () => undefined })

/** Runs an effect once the present request is admitted. */
export const onceAdmitted = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.contextWith((context: Context.Context<R>) => {
    const admitted = Context.get(context, Admitted)
    return admitted === undefined ? effect : Effect.andThen(admitted, effect)
  })
