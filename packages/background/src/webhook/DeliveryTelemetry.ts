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

/** Counts an attempt, and records its duration in milliseconds. */
export const attempted = (sent: Sent, millis: number): Effect.Effect<void> =>
  Metric.update(durationOf[outcomeOf(sent)], millis / 1000)

/** Counts a delivery that used up its attempts. */
export const gaveUp: Effect.Effect<void> = Metric.update(givenUp, 1)

/** Registers the metrics, so that they appear before the first delivery. */
export const register: Effect.Effect<void> = Effect.contextWith((context: Context.Context<never>) =>
  Effect.sync(() => {
    givenUp.updateUnsafe(0, context)
    // Makes each histogram appear from the first scrape on.
    for (const duration of Object.values(durationOf)) duration.valueUnsafe(context)
  })
)

/** A failed attempt, as the span of the delivery shows it. */
class DeliveryFailed {
  readonly _tag = "DeliveryFailed"
  readonly sent: Sent
  constructor(sent: Sent) {
    this.sent = sent
  }
}

/**
 * Sends a message in its own span, if traces are exported, and with `traceparent` (W3C Trace Context), so that the
 * receiver's work can belong to the trace.
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
      // The id by which log lines and the trace of the causing request are found.
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
