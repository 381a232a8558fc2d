/** The shape of every write: load, decide, save, and again where somebody else was faster. */
import type { Actor, Worker } from "@candor/domain/Actor"
import type { Decided, Decision, Facts } from "@candor/domain/Decision"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import type { SqlError } from "effect/sql"
import { brokenConstraint, isCollision } from "./SqlFailures.ts"

/** The facts for one decision. */
export const makeFacts = <By extends Actor | Worker>(
  actor: By
): Effect.Effect<Facts<By>, never, SecureRandom.SecureRandom> =>
  Effect.gen(function*() {
    const random = yield* SecureRandom.SecureRandom
    const context = yield* Effect.context<never>()
    return { actor, now: yield* Timestamp.now, nextId: () => Effect.runSyncWith(context)(random.uuidV7()) }
  })

/** What was loaded is no longer so. */
class LostRace extends Schema.TaggedError<LostRace>()("LostRace", {}) {}

const isLostRace = (error: unknown): error is LostRace => error instanceof LostRace

/** Every lost race is somebody else's success; this many in a row mean that something is broken. */
const attempts = 1000

/**
 * Loads, decides, and saves what was decided. A decision without events saves nothing, unless it is
 * bookkeeping (`quietly`).
 *
 * `save` is one statement that returns a row exactly when what was loaded is still so (it compares
 * the version). Where it returns none, or breaks one of the constraints named in `races`, somebody
 * else changed the facts, and the write starts over. `refusals` are constraints that are rules:
 * breaking one is the failure given there. Any other database failure is a defect.
 */
export const write = <By extends Actor | Worker, Loaded, Entity, Failure, LoadFailure = never, Refusal = never>(options: {
  readonly actor: By
  readonly load: Effect.Effect<Loaded, LoadFailure>
  readonly decide: (loaded: Loaded, facts: Facts<By>) => Decision<Entity, Failure>
  readonly save: (
    loaded: Loaded,
    decided: Decided<Entity>,
    facts: Facts<By>
  ) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  readonly races?: ReadonlyArray<string>
  readonly refusals?: { readonly [constraint: string]: Effect.Effect<never, Refusal> }
}): Effect.Effect<Entity, Failure | LoadFailure | Refusal, SecureRandom.SecureRandom> => {
  const refused = (error: SqlError.SqlError): Effect.Effect<never, LostRace | Refusal> => {
    if (isCollision(error)) return Effect.fail(new LostRace())
    const constraint = brokenConstraint(error)
    if (options.races?.includes(constraint)) return Effect.fail(new LostRace())
    return options.refusals?.[constraint] ?? Effect.die(error)
  }
  const attempt = Effect.gen(function*() {
    const loaded = yield* options.load
    const facts = yield* makeFacts(options.actor)
    const decided = yield* Effect.fromResult(options.decide(loaded, facts))
    if (decided.events.length === 0 && !decided.quietly) return decided.entity
    const rows = yield* Effect.catch(options.save(loaded, decided, facts), refused)
    return rows.length === 0 ? yield* new LostRace() : decided.entity
  })
  return attempt.pipe(
    Effect.retry({ while: isLostRace, times: attempts }),
    Effect.catchIf(isLostRace, Effect.die)
  ) as Effect.Effect<Entity, Failure | LoadFailure | Refusal, SecureRandom.SecureRandom>
}
