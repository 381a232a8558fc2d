/** Sends deliveries to their receivers. */
import type { Worker } from "@candor/domain/access/Actor"
import * as Timestamp from "@candor/domain/Timestamp"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { type Claim, DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { sampleEvent } from "@candor/domain/webhook/SampleEvent"
import { body, type Chain, type Outcome, pauseAfter, reasonToDisable } from "@candor/domain/webhook/WebhookDelivery"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { chains, receivers } from "@candor/sql/queue/WebhookWork"
import { Clock, Effect, Layer, Option } from "effect"
import { consume } from "../queue/Consumer.ts"
import { attempted, deliverySpan, gaveUp, register } from "./DeliveryTelemetry.ts"
import * as Dispatch from "./Dispatch.ts"
import { make as makeSlots, maxSlots } from "./ReceiverSlots.ts"
import { send } from "./Sending.ts"
import { headers } from "./Signature.ts"
import { reportPause, WebhookSettings } from "./WebhookSettings.ts"

/** The duration of a claim: longer than the longest attempt. */
const claimMillis = 30_000

/**
 * Returns the event of a delivery. A test has a sample, which depends on its id alone, so that a replay sends the same
 * bytes.
 */
const eventOf = ({ delivery, event, webhook }: Claim) =>
  event ?? sampleEvent(delivery.event_type, {
    id: delivery.message_id,
    subject_id: webhook.id,
    request_id: delivery.message_id,
    occurred_at: Timestamp.ofUuidV7(delivery.message_id)
  })

const make = Effect.gen(function*() {
  const queue = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  const { development, pace, timeout } = yield* WebhookSettings
  const slots = makeSlots(pace)
  yield* register

  const attempt = Effect.fnUntraced(function*(claim: Claim) {
    const now = yield* Timestamp.now
    const message = {
      id: claim.delivery.message_id,
      timestamp: Math.floor(Date.parse(now) / 1000),
      body: body(eventOf(claim))
    }
    return yield* deliverySpan(claim, (traceHeaders) =>
      send({
        url: claim.webhook.url,
        body: message.body,
        headers: {
          "content-type": "application/json",
          "user-agent": "Candor-Webhooks/1.0",
          ...traceHeaders,
          ...headers(message, Webhook.signingSecrets(claim.webhook, now))
        }
      }, { development, timeout }))
  })

  const failed = Effect.fnUntraced(function*(chain: Chain, claim: Claim, outcome: Outcome) {
    const pause = pauseAfter(claim.delivery.attempts)
    const failing = yield* queue.fail(
      chain,
      claim,
      outcome,
      pause === undefined ? undefined : Math.round(pause * 1000 * pace)
    )
    if (Option.isNone(failing)) return false
    const reason = reasonToDisable(outcome, failing.value, yield* Timestamp.now)
    if (reason !== undefined) {
      const worker: Worker = {
        organization_id: chain.organization_id,
        worker: "webhooks",
        request_id: eventOf(claim).request_id
      }
      yield* webhooks.modify(worker, chain.endpoint_id, (webhook, context) => Webhook.disable(webhook, reason, context))
        .pipe(
          Effect.catchTag("WebhookNotFound", () => Effect.void)
        )
    }
    if (failing.value.gave_up) yield* gaveUp
    return failing.value.gave_up
  })

  /** Attempts the first delivery of a chain, if it is due and unclaimed. Returns true if the next one may be due. */
  const sendNext = (chain: Chain) =>
    Effect.uninterruptibleMask((interruptible) =>
      Effect.gen(function*() {
        const claimed = yield* queue.claim(chain, claimMillis)
        if (Option.isNone(claimed)) return false
        const claim = claimed.value
        const started = yield* Clock.currentTimeMillis
        const outcome = yield* interruptible(attempt(claim)).pipe(Effect.onInterrupt(() => queue.release(chain, claim)))
        const ended = yield* Clock.currentTimeMillis
        slots.record(chain, { started, ended, timedOut: outcome.timedOut })
        yield* attempted(outcome, ended - started)
        if (outcome.error !== null) return yield* failed(chain, claim, outcome)
        yield* queue.succeed(chain, claim, outcome)
        return true
      })
    )

  yield* consume({
    ...receivers,
    concurrency: maxSlots.process,
    maxAttempts: 100,
    handle: Dispatch.make({ queue, slots, sendNext })
  })
  yield* consume({
    ...chains,
    concurrency: 1,
    maxAttempts: 100,
    handle: (receiver) => queue.postpone(receiver, 0)
  })
})

/** Sends deliveries. If the operator has paused them, they wait in the queue. */
export const layer = Layer.effectDiscard(Effect.flatMap(reportPause, (paused) => paused ? Effect.void : make))
