/** The worker's HTTP endpoints for operators: liveness, readiness and metrics. */
import * as HealthRoutes from "@candor/background/HealthRoutes"
import { CannotListen, Port } from "@candor/process/Address"
import { Config, Effect, Layer, Option, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"

/** The port and address. Without `WORKER_PORT`, the worker does not listen. */
const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.option(Config.schema(Port, "WORKER_PORT"))
}

/** All settings, to be checked when the program starts. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** RFC 9110, section 15.6.4. The contract defines it as well, but a worker does not load the contract. */
const serviceUnavailable = 503

/** A worker is ready if its database takes writes and no consumer is stalled. */
const routes = HealthRoutes.layer((health) =>
  Effect.succeed(
    health.database === "reads_and_writes" && health.background.stalled.length === 0
      ? HttpServerResponse.jsonUnsafe({ status: "ok", ...health })
      : HttpServerResponse.jsonUnsafe({ status: "unavailable", ...health }, { status: serviceUnavailable })
  )
)

/** Serves the endpoints until the scope closes. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { hostname, port } = yield* Config.all(variables)
  if (Option.isNone(port)) return
  const toHandler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(
    yield* Effect.context<never>()
  )
  const fetch = toHandler(yield* HttpRouter.toHttpEffect(routes))
  const server = yield* Effect.acquireRelease(
    Effect.try({
      try: () => Bun.serve({ hostname, port: port.value, development: false, fetch: (request) => fetch(request) }),
      catch: (cause) => new CannotListen({ hostname, port: port.value, variable: "WORKER_PORT", cause })
    }),
    (server) => Effect.promise(() => server.stop(true))
  )
  yield* Effect.logInfo(`Serving health and metrics on ${server.url.origin}`)
}))
