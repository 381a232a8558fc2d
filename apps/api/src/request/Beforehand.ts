/**
 * Work of a handler that waits for others, such as servers of calendars, and so is not done while a transaction holds a
 * connection: a handler that runs in one is ended, the transaction is rolled back, the work is done, and the handler
 * runs anew.
 */
import { Context, Effect } from "effect"

class Postponed {
  readonly work: Effect.Effect<void>
  constructor(work: Effect.Effect<void>) {
    this.work = work
  }
}

/** Whether work is done where a handler asks for it, after its transaction, or was done before it. */
const Beforehand = Context.Reference<"now" | "postponed" | "done">("@candor/api/Beforehand", {
  defaultValue: () => "now"
})

/** Does work before a handler changes anything, and outside of its transaction. */
export const beforehand = (work: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(
    Beforehand,
    (when) => when === "now" ? work : when === "done" ? Effect.void : Effect.die(new Postponed(work))
  )

/** Runs a transaction, again where its handler has work to do beforehand. */
export const afterWork = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  transaction.pipe(
    Effect.provideService(Beforehand, "postponed"),
    Effect.catchDefect((defect) =>
      defect instanceof Postponed
        ? Effect.andThen(defect.work, Effect.provideService(transaction, Beforehand, "done"))
        : Effect.die(defect)
    )
  )
