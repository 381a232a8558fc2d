/** The span of a request (OpenTelemetry, "Semantic Conventions for HTTP Spans"), if traces are exported. */
import * as Errors from "@candor/contract/Errors"
import { Clock, Context, Effect, Exit, Option, Tracer } from "effect"
import { Headers, type HttpServerResponse, HttpTraceContext } from "effect/http"
import { routeOf } from "../middleware/Methods.ts"
import { isProbe } from "../public/OpenRoutes.ts"
import type { RequestRecord } from "./CurrentRequest.ts"
import { pathOf } from "./Path.ts"

const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"])

/** The name of a method in metrics and traces; `_OTHER` for methods that no route has. */
export const methodName = (method: string): string => methods.has(method) ? method : "_OTHER"

/** The caller's span from `traceparent` (W3C Trace Context). */
const callerOf = (request: Request): Option.Option<Tracer.AnySpan> => {
  const traceparent = request.headers.get("traceparent")
  return traceparent === null ? Option.none() : HttpTraceContext.w3c(Headers.fromRecordUnsafe({ traceparent }))
}

/** Makes the function that starts the span of a request; it returns undefined if the trace is not sampled. */
export const make = Effect.map(Effect.all([Tracer.Tracer, Clock.Clock]), ([tracer, clock]) => {
  if (tracer === Tracer.nativeTracer) return () => undefined
  return (request: Request): Tracer.Span | undefined => {
    if (isProbe(pathOf(request.url))) return undefined
    const method = methodName(request.method)
    const route = routeOf(request.method, request.url)
    const span = tracer.span({
      name: route === undefined ? method : `${method} ${route}`,
      parent: callerOf(request),
      annotations: Context.empty(),
      links: [],
      startTime: clock.currentTimeNanosUnsafe(),
      kind: "server",
      root: false,
      sampled: true
    })
    if (!span.sampled) return undefined
    // The library adds `http.route`.
    span.attribute("http.request.method", method)
    return span
  }
})

/** Ends the span of a request with its response. */
export const end = (
  span: Tracer.Span,
  current: RequestRecord,
  exit: Exit.Exit<HttpServerResponse.HttpServerResponse, unknown>
): Effect.Effect<void> =>
  Effect.map(Clock.Clock, (clock) => {
    span.attribute("candor.request_id", current.id)
    if (current.operation !== undefined) span.attribute("candor.operation", current.operation)
    if (current.organization_id !== undefined) span.attribute("candor.organization_id", current.organization_id)
    if (current.api_key_id !== undefined) span.attribute("candor.api_key_id", current.api_key_id)
    const time = clock.currentTimeNanosUnsafe()
    if (Exit.isFailure(exit)) return span.end(time, exit)
    const { status } = exit.value
    span.attribute("http.response.status_code", status)
    span.end(time, status >= Errors.status.InternalError ? Exit.fail({ _tag: String(status) }) : Exit.void)
  })
