/** Exports traces by Effect's OTLP exporter. Only a process with a configured collector loads this file. */
import { ConfigProvider, Duration, Effect, Layer, Metric, Option, Tracer } from "effect"
import { Hex } from "effect/encoding"
import { FetchHttpClient, HttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { version } from "../Version.ts"
import { isSampled } from "./Sampler.ts"
import * as TraceLimit from "./TraceLimit.ts"
import type { TraceSettings } from "./TraceSettings.ts"

/** The most characters of an attribute that are sent, for instance of a statement's text. */
export const maxValueLength = 500

const allExports = Metric.counter("candor_trace_exports_total", {
  description: "Exports of spans to the OpenTelemetry collector by their outcome: sent, or failed and lost",
  incremental: true
})

/** Counts exports by their outcome. */
export const exportsOf = {
  sent: Metric.withAttributes(allExports, { outcome: "sent" }),
  failed: Metric.withAttributes(allExports, { outcome: "failed" })
}

type Span = OtlpTracer.TraceData["resourceSpans"][number]["scopeSpans"][number]["spans"][number]

const cut = (value: string): string =>
  value.length > maxValueLength ? value.slice(0, maxValueLength).toWellFormed() : value

/**
 * Returns a span with values cut to that length, and only the name of its error: error messages may contain personal
 * data.
 */
const withoutTexts = (span: Span): Span => ({
  ...span,
  attributes: span.attributes.map(({ key, value }) => ({
    key,
    value: typeof value.stringValue === "string" ? { ...value, stringValue: cut(value.stringValue) } : value
  })),
  status: span.status.message === undefined ? span.status : { ...span.status, message: errorNameOf(span) },
  events: []
})

/** Returns the name of the error that a span failed with, which the library stores in an event. */
const errorNameOf = ({ events }: Span): string =>
  events[0]?.attributes.find(({ key }) => key === "exception.type")?.value.stringValue ?? "Error"

const serialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (json) => ({
    ...json,
    traces: ({ resourceSpans }) =>
      json.traces({
        resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
          resource,
          scopeSpans: scopeSpans.map(({ scope, spans }) => ({ scope, spans: spans.map(withoutTexts) }))
        }))
      })
  }))
).pipe(Layer.provide(OtlpSerialization.layerJson))

/**
 * Sends each batch once, while the library would retry, and ignores a collector's request to pause. So memory holds the
 * spans of at most one `timeout`, and their number per second is limited. After a failure the library sends nothing for
 * a minute.
 */
const client = ({ timeout, url }: TraceSettings) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.gen(function*() {
      const client = yield* HttpClient.HttpClient
      for (const counter of Object.values(exportsOf)) yield* Metric.update(counter, 0)
      let isAway = false
      const collector = new URL(url).origin
      const sent = Effect.suspend(() => {
        const log = isAway ? Effect.logInfo("The OpenTelemetry collector takes traces again") : Effect.void
        isAway = false
        return Effect.andThen(Metric.update(exportsOf.sent, 1), log)
      })
      const failed = (reason: unknown) =>
        Effect.suspend(() => {
          const log = isAway
            ? Effect.void
            : Effect.logWarning("Traces are lost: the OpenTelemetry collector does not take them")
          isAway = true
          return Effect.andThen(
            Metric.update(exportsOf.failed, 1),
            Effect.annotateLogs(log, { collector, reason: String(reason) })
          )
        })
      return HttpClient.transform(HttpClient.filterStatusOk(client), (response) =>
        response.pipe(
          Effect.timeout(timeout),
          Effect.tap(sent),
          Effect.tapError(failed),
          Effect.orDie
        )) as HttpClient.HttpClient
    })
  ).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.RequestInit, { redirect: "error" }))
  )

/**
 * Whether a span of this kind may begin a trace: a request or an attempt at work may, a statement that polls a queue
 * may not.
 */
const mayBegin = (kind: Tracer.SpanKind): boolean => kind === "server" || kind === "consumer"

const tracer = Effect.fnUntraced(
  function*({ attributes, delay, headers, perSecond, sampler, serviceName, url }: TraceSettings) {
    const exported = yield* OtlpTracer.make({
      url,
      headers,
      resource: { serviceName, serviceVersion: version, attributes },
      exportInterval: delay,
      shutdownTimeout: Duration.seconds(1)
    }).pipe(
      // The library would also read OpenTelemetry's variables, and crash on a value with broken percent-encoding.
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: {} }))
    )
    const mayRecord = yield* TraceLimit.make(perSecond)
    return Tracer.make({
      span: (options) => {
        const { kind, links, parent, sampled } = options
        // A span inside the process follows its parent's decision, and a linked span that of the spans it links to.
        const isDecided = links.length > 0 || (Option.isSome(parent) && parent.value._tag === "Span")
        const traceId = Option.isSome(parent) ? parent.value.traceId : Hex.random(32)
        const caller = Option.isSome(parent) ? parent.value.sampled : undefined
        const isBeginning = !isDecided && mayBegin(kind) && isSampled(sampler, traceId, caller) && mayRecord()
        return exported.span({ ...options, sampled: sampled && (isDecided || isBeginning) })
      }
    })
  }
)

/** Provides the tracer. The last spans are sent when its scope closes. */
export const layer = (settings: TraceSettings): Layer.Layer<never> =>
  Layer.effect(Tracer.Tracer, tracer(settings)).pipe(
    Layer.provide([OtlpExporter.layerFlusher, serialization, client(settings)])
  )
