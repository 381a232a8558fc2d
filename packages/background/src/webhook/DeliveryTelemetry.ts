/** Metrics and traces of deliveries. */
import type { Claim } from "@candor/domain/webhook/DeliveryQueue"
import { type Context, Effect, Metric, References, Tracer } from "effect"
import { HttpTraceContext } from "effect/http"
import type { Sent } from "./Sending.ts"

const durations = Metric.histogram("candor_webhook_attempt_duration_seconds", {
  description: "Duration of attempts at deliveries, from the look-up of the receiver's name to its answer, by outcome",
  boundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]
})

const outcomes = ["succeeded", "failed", "timed_out"] as const

const durationOf = Object.fromEntries(
  outcomes.map((outcome) => [outcome, Metric.withAttributes(durations, { outcome })])
) as Record<typeof outcomes[number], typeof durations>

const givenUp = Metric.counter("candor_webhook_deliveries_given_up_total", {
  description: "Deliveries that used up their attempts",
  incremental: true
})

const outcomeOf = ({ error, timedOut }: Sent): typeof outcomes[number] => {
  if (timedOut) return "timed_out"
  return error === null ? "succeeded" : "failed"
}

/** Counts and times an attempt that took so many milliseconds. */
export const attempted = (sent: Sent, millis: number): Effect.Effect<void> =>
  Metric.update(durationOf[outcomeOf(sent)], millis / 1000)

/** Counts a delivery that used up its attempts. */
export const gaveUp: Effect.Effect<void> = Metric.update(givenUp, 1)

/** Shows deliveries in the metrics before there is one. */
export const register: Effect.Effect<void> = Effect.contextWith((context: Context.Context<never>) =>
  Effect.sync(() => {
    givenUp.updateUnsafe(0, context)
    // A histogram has its series from the first scrape on.
    for (const duration of Object.values(durationOf)) duration.valueUnsafe(context)
  })
)

/** An attempt that failed, as the span of the delivery shows it. */
class DeliveryFailed {
  readonly _tag = "DeliveryFailed"
  readonly sent: Sent
  constructor(sent: Sent) {
    this.sent = sent
  }
}

/**
 * Sends a message in a span of its own, where its trace is sent somewhere, and with `traceparent` (W3C Trace Context),
 * so that the receiver's work can be a part of the trace.
 */
export const deliverySpan = (
  { delivery, event, webhook }: Claim,
  send: (headers: Readonly<Record<string, string>>) => Effect.Effect<Sent>
): Effect.Effect<Sent> => {
  const traced = Effect.useSpan("deliver", {
    kind: "client",
    attributes: {
      "server.address": new URL(webhook.url).hostname,
      "candor.webhook_id": webhook.id,
      "candor.message_id": delivery.message_id,
      "candor.event_type": delivery.event_type,
      "candor.attempt": delivery.attempts,
      // The log lines and the trace of the request that caused the event have the same id.
      ...(event === null ? {} : { "candor.request_id": event.request_id })
    }
  }, (span) =>
    send({ traceparent: HttpTraceContext.toHeaders(span)["traceparent"]! }).pipe(
      Effect.provideService(Tracer.ParentSpan, span),
      Effect.flatMap((sent) => {
        if (sent.status !== null) span.attribute("http.response.status_code", sent.status)
        return sent.error === null ? Effect.succeed(sent) : Effect.fail(new DeliveryFailed(sent))
      })
    ))
  return Effect.flatMap(
    References.TracerEnabled,
    (isTraced) => isTraced ? Effect.catch(traced, ({ sent }) => Effect.succeed(sent)) : send({})
  )
}
