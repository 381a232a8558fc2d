/** The background work that sends deliveries: each piece of it is one chain, and goes on while there is something due. */
import type { Worker } from "@candor/domain/Actor"
import { sample } from "@candor/domain/EventSample"
import * as Timestamp from "@candor/domain/Timestamp"
import * as Webhook from "@candor/domain/Webhook"
import { type Claim, WebhookDeliveries } from "@candor/domain/WebhookDeliveries"
import { body, type Chain, type Outcome, pauseAfter, reasonToDisable } from "@candor/domain/WebhookDelivery"
import { Webhooks } from "@candor/domain/Webhooks"
import { sending } from "@candor/sql/WebhookWork"
import { Clock, Effect, Layer, Option } from "effect"
import { consume } from "./Consumer.ts"
import * as Places from "./Places.ts"
import { send } from "./Sending.ts"
import { headers } from "./Signature.ts"
import { WebhookSettings } from "./WebhookSettings.ts"

/** How long an attempt is nobody else's, in milliseconds: longer than it may take. */
const lease = 30_000

const eventOf = ({ delivery, event, webhook }: Claim) =>
  event ?? sample(delivery.event_type, {
    id: delivery.message_id,
    subject_id: webhook.id,
    request_id: delivery.message_id,
    occurred_at: delivery.created_at
  })

const make = Effect.gen(function*() {
  const deliveries = yield* WebhookDeliveries
  const webhooks = yield* Webhooks
  const { development, pace } = yield* WebhookSettings
  const places = Places.make()

  const attempt = Effect.fnUntraced(function*(claim: Claim) {
    const now = yield* Timestamp.now
    const message = {
      id: claim.delivery.message_id,
      timestamp: Math.floor(Date.parse(now) / 1000),
      body: body(eventOf(claim))
    }
    return yield* send({
      url: claim.webhook.url,
      body: message.body,
      headers: {
        "content-type": "application/json",
        "user-agent": "Candor-Webhooks/1.0",
        ...headers(message, Webhook.signingSecrets(claim.webhook, now))
      }
    }, { development })
  })

  const failed = Effect.fnUntraced(function*(chain: Chain, claim: Claim, outcome: Outcome) {
    const pause = pauseAfter(claim.delivery.attempts)
    const recorded = yield* deliveries.fail(
      chain,
      claim,
      outcome,
      pause === undefined ? undefined : Math.round(pause * 1000 * pace)
    )
    if (Option.isNone(recorded)) return false
    const reason = reasonToDisable(outcome, recorded.value, yield* Timestamp.now)
    if (reason !== undefined) {
      const worker: Worker = {
        organization_id: chain.organization_id,
        worker: "webhooks",
        request_id: eventOf(claim).request_id
      }
      yield* webhooks.modify(worker, chain.endpoint_id, (webhook, facts) => Webhook.disable(webhook, reason, facts)).pipe(
        Effect.catchTag("WebhookNotFound", () => Effect.void)
      )
    }
    return recorded.value.gave_up
  })

  /** Attempts the first delivery of a chain, if that is ours to do; true where the chain goes on. */
  const step = (chain: Chain) =>
    Effect.uninterruptibleMask((interruptible) =>
      Effect.gen(function*() {
        const claimed = yield* deliveries.claim(chain, lease)
        if (Option.isNone(claimed)) return false
        const claim = claimed.value
        const started = yield* Clock.currentTimeMillis
        const outcome = yield* interruptible(attempt(claim)).pipe(
          Effect.onInterrupt(() => deliveries.release(chain, claim))
        )
        places.took(chain.endpoint_id, (yield* Clock.currentTimeMillis) - started)
        if (outcome.error !== null) return yield* failed(chain, claim, outcome)
        yield* deliveries.succeed(chain, claim, outcome)
        return true
      })
    )

  /** Goes on with a chain for as long as something is due, where its receiver has a place. */
  const advance = (chain: Chain) =>
    Effect.acquireUseRelease(
      Effect.sync(() => places.take(chain.endpoint_id)),
      (taken) =>
        taken
          ? Effect.repeat(step(chain), { while: (more) => more }).pipe(Effect.asVoid)
          : deliveries.postpone(chain, places.pause(chain.endpoint_id)),
      (taken) => Effect.sync(() => taken && places.leave(chain.endpoint_id))
    )

  yield* consume({
    ...sending,
    concurrency: 32,
    maxAttempts: 100,
    handle: advance
  })
})

export const layer = Layer.effectDiscard(make)
