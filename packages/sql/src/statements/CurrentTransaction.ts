/** The transaction that several writes share, where a write cannot start over by itself. */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

export interface SharedTransaction {
  /** Runs a statement whose failure leaves the transaction as it was. */
  readonly savepoint: <A, E, R>(statement: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** The transaction of the present request; undefined where each write is one by itself. */
export const CurrentTransaction = Context.Reference<SharedTransaction | undefined>("@candor/sql/CurrentTransaction", {
  defaultValue: () => undefined
})

/**
 * Another write was faster, so that the whole transaction has to start over. Dies within it, and never leaves it but as
 * the cause of a failure that says so.
 */
export class RaceLost extends Error {}
