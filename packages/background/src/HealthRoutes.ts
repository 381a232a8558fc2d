/** The routes of every serving program: liveness, readiness and metrics. */
import { CurrentZones } from "@candor/domain/time/Zones"
import * as Readiness from "@candor/sql/database/Readiness"
import { Duration, Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { type BackgroundReport, BackgroundStatus } from "./BackgroundStatus.ts"

export interface Health {
  readonly database: Readiness.Ability | "away"
  readonly background: BackgroundReport
  /** The version of the time zone data. */
  readonly time_zones: string
}

const live = HttpServerResponse.jsonUnsafe({ status: "ok" })

/** The time for which rendered metrics are cached: rendering takes milliseconds, and the route needs no key. */
const renderedFor = Duration.millis(250)

const encoder = new TextEncoder()

/** `/metrics`: the metrics of this process in Prometheus' text format. */
const metrics = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const rendered = yield* Effect.cachedWithTTL(
    Effect.map(PrometheusMetrics.format(), (text) => encoder.encode(text)),
    renderedFor
  )
  yield* router.add(
    "GET",
    "/metrics",
    Effect.map(
      rendered,
      (bytes) => HttpServerResponse.uint8Array(bytes, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
    )
  )
}))

/** `/health/live`, `/health/ready` and `/metrics`. Each program decides itself whether it is ready. */
export const layer = (ready: (health: Health) => Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/health/live", live),
    HttpRouter.use(Effect.fnUntraced(function*(router) {
      const ability = yield* Readiness.make
      const { report } = yield* BackgroundStatus
      const { version } = yield* CurrentZones
      const health = Effect.zipWith(ability, report, (able, background): Health => ({
        database: Option.getOrElse(able, () => "away" as const),
        background,
        time_zones: version
      }))
      yield* router.add("GET", "/health/ready", Effect.flatMap(health, ready))
    })),
    metrics
  )
