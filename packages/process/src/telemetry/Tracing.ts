/** Traces of a program, where a collector is configured for them (decision 0018). */
import { type Config, Context, Effect, Layer, Option, References, type Scope } from "effect"
import { HttpMiddleware } from "effect/http"
import { Statement } from "effect/sql"
import { traceSettings } from "./TraceSettings.ts"

export { settings } from "./TraceSettings.ts"

/**
 * Runs a program with the tracer of its settings, until the scope closes. Without a collector nothing is loaded, and
 * the tracer is the one that records nothing.
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
        // The drivers have no spans of their own, and a context for each statement costs more than its span.
        Context.add(Statement.SpanPropagationEnabled, false),
        // The library's span of a request has the whole URL, whose query may have names of persons in it.
        Context.add(HttpMiddleware.TracerDisabledWhen, () => true)
      )
    )
  })
