/** All background work: run it in as many processes as you like, over one database. */
import * as Queue from "@candor/sql/queue/Queue"
import { Effect, Layer } from "effect"
import { BackgroundStatus } from "./BackgroundStatus.ts"
import * as Deletions from "./Deletions.ts"
import * as Deliveries from "./Deliveries.ts"
import * as DeliveryLog from "./DeliveryLog.ts"
import * as Erasures from "./Erasures.ts"
import * as Extractor from "./Extractor.ts"
import * as Profiles from "./Profiles.ts"
import * as QueueMetrics from "./QueueMetrics.ts"
import { WebhookSettings } from "./WebhookSettings.ts"
import * as Webhooks from "./Webhooks.ts"

export const layer = Layer.mergeAll(
  Layer.effectDiscard(Effect.flatMap(BackgroundStatus, ({ setWork }) => setWork("inside"))),
  Deletions.layer,
  Deliveries.layer.pipe(Layer.provide(WebhookSettings.layer)),
  DeliveryLog.layer,
  Erasures.layer,
  Profiles.layer.pipe(Layer.provide(Extractor.layer)),
  QueueMetrics.layer,
  Webhooks.layer
).pipe(
  Layer.provide(Queue.layer),
  // The consumers tell what they do, so that a process knows when they stand still.
  Layer.provide(Layer.effect(Queue.PollObserver, Effect.map(BackgroundStatus, ({ polled }) => polled)))
)
