/** The port to transactions over several calls of other ports. */
import { Context, type Effect } from "effect"

/** The result of a transaction, and whether its changes are kept. */
export interface Outcome<A> {
  readonly value: A
  readonly isKept: boolean
}

export interface TransactionOptions {
  /** Whether all reads see one state, such that a change of what was read and is written since is a lost race. */
  readonly isSnapshot: boolean
}

export class Transactions extends Context.Service<Transactions, {
  /**
   * Runs an effect in one transaction, and returns its result. Changes are kept all or none; none where the effect
   * fails. The effect runs again if it lost a race, so it must change nothing but what is stored. Within a transaction
   * it is part of that.
   */
  readonly run: <A, E, R>(
    effect: Effect.Effect<Outcome<A>, E, R>,
    options: TransactionOptions
  ) => Effect.Effect<A, E, R>
  /** Runs a part of a transaction, of which nothing is kept where it fails; the transaction goes on. */
  readonly part: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("@candor/domain/Transactions") {}
