/** One message to one webhook: what is sent, how often it is tried, and what came of it. */
import { Schema } from "effect"
import { DeliveryStatus } from "./DeliveryStatus.ts"
import type { Event } from "../event/Event.ts"
import { EventType } from "../event/EventType.ts"
import { DeliveryId, OrganizationId, Uuid, WebhookId } from "../Id.ts"
import { later, Timestamp } from "../Timestamp.ts"

/** Why there is a delivery: something happened, somebody asked for it once more, or for a sample. */
export const DeliveryKind = Schema.Literals(["event", "replay", "test"])
export type DeliveryKind = typeof DeliveryKind.Type

/** Types of messages: those of events, and the one that only tests have. */
export const MessageType = Schema.Literals([...EventType.literals, "webhook.test"])
export type MessageType = typeof MessageType.Type

/** A delivery as the log of its webhook shows it. */
export const WebhookDelivery = Schema.Struct({
  id: DeliveryId,
  kind: DeliveryKind,
  /** What is sent as `webhook-id`: the event's id, the same in every attempt and replay; a test has one of its own. */
  message_id: Uuid,
  event_type: MessageType,
  /** The event's place; 0 for a test. */
  sequence: Schema.Int,
  subject_id: Uuid,
  status: DeliveryStatus,
  /** Attempts until now, each counted before it is made. */
  attempts: Schema.Int,
  /** When the next attempt is due; null where there is none. */
  next_attempt_at: Schema.NullOr(Timestamp),
  /** The HTTP status of the last answer; null where there was none. */
  last_status: Schema.NullOr(Schema.Int),
  /** How the last attempt failed; null where it did not. */
  last_error: Schema.NullOr(Schema.String),
  /** The first characters of the last answer's body. */
  last_response: Schema.NullOr(Schema.String),
  created_at: Timestamp,
  completed_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "WebhookDelivery" })
export interface WebhookDelivery extends Schema.Schema.Type<typeof WebhookDelivery> {}

/** A wish for a test message, of the type `webhook.test` or like that of an event. */
export const TestDraft = Schema.Struct({ event_type: Schema.optionalKey(MessageType) }).annotate({
  identifier: "WebhookTestDraft"
})
export interface TestDraft extends Schema.Schema.Type<typeof TestDraft> {}

/** The most events that are replayed at once. */
export const maxReplay = 10_000

const Place = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "an integer from 1" }))

/** A wish to be sent again what happened from one place of the feed to another, both included. */
export const ReplayRange = Schema.Struct({ from_sequence: Place, to_sequence: Place }).check(
  Schema.makeFilter(({ from_sequence, to_sequence }) =>
    (to_sequence >= from_sequence && to_sequence - from_sequence < maxReplay) ||
    { path: ["to_sequence"], issue: `Expected from_sequence or more, and at most ${maxReplay} events` }
  )
).annotate({ identifier: "ReplayRange" })
export interface ReplayRange extends Schema.Schema.Type<typeof ReplayRange> {}

export class DeliveryNotFound
  extends Schema.TaggedError<DeliveryNotFound>()("DeliveryNotFound", { id: Schema.String })
{}

/** The most replayed messages that wait to be sent to one webhook. */
export const maxPendingReplays = 50_000

/** How many days the log keeps what is finished. */
export const keptDays = 30

/** Nothing has happened yet where a range begins. */
export class RangeBeyondHead extends Schema.TaggedError<RangeBeyondHead>()("RangeBeyondHead", {
  from_sequence: Schema.Int,
  latest: Schema.Int
}) {}

/** What was asked for before has to be sent first. */
export class TooManyReplays extends Schema.TaggedError<TooManyReplays>()("TooManyReplays", {
  max: Schema.Int,
  pending: Schema.Int
}) {}

/** Who is sent to: one webhook of an organization. */
export const Receiver = Schema.Struct({ organization_id: OrganizationId, endpoint_id: WebhookId })
export interface Receiver extends Schema.Schema.Type<typeof Receiver> {}

/** What is delivered in order: all that happened to one subject, to one webhook. */
export const Chain = Schema.Struct({ ...Receiver.fields, subject_id: Uuid })
export interface Chain extends Schema.Schema.Type<typeof Chain> {}

/** What an attempt came to; without an error the receiver has the message. */
export interface Outcome {
  readonly status: number | null
  readonly error: string | null
  readonly response: string | null
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Seconds between attempts: eleven attempts in 31 hours and 43 minutes. */
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

/** Seconds from a failed attempt to the next, after so many attempts; none when they are used up. */
export const pauseAfter = (attempts: number): number | undefined => pauses[attempts - 1]

/** Where the last attempt failed: since when the webhook has, and whether it did all the time since this delivery first failed. */
export interface Failing {
  readonly failing_since: Timestamp
  readonly throughout: boolean
  readonly gave_up: boolean
}

/** How many days a webhook may fail without a single success. */
const patience = 5

/** The status of a receiver that wants no more (RFC 9110, section 15.5.11). */
const gone = 410

/** Why a webhook is disabled after a failed attempt; nothing where it goes on. */
export const reasonToDisable = (outcome: Outcome, failing: Failing, now: Timestamp): string | undefined => {
  if (outcome.status === gone) return `The receiver answered ${gone}: it wants no more`
  if (failing.gave_up && failing.throughout) return "All attempts of a delivery failed, and none of another succeeded"
  return later(failing.failing_since, patience * day * 1000) <= now ? `No attempt succeeded in ${patience} days` : undefined
}

/** The body that is sent for an event (Standard Webhooks, "payload structure"). */
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
