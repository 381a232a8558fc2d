/** Events of the change feed and the audit log. */
import { Schema } from "effect"
import { ApiKeyId, UserId, Uuid } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** `subject.past_participle`, for example `job.published`. */
const EventType = Schema.String

/** Who did it: a user by a key, or a worker on behalf of the request. What does not apply is null. */
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
  /** The subject as it was right after; null where it has been erased. */
  data: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "Event" })
export interface Event extends Schema.Schema.Type<typeof Event> {}

/** An event with its proof. */
export const AuditEntry = Schema.Struct({
  ...Event.fields,
  digest: Schema.String,
  hash: Schema.String
}).annotate({ identifier: "AuditEntry" })
export interface AuditEntry extends Schema.Schema.Type<typeof AuditEntry> {}

/**
 * The cursor leads nowhere: it is older than the feed keeps events, ahead of the last event, or from before the feed was
 * restored from a backup.
 */
export class CursorLost extends Schema.TaggedError<CursorLost>()("CursorLost", {
  reason: Schema.Literals(["cursor_too_old", "cursor_ahead", "feed_restored"]),
  /** The sequence number of the cursor. */
  after: Schema.Int,
  /** The last sequence number: where to go on after reading the lists anew. */
  latest: Schema.Int
}) {}
