/** The port to the log of deliveries, for users of the interface. */
import { Context, type Effect } from "effect"
import type { DeliveryStatus } from "./DeliveryStatus.ts"
import type { DeliveryId, OrganizationId, WebhookId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { WebhookDisabled, WebhookNotFound } from "./Webhook.ts"
import type {
  DeliveryNotFound,
  MessageType,
  RangeBeyondHead,
  ReplayRange,
  TooManyReplays,
  WebhookDelivery
} from "./WebhookDelivery.ts"

export class WebhookDeliveries extends Context.Service<WebhookDeliveries, {
  /** Returns the deliveries to a webhook, newest first. */
  readonly list: (
    organization: OrganizationId,
    webhook: WebhookId,
    filter: { readonly status?: DeliveryStatus | undefined },
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>, WebhookNotFound>
  /** Creates a delivery of a sample message. */
  readonly test: (
    organization: OrganizationId,
    webhook: WebhookId,
    type: MessageType
  ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDisabled>
  /** Creates a delivery of the same message as another delivery. */
  readonly replay: (
    organization: OrganizationId,
    webhook: WebhookId,
    delivery: DeliveryId
  ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDisabled | DeliveryNotFound | TooManyReplays>
  /** Creates deliveries of the events in a range to which the webhook subscribes, and returns their number. */
  readonly replayRange: (
    organization: OrganizationId,
    webhook: WebhookId,
    range: ReplayRange
  ) => Effect.Effect<number, WebhookNotFound | WebhookDisabled | RangeBeyondHead | TooManyReplays>
}>()("@candor/domain/WebhookDeliveries") {}
