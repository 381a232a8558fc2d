/** Routes for those who run the service: no key, no rate limit. */
import { Api } from "@candor/contract/Api"
import { status } from "@candor/contract/Errors"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"

const live = HttpRouter.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "ok" }))

/** Ready is who can answer from the database within a second. */
const ready = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const sql = yield* SqlClient.SqlClient
  const ask = sql`SELECT 1`.pipe(
    Effect.timeout("1 second"),
    Effect.as(HttpServerResponse.jsonUnsafe({ status: "ok" })),
    Effect.catch(() => Effect.succeed(HttpServerResponse.jsonUnsafe({ status: "unavailable" }, { status: status.ServiceUnavailable })))
  )
  yield* router.add("GET", "/health/ready", ask)
}))

export const layer = Layer.mergeAll(
  live,
  ready,
  PrometheusMetrics.layerHttp({ path: "/metrics" }),
  HttpApiScalar.layer(Api, { path: "/docs" })
)
