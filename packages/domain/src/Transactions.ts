/** The port to transactions over several calls of other ports. */
import { Context, type Effect } from "effect"

/** The result of a transaction, and whether its changes are kept. */
export interface Outcome<A> {
  readonly value: A
  readonly isKept: boolean
}

export interface TransactionOptions {
  /**
   * Whether all reads see one snapshot. A concurrent change to a row that was read and then written is then a lost
   * race.
   */
  readonly isSnapshot: boolean
}

export class Transactions extends Context.Service<Transactions, {
  /**
   * Runs an effect in one transaction, and returns its result. Changes are rolled back if the effect fails, or if the
   * outcome says so. The effect runs again after a lost race, so it must change nothing but stored data. Inside another
   * transaction, it joins that one.
   */
  readonly run: <A, E, R>(
    effect: Effect.Effect<Outcome<A>, E, R>,
    options: TransactionOptions
  ) => Effect.Effect<A, E, R>
  /**
   * Runs a part of a transaction as a savepoint: if it fails, only its changes are rolled back, and the transaction
   * goes on.
   */
  readonly part: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}>()("@candor/domain/Transactions") {}
