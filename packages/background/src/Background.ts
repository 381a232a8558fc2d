/** All background work. Any number of processes can run it over one database. */
import * as Queue from "@candor/sql/queue/Queue"
import { Effect, Layer } from "effect"
import { BackgroundStatus } from "./BackgroundStatus.ts"
import * as Contents from "./attachment/Contents.ts"
import * as Deletions from "./job/Deletions.ts"
import * as Deliveries from "./webhook/Deliveries.ts"
import * as DeliveryLog from "./webhook/DeliveryLog.ts"
import * as Erasures from "./event/Erasures.ts"
import * as Merges from "./candidate/Merges.ts"
import * as Expiry from "./idempotency/Expiry.ts"
import * as Extractor from "./profile/Extractor.ts"
import * as Profiles from "./profile/Profiles.ts"
import * as Retention from "./retention/Retention.ts"
import * as Texts from "./attachment/Texts.ts"
import * as QueueMetrics from "./queue/QueueMetrics.ts"
import { WebhookSettings } from "./webhook/WebhookSettings.ts"
import * as Webhooks from "./webhook/Webhooks.ts"

export const layer = Layer.mergeAll(
  Layer.effectDiscard(Effect.flatMap(BackgroundStatus, ({ setWork }) => setWork("inside"))),
  Contents.layer,
  Deletions.layer,
  Deliveries.layer.pipe(Layer.provide(WebhookSettings.layer)),
  DeliveryLog.layer,
  Erasures.layer,
  Expiry.layer,
  Merges.layer,
  Profiles.layer.pipe(Layer.provide(Extractor.layer)),
  QueueMetrics.layer,
  Retention.layer,
  Texts.layer,
  Webhooks.layer
).pipe(
  Layer.provide(Queue.layer),
  // Consumers report each poll, so that the process notices when they stall.
  Layer.provide(Layer.effect(Queue.PollObserver, Effect.map(BackgroundStatus, ({ polled }) => polled)))
)
