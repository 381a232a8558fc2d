/** Deliveries: one message to one webhook, with its attempts and their outcome. */
import { Schema } from "effect"
import { DeliveryStatus } from "./DeliveryStatus.ts"
import { described, named } from "../Described.ts"
import type { Event } from "../event/Event.ts"
import { EventType } from "../event/EventType.ts"
import * as example from "../Example.ts"
import { DeliveryId, OrganizationId, Uuid, WebhookId } from "../Id.ts"
import { later, Timestamp } from "../Timestamp.ts"
import { because } from "../IssueReason.ts"

/** The reason for a delivery: an event, a request to send an event again, or a request for a test message. */
export const DeliveryKind = Schema.Literals(["event", "replay", "test"]).pipe(
  described("Why the message is sent: an `event`, a `replay` of one, or a `test`", "event")
)
export type DeliveryKind = typeof DeliveryKind.Type

/** The types of messages: all event types, and `webhook.test`. */
export const MessageType = Schema.Literals([...EventType.literals, "webhook.test"]).pipe(
  described("The type of the event, or `webhook.test`", "application.moved")
)
export type MessageType = typeof MessageType.Type

/** A delivery as the log of its webhook shows it. */
export const WebhookDelivery = Schema.Struct({
  id: DeliveryId,
  kind: DeliveryKind,
  message_id: Uuid.pipe(
    described(
      "The `webhook-id` header: the event's id, the same in every attempt and replay; a test has its own",
      example.id.event
    )
  ),
  event_type: MessageType,
  sequence: Schema.Int.pipe(described("The event's sequence number; 0 for a test", 4_711)),
  subject_id: Uuid.pipe(described("The id of the entity that the event is about", example.id.application)),
  status: DeliveryStatus,
  attempts: Schema.Int.pipe(described("The number of attempts so far. Each is counted before it is made", 1)),
  next_attempt_at: Schema.NullOr(Timestamp).pipe(
    described("The time of the next attempt; null if there is none", null)
  ),
  last_status: Schema.NullOr(Schema.Int).pipe(
    described("The HTTP status of the last response; null if there was none", 200)
  ),
  last_error: Schema.NullOr(Schema.String).pipe(described("How the last attempt failed; null if it succeeded", null)),
  last_response: Schema.NullOr(Schema.String).pipe(
    described("The first characters of the last response's body; null if there was none", "ok")
  ),
  created_at: Timestamp.pipe(described("When the delivery was created", example.time.moved)),
  completed_at: Schema.NullOr(Timestamp).pipe(
    described("When the delivery succeeded or failed; null while it is pending", example.time.delivered)
  )
}).pipe(named("WebhookDelivery", "A message to a webhook, with its attempts"))
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

/** A request for a test message: of the type `webhook.test`, or a sample of an event type. */
export const TestDraft = Schema.Struct({
  event_type: Schema.optionalKey(MessageType).pipe(
    described("The type of the message; `webhook.test` by default", "job.published")
  )
}).pipe(named("WebhookTestDraft", "A request for a test message"))
export interface TestDraft extends Schema.Schema.Type<typeof TestDraft> {}

/** The most events of one replay. */
export const maxReplay = 10_000

const SequenceNumber = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "an integer from 1" }))

/** A request to send events again: those from one sequence number to another, both included. */
export const ReplayRange = Schema.Struct({
  from_sequence: SequenceNumber.pipe(described("The sequence number of the first event", 4_700)),
  to_sequence: SequenceNumber.pipe(described("The sequence number of the last event", 4_711))
}).check(
  Schema.makeFilter(
    ({ from_sequence, to_sequence }) =>
      (to_sequence >= from_sequence && to_sequence - from_sequence < maxReplay) ||
      { path: ["to_sequence"], issue: `Expected from_sequence or more, and at most ${maxReplay} events` },
    {
      ...because("out_of_range"),
      toJsonSchema: () => ({})
    }
  )
).pipe(named("ReplayRange", "A request to send events again, from one sequence number to another, both included"))
export interface ReplayRange extends Schema.Schema.Type<typeof ReplayRange> {}

export class DeliveryNotFound
  extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: Schema.String })
{}

/** The most pending replays of a webhook. */
export const maxPendingReplays = 50_000

/** How many days the log keeps finished deliveries. */
export const keptDays = 30

/** The range begins after the last event. */
export class RangeBeyondHead extends Schema.TaggedError<RangeBeyondHead>()("RangeBeyondHead", {
  from_sequence: Schema.Int,
  latest: Schema.Int
}) {}

/** The webhook has too many pending replays. */
export class TooManyReplays extends Schema.TaggedError<TooManyReplays>()("TooManyReplays", {
  max: Schema.Int,
  pending: Schema.Int
}) {}

/** The receiver of deliveries: a webhook of an organization. */
export const Receiver = Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
export interface Receiver extends Schema.Schema.Type<typeof Receiver> {}

/** A chain: the deliveries of one subject's events to one webhook, which are sent in order. */
export const Chain = Schema.Struct({ ...Receiver.fields, subject_id: Uuid })
export interface Chain extends Schema.Schema.Type<typeof Chain> {}

/** The outcome of an attempt. Without an error, the receiver has accepted the message. */
export interface Outcome {
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The pauses between attempts, in seconds: eleven attempts in 31 hours and 43 minutes. */
export const pauses: ReadonlyArray<number> = [
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  9 * hour,
  12 * hour
]

/** Returns the pause after the n-th attempt, in seconds; undefined after the last. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1]

/** The state of a webhook after a failed attempt. */
export interface Failing {
  /** The time since which no attempt to the webhook has succeeded. */
  readonly failing_since: Timestamp
  /** Whether no attempt to the webhook has succeeded since this delivery first failed. */
  readonly throughout: boolean
  /** Whether this delivery has used up its attempts. */
  readonly gave_up: boolean
}

/** How many days a webhook may fail without a success. */
const maxFailingDays = 5

/** The HTTP status of a receiver that wants no more messages (RFC 9110, section 15.5.11). */
const gone = 410

/** Returns the reason to disable a webhook after a failed attempt; undefined if it stays enabled. */
export const reasonToDisable = (outcome: Outcome, failing: Failing, now: Timestamp): string | undefined => {
  if (outcome.status === gone) return `The receiver answered ${gone}: it wants no more`
  if (failing.gave_up && failing.throughout) return "All attempts of a delivery failed, and none of another succeeded"
  return later(failing.failing_since, maxFailingDays * day * 1000) <= now
    ? `No attempt succeeded in ${maxFailingDays} days`
    : undefined
}

/** Returns the body of an event's message (Standard Webhooks, "payload structure"). */
export const body = (event: Event): string =>
  JSON.stringify({
    type: event.type,
    timestamp: event.occurred_at,
    data: {
      id: event.id,
      sequence: event.sequence,
      type: event.type,
      subject_id: event.subject_id,
      actor: {
        user_id: event.actor.user_id,
        api_key_id: event.actor.api_key_id,
        worker: event.actor.worker
      },
      request_id: event.request_id,
      occurred_at: event.occurred_at,
      data: event.data
    }
  })
