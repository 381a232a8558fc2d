/** The span of an attempt at work, where traces are sent somewhere: the first of a trace of its own. */
import { Effect, Tracer } from "effect"

/** Runs an attempt in a span. */
export const attemptSpan = (queue: string, { attempts, id }: { readonly id: string; readonly attempts: number }) =>
<A, E, R>(attempt: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.useSpan(`attempt ${queue}`, {
    root: true,
    kind: "consumer",
    attributes: { "candor.queue": queue, "candor.work_id": id, "candor.attempt": attempts }
  }, (span) => Effect.provideService(attempt, Tracer.ParentSpan, span))
