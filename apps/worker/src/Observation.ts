/** Serves health and metrics of a worker. */
import * as HealthRoutes from "@candor/background/HealthRoutes"
import { Port } from "@candor/process/Address"
import { CannotListen } from "@candor/process/CannotListen"
import { Config, Effect, Layer, Option, type Scope } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest, HttpServerResponse } from "effect/http"

/** `WORKER_PORT`, on the address that `HOST` names; without it a worker listens nowhere. */
const variables = {
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.option(Config.schema(Port, "WORKER_PORT"))
}

/** `HOST` and `WORKER_PORT`, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = Object.values(variables)

/** Not a matter of the contract, which a worker does not serve (RFC 9110, section 15.6.4). */
const serviceUnavailable = 503

/** A worker is ready when its database takes writes and its consumers look for work. */
const routes = HealthRoutes.layer((health) =>
  Effect.succeed(
    health.database === "reads_and_writes" && health.background.stalled.length === 0
      ? HttpServerResponse.jsonUnsafe({ status: "ok", ...health })
      : HttpServerResponse.jsonUnsafe({ status: "unavailable", ...health }, { status: serviceUnavailable })
  ))

/** Answers until the scope closes. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { hostname, port } = yield* Config.all(variables)
  if (Option.isNone(port)) return
  const toHandler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(yield* Effect.context<never>())
  const fetch = toHandler(yield* HttpRouter.toHttpEffect(routes))
  const server = yield* Effect.acquireRelease(
    Effect.try({
      try: () => Bun.serve({ hostname, port: port.value, development: false, fetch: (request) => fetch(request) }),
      catch: (cause) => new CannotListen({ hostname, port: port.value, variable: "WORKER_PORT", cause })
    }),
    (server) => Effect.promise(() => server.stop(true))
  )
  yield* Effect.logInfo(`Observed on ${server.url.origin}`)
}))
