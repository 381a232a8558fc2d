/** What those who run workers can ask one: whether it runs, whether it can work, and its figures. */
import { BackgroundStatus } from "@candor/background/BackgroundStatus"
import { Port } from "@candor/process/Address"
import { CannotListen } from "@candor/process/CannotListen"
import * as Readiness from "@candor/sql/database/Readiness"
import { Config, Effect, Layer, Option } from "effect"
import { PrometheusMetrics } from "effect/observability"

/** `WORKER_PORT`, on the address that `HOST` names; without it a worker listens nowhere. */
const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.option(Config.schema(Port, "WORKER_PORT"))
}

/** `HOST` and `WORKER_PORT`, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** Not a matter of the contract, which a worker does not serve (RFC 9110, section 15.6.4). */
const serviceUnavailable = 503

const ok = Effect.sync(() => Response.json({ status: "ok" }))

/** Ready is a worker whose database takes writes and whose consumers look for work. */
const ready = Effect.gen(function*() {
  const ability = yield* Readiness.make
  const { report } = yield* BackgroundStatus
  return Effect.zipWith(ability, report, (able, background) => {
    const database = Option.getOrElse(able, () => "away" as const)
    return database === "reads_and_writes" && background.stalled.length === 0
      ? Response.json({ status: "ok", database, background })
      : Response.json({ status: "unavailable", database, background }, { status: serviceUnavailable })
  })
})

const metrics = Effect.map(
  PrometheusMetrics.format(),
  (text) => new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
)

/** Answers until the scope closes. */
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
  yield* Effect.logInfo(`Observed on ${server.url.origin}`)
}))
