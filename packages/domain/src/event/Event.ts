/** Events of the change feed and the audit log. */
import { Schema } from "effect"
import { ApiKeyId, UserId, Uuid } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** `subject.past_participle`, for example `job.published`. */
const EventType = Schema.String

/** The actor of an event: a user with a key, a user in a session of the console, or a worker. The other fields are null. */
export const EventActor = Schema.Struct({
  user_id: Schema.NullOr(UserId),
  api_key_id: Schema.NullOr(ApiKeyId),
  worker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "EventActor" })

/** An event with its number in the organization's sequence, which has no gaps. */
export const Event = Schema.Struct({
  id: Uuid,
  sequence: Schema.Int,
  type: EventType,
  subject_id: Uuid,
  actor: EventActor,
  request_id: Schema.String,
  occurred_at: Timestamp,
  /** The subject after the event; null if the data was erased. */
  data: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "Event" })
export interface Event extends Schema.Schema.Type<typeof Event> {}

/** An event with its digest and its hash. */
export const AuditEntry = Schema.Struct({
  ...Event.fields,
  digest: Schema.String,
  hash: Schema.String
}).annotate({ identifier: "AuditEntry" })
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}

/**
 * The feed cannot continue from a cursor: the cursor is older than the kept events, ahead of the last event, or from an
 * epoch before the restore of a backup.
 */
export class CursorLost extends Schema.TaggedError<CursorLost>()("CursorLost", {
  reason: Schema.Literals(["cursor_too_old", "cursor_ahead", "feed_restored"]),
  /** The sequence number of the cursor. */
  after: Schema.Int,
  /** The last sequence number: the reader continues from it after it has read the lists again. */
  latest: Schema.Int
}) {}
