import { WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { names } from "@candor/contract/Webhooks"
import * as Webhook from "@candor/domain/webhook/Webhook"
import { WebhookDeliveries } from "@candor/domain/webhook/WebhookDeliveries"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { isPublic } from "@candor/connections/guarded/PublicAddress"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SecureRandom } from "effect/crypto"
import { withNextLink } from "../response/NextLink.ts"
import { readHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Webhooks",
  Effect.fnUntraced(function*(handlers) {
    const webhooks = yield* Webhooks
    const deliveries = yield* WebhookDeliveries
    const policy = { development: (yield* WebhookSettings).development, isPublicAddress: isPublic }
    const random = yield* SecureRandom.SecureRandom
    const newSecret = Effect.map(random.randomBytes(Webhook.secretBytes), Webhook.secretText)
    return handlers.handleAll({
      ...readHandlers(names, webhooks),
      create: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const secret = yield* newSecret
        return {
          webhook: yield* webhooks.create(actor, (context) => Webhook.create(payload, secret, policy, context)),
          secret
        }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const webhook = yield* webhooks.modify(
          actor,
          params.webhookId,
          (webhook, context) => Webhook.update(webhook, payload, policy, context)
        )
        return { webhook }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* webhooks.remove(actor, params.webhookId)
        return { deleted: true }
      }, Effect.mapError(toError)),
      rotateSecret: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const secret = yield* newSecret
        const webhook = yield* webhooks.modify(
          actor,
          params.webhookId,
          (webhook, context) => Webhook.rotateSecret(webhook, payload, secret, context)
        )
        return { webhook, secret }
      }, Effect.mapError(toError)),
      test: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const type = payload.event_type ?? "webhook.test"
        return { delivery: yield* deliveries.test(actor.organization_id, params.webhookId, type) }
      }, Effect.mapError(toError)),
      replayRange: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return { replayed: yield* deliveries.replayRange(actor.organization_id, params.webhookId, payload) }
      }, Effect.mapError(toError)),
      deliveries: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor } = yield* Caller
        const page = yield* deliveries.list(actor.organization_id, params.webhookId, query, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { deliveries: page.items, pagination: page.pagination, next_cursor }
      }, Effect.mapError(toError)),
      replay: Effect.fnUntraced(function*({ params: { deliveryId, webhookId } }) {
        const { actor } = yield* Caller
        return { delivery: yield* deliveries.replay(actor.organization_id, webhookId, deliveryId) }
      }, Effect.mapError(toError))
    })
  })
)
