import { expect, test } from "bun:test"
import { Effect, Layer, Metric } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as MetricsRoute from "../src/MetricsRoute.ts"

const counter = Metric.counter("candor_metrics_test_total", { description: "Counted by a test", incremental: true })

const request = HttpServerRequest.fromWeb(new Request("http://candor.test/metrics"))

/** Counts one, and returns the count that `/metrics` reports. */
const reported = Effect.gen(function*() {
  yield* Metric.update(counter, 1)
  const response = yield* (yield* HttpRouter.HttpRouter).asHttpEffect()
  const text = yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
  return /^candor_metrics_test_total (\d+)$/m.exec(text)?.[1]
}).pipe(Effect.provideService(HttpServerRequest.HttpServerRequest, request))

test("metrics are rendered once in a quarter of a second, however often they are asked for", () =>
  Effect.gen(function*() {
    expect(yield* reported).toBe("1")
    yield* TestClock.adjust("249 millis")
    expect(yield* reported).toBe("1")
    yield* TestClock.adjust("1 millis")
    expect(yield* reported).toBe("3")
  }).pipe(
    Effect.provide(Layer.mergeAll(Layer.provideMerge(MetricsRoute.layer, HttpRouter.layer), TestClock.layer())),
    Effect.scoped,
    Effect.runPromise
  ))
