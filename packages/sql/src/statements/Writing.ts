/** The shape of every write: load, decide, save, and again if somebody else was faster. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import * as Timestamp from "@candor/domain/Timestamp"
import { Duration, Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlError } from "effect/sql"
import type { Change } from "./Change.ts"
import { CurrentTransaction, RaceLost } from "./CurrentTransaction.ts"
import { decisionSpan } from "./DecisionSpan.ts"
import { brokenConstraint, isCollision, isLocked } from "../database/SqlFailures.ts"
import { ofAllJobs } from "../database/Viewer.ts"

/** Every lost race is somebody else's success, so this many in a row mean that something is broken. */
const attempts = 1000

/**
 * Attempts that break a constraint in `races`. A decision that does not see the row in its way breaks it each time.
 */
export const brokenAttempts = 100

/** Attempts on a row that another transaction has locked. Each waits for `lock_timeout` at most. */
const lockedAttempts = 10

/** The pause between two attempts on a locked row, without a connection. */
export const lockedPause = Duration.millis(200)

/** The rows of a save that lost its race. */
const lost: ReadonlyArray<unknown> = []

/**
 * Failures by the constraint that a change may break. A function finds the failure itself; if it returns no rows, the
 * write starts over.
 */
export type Refusals<Refusal> = Readonly<
  Record<
    string,
    | Effect.Effect<never, Refusal>
    | ((change: Change<unknown, unknown, Actor | Worker>) => Effect.Effect<ReadonlyArray<unknown>, Refusal>)
  >
>

interface Write<By extends Actor | Worker, Before, Entity, Failure, LoadFailure, Refusal> {
  readonly actor: By
  readonly load: Effect.Effect<Before, LoadFailure>
  readonly decide: (before: Before, context: DecisionContext<By>) => Decision<Entity, Failure>
  readonly save: (change: Change<Before, Entity, By>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  readonly races?: ReadonlyArray<string>
  readonly refusals?: Refusals<Refusal>
}

/**
 * Returns the context of one decision. A decision is a plain function, so its ids are drawn without an effect, and have
 * the system's time even if a test has set the `Clock` (decision 0018). The change feed finds a time by the ids of
 * events.
 */
export const contextOf = <By extends Actor | Worker>(actor: By): Effect.Effect<DecisionContext<By>> =>
  Effect.map(Timestamp.now, (now) => ({ actor, now, nextId: SecureRandom.uuidV7Unsafe }))

/**
 * Loads the state, decides, and saves the decision. A decision without events saves nothing, unless it is bookkeeping
 * (`withoutEvents`).
 *
 * `load` sees what the viewer may see, `save` sees all rows.
 *
 * `save` is one statement that returns a row exactly if the stored state is still the loaded one (it compares the
 * version). If it returns none, or breaks a constraint in `races`, another write was faster, and this one starts over,
 * a bounded number of times.
 * `refusals` has the failures of constraints that are rules. If another transaction has locked the row, the write
 * retries for about ten seconds. Any other database failure is a defect.
 *
 * Within a transaction of several writes, the transaction starts over instead of the write.
 */
export const write = <By extends Actor | Worker, Before, Entity, Failure, LoadFailure = never, Refusal = never>(
  options: Write<By, Before, Entity, Failure, LoadFailure, Refusal>
): Effect.Effect<Entity, Failure | LoadFailure | Refusal> =>
  Effect.flatMap(CurrentTransaction, (transaction) => {
    let locked = 0
    let broken = 0
    const refused =
      (change: Change<Before, Entity, By>) =>
      (error: SqlError.SqlError): Effect.Effect<ReadonlyArray<unknown>, Refusal> => {
        const constraint = brokenConstraint(error)
        if (isLocked(error) && ++locked < lockedAttempts) return Effect.as(Effect.sleep(lockedPause), lost)
        if (isCollision(error)) return Effect.succeed(lost)
        if (options.races?.includes(constraint)) {
          if (transaction !== undefined) return Effect.die(new RaceLost(constraint))
          return ++broken < brokenAttempts ? Effect.succeed(lost) : Effect.die(error)
        }
        const refusal = options.refusals?.[constraint] ?? Effect.die(error)
        return typeof refusal === "function" ? refusal(change) : refusal
      }
    /** Saves the change. Returns no rows if another write was faster. */
    const save = (change: Change<Before, Entity, By>) => {
      const save = ofAllJobs(options.save(change))
      if (transaction === undefined) return Effect.catch(save, refused(change))
      // A refusal may read from the database after its constraint was broken, so the transaction has to survive the
      // failure.
      const saved = options.refusals === undefined ? save : transaction.savepoint(save)
      return Effect.catch(saved, (error) => isLocked(error) ? Effect.die(error) : refused(change)(error))
    }
    const again = (attempt: number): Effect.Effect<Entity, Failure | LoadFailure | Refusal> =>
      attempt === attempts
        ? Effect.die(new Error(`${attempts} races were lost in a row`))
        : Effect.flatMap(options.load, (before) =>
          Effect.flatMap(contextOf(options.actor), (context) =>
            Effect.flatMap(decisionSpan(() => options.decide(before, context)), (decided) => {
              if (decided.events.length === 0 && !decided.withoutEvents)
                return Effect.succeed(decided.entity)
              const change = { organization_id: options.actor.organization_id, before, decided, context }
              return Effect.flatMap(save(change), (rows) => {
                if (rows.length > 0)
                  return Effect.succeed(decided.entity)
                return transaction === undefined ? again(attempt + 1) : Effect.die(new RaceLost())
              })
            })))
    return again(0)
  })
