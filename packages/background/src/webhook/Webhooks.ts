/** Creates deliveries and mails from events, and resumes and removes webhooks. */
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import { MailTransport } from "@candor/mail/MailTransport"
import { fanOut, removal, resumption } from "@candor/sql/queue/WebhookWork"
import { Effect, Layer } from "effect"
import { References } from "../submission/References.ts"
import * as AutomaticMails from "../mail/AutomaticMails.ts"
import { consume } from "../queue/Consumer.ts"

/**
 * Fans out events to webhooks and mails, resumes webhooks that are enabled again, and deletes the rows of removed ones.
 */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const queue = yield* DeliveryQueue
  const webhooks = yield* Webhooks
  const makeMails = yield* AutomaticMails.make
  yield* consume({
    ...fanOut,
    concurrency: 4,
    maxAttempts: 100,
    handle: ({ organization_id }) => Effect.andThen(queue.fanOut(organization_id), makeMails(organization_id))
  })
  yield* consume({
    ...resumption,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => queue.resume(organization_id, endpoint_id)
  })
  yield* consume({
    ...removal,
    concurrency: 1,
    maxAttempts: 100,
    handle: ({ endpoint_id, organization_id }) => webhooks.purge(organization_id, endpoint_id)
  })
})).pipe(Layer.provide([MailTransport.layer, References.layer]))
