/** Transactions over several writes, which start over as a whole if one of the writes loses a race. */
import { type Outcome, type TransactionOptions, Transactions } from "@candor/domain/Transactions"
import { Duration, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { isBrokenReference, isCollision, isLocked, isUnavailable } from "../database/SqlFailures.ts"
import { CurrentTransaction, RaceLost } from "./CurrentTransaction.ts"
import { brokenAttempts, lockedPause } from "./Writing.ts"

/** Every lost race is somebody else's success, so this many in a row mean that something is broken. */
const maxAttempts = 1000

/** Begins a transaction whose reads see one snapshot. It fails if it changes a row that was changed after that. */
const beginSnapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ"

/** Rolls a transaction back, and carries its result. */
class NotKept<A> {
  readonly value: A
  constructor(value: A) {
    this.value = value
  }
}

/** Returns the pause before the transaction starts over; undefined if this defect is no reason to. */
const pauseAfter = (defect: unknown): Duration.Duration | undefined => {
  if (defect instanceof RaceLost) return Duration.zero
  if (!SqlError.isSqlError(defect)) return undefined
  return isLocked(defect) ? lockedPause : isCollision(defect) ? Duration.zero : undefined
}

/** Makes the defect of a transaction that lost every race: the load is too high, and a retry by the client may help. */
const overtaken = (cause: unknown) => {
  const message = "Others were faster with every attempt at the transaction"
  return new SqlError.SqlError({ reason: new SqlError.LockTimeoutError({ cause, message, operation: "transaction" }) })
}

/** Makes transactions that start over up to `attempts` times. */
export const make = (attempts = maxAttempts) =>
  Effect.map(SqlClient.SqlClient, (sql) => {
    const transaction = { savepoint: sql.withTransaction }

    const once = <A, E, R>(
      effect: Effect.Effect<Outcome<A>, E, R>,
      { isSnapshot }: TransactionOptions
    ): Effect.Effect<A, E, R> =>
      effect.pipe(
        Effect.flatMap(({ isKept, value }) => isKept ? Effect.succeed(value) : Effect.fail(new NotKept(value))),
        Effect.provideService(CurrentTransaction, transaction),
        sql.withTransaction,
        Effect.provideService(SqlClient.BeginTransaction, isSnapshot ? beginSnapshot : undefined),
        Effect.catch((error) => {
          if (error instanceof NotKept) return Effect.succeed(error.value as A)
          if (!SqlError.isSqlError(error)) return Effect.fail(error as E)
          // Deferred foreign keys report a lost race at the commit, not to the write that broke them.
          return Effect.die(isBrokenReference(error) ? new RaceLost() : error)
        })
      )

    const run = <A, E, R>(
      effect: Effect.Effect<Outcome<A>, E, R>,
      options: TransactionOptions
    ): Effect.Effect<A, E, R> => {
      const attempt = (remaining: number, broken: number): Effect.Effect<A, E, R> =>
        Effect.catchDefect(once(effect, options), (defect) => {
          const pause = pauseAfter(defect)
          if (pause === undefined) return Effect.die(defect)
          const breaks = broken + (defect instanceof RaceLost && defect.constraint !== undefined ? 1 : 0)
          if (remaining === 0 || breaks === brokenAttempts)
            return Effect.die(isUnavailable(defect) ? defect : overtaken(defect))
          return Effect.andThen(Effect.sleep(pause), attempt(remaining - 1, breaks))
        })
      // A nested transaction is part of the outer one, which commits and retries.
      return Effect.flatMap(CurrentTransaction, (current) =>
        current === undefined ? attempt(attempts, 0) : Effect.map(effect, ({ value }) => value))
    }

    const part = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.catchIf(
        sql.withTransaction(effect),
        (error): error is SqlError.SqlError =>
          SqlError.isSqlError(error),
        (error) => Effect.die(error)
      ) as Effect.Effect<A, E, R>

    return Transactions.of({ run, part })
  })

export const layer = Layer.effect(Transactions, make())
