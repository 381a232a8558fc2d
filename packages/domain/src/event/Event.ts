/** Events of the change feed and the audit log. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApiKeyId, UserId, Uuid } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

const EventType = Schema.String.pipe(described("The type, `subject.past_participle`", "application.moved"))

/**
 * The actor of an event: a user with a key, a user in a console session, or a worker. The fields that do not apply are
 * null.
 */
export const EventActor = Schema.Struct({
  user_id: Schema.NullOr(UserId).pipe(
    described(
      "The member who made the change, with a key or in a session of the console; null for a worker",
      example.id.user
    )
  ),
  api_key_id: Schema.NullOr(ApiKeyId).pipe(
    described("The key that made the change; null for a session of the console, and for a worker", example.id.apiKey)
  ),
  worker: Schema.NullOr(Schema.String).pipe(
    described("The background worker that made the change; null for a member", null)
  )
}).pipe(named("EventActor", "Who made the change: a member with a key or in a session of the console, or a worker"))

/** An event with its number in the organization's gapless sequence. */
export const Event = Schema.Struct({
  id: Uuid.pipe(described("The id of the event, the same in the feed and in webhooks", example.id.event)),
  sequence: Schema.Int.pipe(described("The event's number within its organization, without gaps", 4_711)),
  type: EventType,
  subject_id: Uuid.pipe(described("The id of the entity that the event is about", example.id.application)),
  actor: EventActor,
  request_id: Schema.String.pipe(
    described("The `X-Request-Id` of the request that made the change", example.id.request)
  ),
  occurred_at: Timestamp.pipe(described("When the change was made", example.time.moved)),
  data: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)).pipe(
    described(
      "The entity after the event, in the schema of the type under `webhooks`; null once erased",
      example.applicationEvent
    )
  )
}).pipe(named("Event", "A change, with the entity after the change"))
export interface Event extends Schema.Schema.Type<typeof Event> {}

/** An event with its digest and its hash. */
export const AuditEntry = Schema.Struct({
  ...Event.fields,
  digest: Schema.String.pipe(
    described(
      "The salted hash of the data, in hexadecimal",
      "9d3a5b1f0c7e42d8a6b94f13e2708c5d61f0b7a92c384e5d90a1b6c7d8e9f012"
    )
  ),
  hash: Schema.String.pipe(
    described(
      "The hash of the entry and of the previous hash, in hexadecimal",
      "4be1c07d92f5a83610de7b24c98f3a56e07d1b9c8a2f64305e7d9c1b0a8f3e26"
    )
  )
}).pipe(named("AuditEntry", "An event of the audit log, with hashes that reveal later changes"))
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}

/**
 * The feed cannot continue from a cursor: it is older than the stored events, ahead of the last event, or from an epoch
 * before a backup was restored.
 */
export class CursorLost extends Schema.TaggedError<CursorLost>()("CursorLost", {
  reason: Schema.Literals(["cursor_too_old", "cursor_ahead", "feed_restored"]),
  /** The sequence number of the cursor. */
  after: Schema.Int,
  /** The last sequence number: the reader continues from it after reading the lists again. */
  latest: Schema.Int
}) {}
