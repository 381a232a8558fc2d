/** What a request does for traces while they are off, in isolation: servers differ by more than that from one run to the next. */
import { batchSpan } from "@candor/sql/statements/BatchTelemetry"
import { decisionSpan } from "@candor/sql/statements/DecisionSpan"
import { Context, Effect, References, Result } from "effect"

const repetitions = 20_000

/** Of which the fastest counts. */
const tries = 12

const decided = Result.succeed({ entity: {}, events: [] })

/** Microseconds that an effect takes. */
const microsOf = <A, E>(make: () => Effect.Effect<A, E>): number => {
  const all = Effect.gen(function*() {
    for (let n = 0; n < repetitions; n++) yield* make()
  }).pipe(Effect.provideService(References.TracerEnabled, false))
  const times = Array.from({ length: tries }, () => {
    const began = performance.now()
    Effect.runSync(Effect.orDie(all))
    return performance.now() - began
  })
  return (Math.min(...times) * 1000) / repetitions
}

/** Microseconds that a write pays: for two batches, which it may share with others, and a decision. A read pays for one batch. */
export const microsOfWrite = (): number => {
  const batch = microsOf(() => batchSpan("read", 2, [], Context.empty(), Effect.void)) - microsOf(() => Effect.void)
  const decision = microsOf(() => decisionSpan(() => decided)) - microsOf(() => Effect.fromResult(decided))
  return 2 * batch + decision
}
