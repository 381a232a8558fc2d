/** The span of a decision, within a trace that is sent somewhere. */
import type { Decided, Decision } from "@candor/domain/Decision"
import { Effect, References, Result } from "effect"

const tagOf = (failure: unknown): string =>
  typeof failure === "object" && failure !== null && "_tag" in failure ? String(failure._tag) : "failure"

/** What was decided: the types of the events, or the failure's name. */
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
 * Decides, in a span where the trace is sent somewhere. A refusal is an outcome like others, and no error of the span.
 */
export const decisionSpan = <Entity, Failure>(
  decide: () => Decision<Entity, Failure>
): Effect.Effect<Decided<Entity>, Failure> =>
  Effect.flatMap(
    References.TracerEnabled,
    (isTraced) => isTraced ? Effect.flatMap(inSpan(decide), Effect.fromResult) : Effect.fromResult(decide())
  )
