/** The transaction that several writes of one request share. A write within it cannot be retried alone. */
import { Context, type Effect } from "effect"
import type { SqlError } from "effect/sql"

export interface SharedTransaction {
  /** Runs a statement in a savepoint: if it fails, the transaction goes on as it was before. */
  readonly savepoint: <A, E, R>(statement: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError.SqlError, R>
}

/** The transaction of the current request; undefined if each write has its own. */
export const CurrentTransaction = Context.Reference<SharedTransaction | undefined>("@candor/sql/CurrentTransaction", {
  defaultValue: () => undefined
})

/**
 * Another write was faster, so the whole transaction must start over. It is a defect inside the transaction, and leaves
 * it only as the cause of a failure.
 */
export class RaceLost extends Error {
  /** The declared constraint that the write broke; undefined if another write changed its row. */
  readonly constraint: string | undefined
  constructor(constraint?: string) {
    super()
    this.constraint = constraint
  }
}
