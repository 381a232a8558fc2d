/** Routes for those who run the service: no key, no rate limit. */
import { Api } from "@candor/contract/Api"
import * as Readiness from "@candor/sql/Readiness"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import * as Responses from "./Responses.ts"

const ok = HttpServerResponse.jsonUnsafe({ status: "ok" })

const live = HttpRouter.add("GET", "/health/live", ok)

const ready = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const isReady = yield* Readiness.make
  yield* router.add("GET", "/health/ready", Effect.map(isReady, (yes) => yes ? ok : Responses.unavailable))
}))

export const layer = Layer.mergeAll(
  live,
  ready,
  PrometheusMetrics.layerHttp({ path: "/metrics" }),
  HttpApiScalar.layer(Api, { path: "/docs" })
)
