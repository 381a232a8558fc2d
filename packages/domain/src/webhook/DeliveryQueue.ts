/** The port to pending deliveries, for the workers that send them. */
import { Context, type Effect, type Option } from "effect"
import type { Event } from "../event/Event.ts"
import type { OrganizationId, WebhookId } from "../Id.ts"
import type { WebhookState } from "./Webhook.ts"
import type { Chain, Failing, Outcome, Receiver, WebhookDelivery } from "./WebhookDelivery.ts"

/** A delivery that a worker has claimed, with the data that the attempt needs. */
export interface Claim {
  readonly delivery: WebhookDelivery
  /** The event of the delivery; null for a test. */
  readonly event: Event | null
  readonly webhook: Pick<WebhookState, "id" | "url" | "secret" | "previous_secret" | "previous_secret_expires_at">
}

/** A chain whose first pending delivery is due. */
export interface DueChain {
  readonly subject_id: Chain["subject_id"]
  /** The milliseconds until another process's claim of the delivery ends; 0 if the delivery is unclaimed. */
  readonly claimed_for: number
}

export class DeliveryQueue extends Context.Service<DeliveryQueue, {
  /**
   * Creates a delivery of each new event to each enabled webhook that subscribes to its type. Concurrent and repeated
   * calls create each delivery once. Removes the organization's other waiting work of this kind, so call it from a
   * worker whose own work is retried on failure. Returns false if some events have no sequence number yet; it has then
   * queued itself for a second later.
   */
  readonly fanOut: (organization: OrganizationId) => Effect.Effect<boolean>
  /** Returns the due chains of a receiver, longest due first, and removes the receiver's other work that is due. */
  readonly due: (receiver: Receiver, limit: number) => Effect.Effect<ReadonlyArray<DueChain>>
  /** Claims the first pending delivery of a chain for `millis` milliseconds, if it is due and unclaimed. */
  readonly claim: (chain: Chain, millis: number) => Effect.Effect<Option.Option<Claim>>
  /** Records the success of an attempt. */
  readonly succeed: (chain: Chain, claim: Claim, outcome: Outcome) => Effect.Effect<void>
  /**
   * Records the failure of an attempt. The next attempt is due after `pause` milliseconds; undefined ends the delivery.
   * Returns none if another process has claimed the delivery since.
   */
  readonly fail: (
    chain: Chain,
    claim: Claim,
    outcome: Outcome,
    pause: number | undefined
  ) => Effect.Effect<Option.Option<Failing>>
  /** Queues the receiver for at most `millis` milliseconds later, replacing its other work that is due. */
  readonly postpone: (receiver: Receiver, millis: number) => Effect.Effect<void>
  /** Makes all pending deliveries of a webhook due, and queues the webhook. */
  readonly resume: (organization: OrganizationId, webhook: WebhookId) => Effect.Effect<void>
  /** Releases a claim, so that another worker can attempt the delivery immediately. */
  readonly release: (chain: Chain, claim: Claim) => Effect.Effect<void>
  /** Deletes deliveries that finished more than `keptDays` ago, of all organizations. */
  readonly forget: Effect.Effect<void>
}>()("@candor/domain/DeliveryQueue") {}
