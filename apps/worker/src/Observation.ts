/** The worker's HTTP endpoints for operators: liveness, readiness and metrics. */
import { BackgroundStatus } from "@candor/background/BackgroundStatus"
import { Port } from "@candor/process/Address"
import { CannotListen } from "@candor/process/CannotListen"
import * as Readiness from "@candor/sql/database/Readiness"
import { Config, Effect, Layer, Option } from "effect"
import { PrometheusMetrics } from "effect/observability"

/** The port and the address. Without `WORKER_PORT`, the worker does not listen. */
const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.option(Config.schema(Port, "WORKER_PORT"))
}

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** RFC 9110, section 15.6.4. The contract has its own; a worker does not serve the contract. */
const serviceUnavailable = 503

const ok = Effect.sync(() => Response.json({ status: "ok" }))

/** A worker is ready if its database takes writes and no consumer is stalled. */
const ready = Effect.gen(function*() {
  const readiness = yield* Readiness.make
  const { report } = yield* BackgroundStatus
  return Effect.zipWith(readiness, report, (access, background) => {
    const database = Option.getOrElse(access, () => "away" as const)
    return database === "reads_and_writes" && background.stalled.length === 0
      ? Response.json({ status: "ok", database, background })
      : Response.json({ status: "unavailable", database, background }, { status: serviceUnavailable })
  })
})

const metrics = Effect.map(
  PrometheusMetrics.format(),
  (text) => new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
)

/** Serves the endpoints until the scope closes. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { hostname, port } = yield* Config.all(variables)
  if (Option.isNone(port)) return
  const isReady = yield* ready
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const server = yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          hostname,
          port: port.value,
          routes: {
            "/health/live": { GET: () => run(ok) },
            "/health/ready": { GET: () => run(isReady) },
            "/metrics": { GET: () => run(metrics) }
          }
        }),
      catch: (cause) => new CannotListen({ hostname, port: port.value, variable: "WORKER_PORT", cause })
    }),
    (server) => Effect.promise(() => server.stop(true))
  )
  yield* Effect.logInfo(`Serving health and metrics on ${server.url.origin}`)
}))
