/** Routes for those who run the service: no key, no rate limit. */
import { BackgroundStatus } from "@candor/background/BackgroundStatus"
import { Api } from "@candor/contract/Api"
import * as Readiness from "@candor/sql/Readiness"
import { Duration, Effect, Exit, Layer, Scope } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import * as Responses from "./Responses.ts"

const ok = HttpServerResponse.jsonUnsafe({ status: "ok" })

const live = HttpRouter.add("GET", "/health/live", ok)

const ready = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const isReady = yield* Readiness.make
  const { report } = yield* BackgroundStatus
  const answer = Effect.map(report, (background) => HttpServerResponse.jsonUnsafe({ status: "ok", background }))
  yield* router.add("GET", "/health/ready", Effect.flatMap(isReady, (yes) => yes ? answer : Effect.succeed(Responses.unavailable)))
}))

/** The reference pages, which bring 3 MB of their own: they are loaded by who first asks for them. */
const reference = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const scope = yield* Effect.scope
  const pages = yield* Effect.cachedWithTTL(
    Scope.provide(HttpRouter.toHttpEffect(HttpApiScalar.layer(Api, { path: "/docs" })), scope),
    (exit) => Exit.isSuccess(exit) ? Duration.infinity : Duration.zero
  )
  yield* router.add("GET", "/docs", Effect.flatten(pages))
}))

export const layer = Layer.mergeAll(
  live,
  ready,
  PrometheusMetrics.layerHttp({ path: "/metrics" }),
  reference
)
