/** Metrics of requests: durations, requests in flight, and refusals by a limit. */
import { type Context, Effect, Metric } from "effect"

const allDurations = Metric.histogram("candor_http_request_duration_seconds", {
  description: "Time from a request's arrival to its answer",
  boundaries: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
})

interface Labels extends Record<string, string> {
  readonly method: string
  readonly operation: string
  readonly status: string
}

const histograms = new Map<string, typeof allDurations>()

/** Returns the histogram for these labels. There is one for each set of labels. */
const histogramOf = (labels: Labels) => {
  const name = `${labels.method} ${labels.operation} ${labels.status}`
  const known = histograms.get(name) ?? Metric.withAttributes(allDurations, labels)
  histograms.set(name, known)
  return known
}

/** Adds the duration of an answered request, in seconds. */
export const answered = (labels: Labels, seconds: number, context: Context.Context<never>): void =>
  histogramOf(labels).updateUnsafe(seconds, context)

const inFlightGauge = Metric.gauge("candor_http_requests_in_flight", {
  description: "Requests that have arrived and are not answered yet"
})

/** Requests in flight of all servers of this process. */
export const inFlight = { count: 0 }

const refusals = Metric.counter("candor_rate_limit_refusals_total", {
  description:
    "Requests answered with 429, by the limit that was reached: of a key, of an address, or of concurrent uses",
  incremental: true
})

export type Limit = "key" | "address" | "concurrency"

const refusalsOf = {
  key: Metric.withAttributes(refusals, { limit: "key" }),
  address: Metric.withAttributes(refusals, { limit: "address" }),
  concurrency: Metric.withAttributes(refusals, { limit: "concurrency" })
}

/** Counts a request that a limit refused with 429. */
export const refused = (limit: Limit, context: Context.Context<never>): void =>
  refusalsOf[limit].updateUnsafe(1, context)

/** Reports the requests in flight whenever the metrics are read, and refusals as zero before the first one. */
export const register: Effect.Effect<void> = Effect.contextWith((context: Context.Context<never>) =>
  Effect.sync(() => {
    Metric.registerUnsafe(inFlightGauge, context, {
      get: () => ({ value: inFlight.count }),
      update: () => {},
      modify: () => {}
    })
    for (const counter of Object.values(refusalsOf)) counter.updateUnsafe(0, context)
  })
)
