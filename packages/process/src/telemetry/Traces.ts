/** The tracer that exports spans over OTLP. Only a process for which a collector is configured loads this file. */
import { Effect, Layer, Option, Tracer } from "effect"
import { Hex } from "effect/encoding"
import { version } from "../Version.ts"
import type { Frame } from "./ExportBody.ts"
import { attributeOf, ExportedSpan } from "./ExportedSpan.ts"
import * as Exporter from "./Exporter.ts"
import { isSampled } from "./Sampler.ts"
import * as TraceLimit from "./TraceLimit.ts"
import type { TraceSettings } from "./TraceSettings.ts"

/** Returns what stands around the spans of an export (OTLP, `ExportTraceServiceRequest`). */
const frameOf = ({ attributes, serviceName }: TraceSettings): Frame => {
  const resource = Object.entries({ ...attributes, "service.name": serviceName, "service.version": version })
    .map(([key, value]) => attributeOf(key, value)).join(",")
  const scope = JSON.stringify({ name: "candor", version })
  return {
    head: `{"resourceSpans":[{"resource":{"attributes":[${resource}]},"scopeSpans":[{"scope":${scope},"spans":[`,
    tail: "]}]}]}"
  }
}

/** Whether a trace may begin with a span: with a request or an attempt at work, and not with a statement that polls a queue. */
const mayBegin = (kind: Tracer.SpanKind): boolean => kind === "server" || kind === "consumer"

/** Makes the tracer; `mayRecord` counts the traces that begin. */
const tracer = ({ sampler }: TraceSettings, { add, isOpen }: Exporter.Exporter, mayRecord: () => boolean): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const { kind, links, parent, sampled } = options
      const traceId = Option.isSome(parent) ? parent.value.traceId.padStart(32, "0") : Hex.random(32)
      // A span within the process goes with its parent, and one that is linked with those that it is linked to.
      const isDecided = links.length > 0 || (Option.isSome(parent) && parent.value._tag === "Span")
      const caller = Option.isSome(parent) ? parent.value.sampled : undefined
      const isBeginning = !isDecided && mayBegin(kind) && isOpen() && isSampled(sampler, traceId, caller) && mayRecord()
      return new ExportedSpan(options, traceId, sampled && (isDecided || isBeginning), add)
    }
  })

/** Provides the tracer. When its scope closes, the last spans are sent. */
export const layer = (settings: TraceSettings): Layer.Layer<never> =>
  Layer.effect(
    Tracer.Tracer,
    Effect.zipWith(
      Exporter.make({ ...settings, frame: frameOf(settings) }),
      TraceLimit.make(settings.perSecond),
      (exporter, mayRecord) => tracer(settings, exporter, mayRecord)
    )
  )
