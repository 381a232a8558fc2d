/** The port to what is delivered to webhooks: its log, and the work of sending it. */
import { Context, type Effect, type Option } from "effect"
import type { DeliveryStatus } from "./DeliveryStatus.ts"
import type { Event } from "../event/Event.ts"
import type { DeliveryId, OrganizationId, WebhookId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { WebhookDisabled, WebhookNotFound, WebhookState } from "./Webhook.ts"
import type {
  Chain,
  DeliveryNotFound,
  Failing,
  MessageType,
  Outcome,
  RangeBeyondHead,
  Receiver,
  ReplayRange,
  TooManyReplays,
  WebhookDelivery
} from "./WebhookDelivery.ts"

/** A delivery that is this worker's to attempt, and all that the attempt needs. */
export interface Claim {
  readonly delivery: WebhookDelivery
  /** What happened; null for a test. */
  readonly event: Event | null
  readonly webhook: Pick<WebhookState, "id" | "url" | "secret" | "previous_secret" | "previous_secret_expires_at">
}

/** A chain whose first pending delivery is due. */
export interface DueChain {
  readonly subject_id: Chain["subject_id"]
  /** Milliseconds until the claim of another process ends; 0 where nobody has claimed the delivery. */
  readonly claimed_for: number
}

export class WebhookDeliveries extends Context.Service<WebhookDeliveries, {
  /** The log of a webhook, newest first. */
  readonly list: (
    organization: OrganizationId,
    webhook: WebhookId,
    filter: { readonly status?: DeliveryStatus | undefined },
    page: PageRequest
  ) => Effect.Effect<Page<WebhookDelivery>, WebhookNotFound>
  /** Makes a delivery of a sample. */
  readonly test: (
    organization: OrganizationId,
    webhook: WebhookId,
    type: MessageType
  ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDisabled>
  /** Makes one more delivery of what a delivery is of. */
  readonly replay: (
    organization: OrganizationId,
    webhook: WebhookId,
    delivery: DeliveryId
  ) => Effect.Effect<WebhookDelivery, WebhookNotFound | WebhookDisabled | DeliveryNotFound | TooManyReplays>
  /**
   * Makes deliveries of all events of a range that the webhook asks for, up to what was answered before;
   * how many those are.
   */
  readonly replayRange: (
    organization: OrganizationId,
    webhook: WebhookId,
    range: ReplayRange
  ) => Effect.Effect<number, WebhookNotFound | WebhookDisabled | RangeBeyondHead | TooManyReplays>

  /**
   * Makes the deliveries of what has happened in an organization: of each event one for each enabled
   * webhook that asks for it, however often and by however many this is called. False where there is
   * something that has no place in the order yet: then it has queued itself for a second later. Other
   * work for it that waits is done with it; so call it with work in hand that comes back where it fails.
   */
  readonly fanOut: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Lists what is due to a receiver, the longest due first. It merges the receiver's other work that waits and is due. */
  readonly due: (receiver: Receiver, limit: number) => Effect.Effect<ReadonlyArray<DueChain>>
  /** Claims the first pending delivery of a chain for so many milliseconds, if it is due and nobody has claimed it. */
  readonly claim: (chain: Chain, lease: number) => Effect.Effect<Option.Option<Claim>>
  readonly succeed: (chain: Chain, claim: Claim, outcome: Outcome) => Effect.Effect<void>
  /**
   * Records that an attempt failed, with the milliseconds to the next, or none where there is none.
   * Nothing where the claim has passed to somebody else.
   */
  readonly fail: (
    chain: Chain,
    claim: Claim,
    outcome: Outcome,
    pause: number | undefined
  ) => Effect.Effect<Option.Option<Failing>>
  /** Queues the receiver for so many milliseconds later at most, in place of its other work that is due. */
  readonly postpone: (receiver: Receiver, millis: number) => Effect.Effect<void>
  /** Makes everything due that waits for a webhook, and queues it. */
  readonly resume: (organization: OrganizationId, webhook: WebhookId) => Effect.Effect<void>
  /** Gives up a claim, so that somebody else can go on at once. */
  readonly release: (chain: Chain, claim: Claim) => Effect.Effect<void>
  /** Deletes what was finished longer ago than the log keeps it. */
  readonly forget: (organization: OrganizationId) => Effect.Effect<void>
}>()("@candor/domain/WebhookDeliveries") {}
