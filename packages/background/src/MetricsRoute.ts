/** `/metrics`: the metrics of this process in Prometheus' text format. */
import { Duration, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"

/** The time for which rendered metrics are kept: rendering them takes milliseconds, and the route needs no key. */
const renderedFor = Duration.millis(250)

const encoder = new TextEncoder()

export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const rendered = yield* Effect.cachedWithTTL(Effect.map(PrometheusMetrics.format(), (text) => encoder.encode(text)), renderedFor)
  yield* router.add("GET", "/metrics", Effect.map(rendered, (bytes) =>
    HttpServerResponse.uint8Array(bytes, { contentType: "text/plain; version=0.0.4; charset=utf-8" })))
}))
