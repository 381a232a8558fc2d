/**
 * Work of a handler that waits for other servers, such as those of calendars, and must not hold a database connection
 * meanwhile. If a handler in a transaction requests such work, the handler is stopped, the transaction is rolled back,
 * the work is done, and the handler runs again.
 */
import { Context, Effect } from "effect"

class Postponed {
  readonly work: Effect.Effect<void>
  constructor(work: Effect.Effect<void>) {
    this.work = work
  }
}

/** When requested work is done: at once, after the rollback of the transaction, or already. */
const Beforehand = Context.Reference<"now" | "postponed" | "done">("@candor/api/Beforehand", {
  defaultValue: () => "now"
})

/** Does work outside of the handler's transaction. Call it before the handler changes anything. */
export const beforehand = (work: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(
    Beforehand,
    (when) => when === "now" ? work : when === "done" ? Effect.void : Effect.die(new Postponed(work))
  )

/** Runs a transaction. If its handler requests work beforehand, does that work and runs the transaction again. */
export const afterWork = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  transaction.pipe(
    Effect.provideService(Beforehand, "postponed"),
    Effect.catchDefect((defect) =>
      defect instanceof Postponed
        ? Effect.andThen(defect.work, Effect.provideService(transaction, Beforehand, "done"))
        : Effect.die(defect)
    )
  )
