/** Traces of a program, if a collector is configured (decision 0018). */
import { type Config, Context, Effect, Layer, Option, References, type Scope } from "effect"
import { HttpMiddleware } from "effect/http"
import { Statement } from "effect/sql"
import { traceSettings } from "./TraceSettings.ts"

export { settings } from "./TraceSettings.ts"

/**
 * Runs a program with the configured tracer, until the scope closes. Without a collector nothing is loaded, and nothing
 * is recorded.
 */
export const traced = <A, E, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | Config.ConfigError, R | Scope.Scope> =>
  Effect.gen(function*() {
    const settings = yield* traceSettings
    if (Option.isNone(settings)) return yield* program
    const { layer } = yield* Effect.promise(() => import("./Traces.ts"))
    const context = yield* Layer.build(layer(settings.value))
    const { perSecond, sampler, url } = settings.value
    yield* Effect.logInfo("Sending traces").pipe(
      Effect.annotateLogs({ collector: new URL(url).origin, sampler: sampler.name, traces_per_second: perSecond })
    )
    return yield* Effect.provideContext(
      program,
      context.pipe(
        Context.add(References.TracerEnabled, true),
        // The drivers create no spans of their own, and propagating a context to each statement costs more than its
        // span.
        Context.add(Statement.SpanPropagationEnabled, false),
        // The library's span of a request has the full URL, whose query may contain names of people.
        Context.add(HttpMiddleware.TracerDisabledWhen, () => true)
      )
    )
  })
