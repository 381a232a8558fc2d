/** Webhooks, and the log of the deliveries to them. */
import { DeliveryStatus } from "@candor/domain/webhook/DeliveryStatus"
import { described, named } from "@candor/domain/Described"
import { EventFilter } from "@candor/domain/event/EventType"
import * as example from "@candor/domain/Example"
import { DeliveryId, WebhookId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { SecretRotation } from "@candor/domain/SecretRotation"
import * as Webhook from "@candor/domain/webhook/Webhook"
import {
  keptDays,
  maxPendingReplays,
  maxReplay,
  ReplayRange,
  TestDraft,
  WebhookDelivery
} from "@candor/domain/webhook/WebhookDelivery"
import { spelled } from "@candor/domain/Spelling"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"
import { resourceOperations } from "./ResourceOperations.ts"

// Requests are checked against the types of all nouns, which the declaration of a single noun cannot know.
const { create, update } = Webhook.eventTypes(EventFilter).schemas
const WebhookDraft = Webhook.WebhookDraft.pipe(
  Schema.fieldsAssign({ event_types: create }),
  named("WebhookDraft", "A new webhook. Without `event_types` it gets all events")
)
const WebhookPatch = Webhook.WebhookPatch.pipe(
  Schema.fieldsAssign({ event_types: update }),
  named("WebhookPatch", "Changes to a webhook. Omitted fields keep their values", {
    event_types: ["application.*"],
    status: "enabled"
  })
)

/** The names of webhooks in responses and paths. */
export const names = { one: "webhook", many: "webhooks", param: "webhookId" } as const

const webhooks = resourceOperations({
  names,
  path: "/webhooks",
  id: WebhookId,
  item: Webhook.Webhook,
  draft: WebhookDraft,
  patch: WebhookPatch
})
const WithSecret = Schema.Struct({
  webhook: Webhook.Webhook,
  secret: Schema.String.pipe(
    described("The secret that signs messages (Standard Webhooks). No other response shows it", example.webhookSecret)
  )
})
const OneDelivery = Schema.Struct({ delivery: WebhookDelivery })
const deliveryParams = { ...webhooks.params, deliveryId: pathId(DeliveryId) }

export class Webhooks extends HttpApiGroup.make("Webhooks")
  .add(
    webhooks.list.middleware(AdminScope)
      .annotateMerge(
        documented("List webhooks", "Returns webhooks newest first, including disabled ones, without their secrets.")
      ),
    HttpApiEndpoint.post("create", "/webhooks", {
      query: noQuery,
      payload: WebhookDraft,
      success: WithSecret.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Create a webhook",
        "The webhook gets all later events, signed according to Standard Webhooks. Only this response shows the " +
          `secret. An organization has at most ${Webhook.maxWebhooks.limit} webhooks; more are 400 with ` +
          "`details.limit`."
      )
    ),
    webhooks.get.middleware(AdminScope).annotateMerge(
      documented("Get a webhook", "Returns the webhook without its secret.")
    ),
    webhooks.update.middleware(AdminScope)
      .annotate(ResponseExample, { webhook: { event_types: ["application.*"] } })
      .annotateMerge(
        documented(
          "Update, enable or disable a webhook",
          "A webhook that is enabled again gets its pending deliveries, undelivered events from before it was " +
            "disabled, and new events. Events from while it was disabled can be replayed."
        )
      ),
    webhooks.delete.middleware(AdminScope).annotateMerge(
      documented(
        "Delete a webhook and the log of its deliveries",
        "Nothing more is sent to the webhook. Its deliveries are deleted in the background."
      )
    ),
    HttpApiEndpoint.post("rotateSecret", "/webhooks/:webhookId/rotate-secret", {
      params: webhooks.params,
      query: noQuery,
      payload: SecretRotation,
      success: WithSecret,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Give a webhook a new secret",
        "For `overlap_hours` (24 by default), messages are signed with both the old secret and the new one. " +
          "During this time the secret can be rotated again only with `overlap_hours` 0, which ends all old " +
          "secrets immediately."
      )
    ),
    HttpApiEndpoint.post("test", "/webhooks/:webhookId/test", {
      params: webhooks.params,
      query: noQuery,
      payload: TestDraft,
      success: OneDelivery.pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope)
      .annotate(ResponseExample, {
        delivery: { ...example.newDelivery, kind: "test", event_type: "job.published", sequence: 0 }
      })
      .annotateMerge(
        documented(
          "Send a webhook a test message",
          "Sends a message `webhook.test`, or a sample message of the given event type. Its `sequence` is 0."
        )
      ),
    HttpApiEndpoint.post("replayRange", "/webhooks/:webhookId/replay", {
      params: webhooks.params,
      query: noQuery,
      payload: ReplayRange,
      success: Schema.Struct({
        replayed: Schema.Int.pipe(described("How many events are sent again", 12))
      }).pipe(HttpApiSchema.status(201)),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Send a webhook a range of events again",
        `Sends the events between two sequence numbers, both included, at most ${maxReplay}, if the webhook ` +
          `subscribes to their types. A webhook has at most ${maxPendingReplays} pending replays.`
      )
    ),
    HttpApiEndpoint.get("deliveries", "/webhooks/:webhookId/deliveries", {
      params: webhooks.params,
      query: {
        status: Schema.optionalKey(spelled(DeliveryStatus)).pipe(described("Only deliveries with this status")),
        ...pageQuery
      },
      success: Schema.Struct({
        deliveries: Schema.Array(WebhookDelivery).pipe(described("The deliveries of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).middleware(AdminScope)
      .annotateMerge(
        documented(
          "List the deliveries to a webhook, newest first",
          `Finished deliveries are kept for ${keptDays} days.`
        )
      ),
    HttpApiEndpoint.post("replay", "/webhooks/:webhookId/deliveries/:deliveryId/replay", {
      params: deliveryParams,
      query: noQuery,
      success: OneDelivery.pipe(HttpApiSchema.status(201)),
      error: resourceErrors
    }).middleware(AdminScope)
      .annotate(ResponseExample, { delivery: { ...example.newDelivery, kind: "replay" } })
      .annotateMerge(
        documented(
          "Send a message to a webhook again",
          "Creates a new delivery of the event, with the same `webhook-id`. A disabled webhook is 400."
        )
      )
  )
  .annotate(OpenApi.Description, "Addresses to which events are sent, and their delivery log.")
{}
