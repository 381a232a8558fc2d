/** Shares one run of a read among all callers that request the same while it is running. */
import { Deferred, Effect, Exit, FiberSet } from "effect"

/** Makes the function that shares reads by key. A read goes on if its first caller leaves, and ends with the scope. */
export const make = <A, E>() =>
  Effect.map(FiberSet.makeRuntime<never>(), (fork) => {
    const underWay = new Map<string, Deferred.Deferred<A, E>>()
    return (key: string, read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const known = underWay.get(key)
        if (known !== undefined) return Deferred.await(known)
        const result = Deferred.makeUnsafe<A, E>()
        underWay.set(key, result)
        fork(Effect.onExit(read, (exit: Exit.Exit<A, E>) =>
          Effect.sync(() => {
            underWay.delete(key)
            Deferred.doneUnsafe(result, exit)
          })))
        return Deferred.await(result)
      })
  })
