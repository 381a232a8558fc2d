/** The span of a decision, if its trace is exported. */
import type { Decided, Decision } from "@candor/domain/Decision"
import { Effect, References, Result } from "effect"

const tagOf = (failure: unknown): string =>
  typeof failure === "object" && failure !== null && "_tag" in failure ? String(failure._tag) : "failure"

/** Returns the types of the events, or the failure's name. */
const outcomeOf = <Entity, Failure>(decision: Decision<Entity, Failure>): string => {
  if (Result.isFailure(decision)) return tagOf(decision.failure)
  const types = decision.success.events.map(({ type }) => type)
  return types.length === 0 ? "unchanged" : [...new Set(types)].join(", ")
}

const inSpan = <Entity, Failure>(decide: () => Decision<Entity, Failure>): Effect.Effect<Decision<Entity, Failure>> =>
  Effect.useSpan("decide", (span) =>
    Effect.sync(() => {
      const decision = decide()
      span.attribute("candor.decision", outcomeOf(decision))
      return decision
    }))

/**
 * Decides, in a span if the trace is exported. A refusal is an outcome like any other, and does not mark the span as
 * failed.
 */
export const decisionSpan = <Entity, Failure>(
  decide: () => Decision<Entity, Failure>
): Effect.Effect<Decided<Entity>, Failure> =>
  Effect.flatMap(
    References.TracerEnabled,
    (isTraced) => isTraced ? Effect.flatMap(inSpan(decide), Effect.fromResult) : Effect.fromResult(decide())
  )
