/** What happened, as the change feed and the audit log tell it. */
import { Schema } from "effect"
import { ApiKeyId, UserId, Uuid } from "./Id.ts"
import { Timestamp } from "./Timestamp.ts"

/** `subject.past_participle`, for example `job.published`. */
const EventType = Schema.String

/** Who did it: a user by a key, or a worker on behalf of the request. What does not apply is null. */
export const EventActor = Schema.Struct({
  user_id: Schema.NullOr(UserId),
  api_key_id: Schema.NullOr(ApiKeyId),
  worker: Schema.NullOr(Schema.String)
}).annotate({ identifier: "EventActor" })

/** An event with its place in the organization's sequence, which has no gaps. */
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

/** The cursor is older than what the feed keeps, or ahead of all that has happened. */
export class CursorLost extends Schema.TaggedError<CursorLost>()("CursorLost", {
  reason: Schema.Literals(["cursor_too_old", "cursor_ahead"]),
  after: Schema.Int,
  /** Where to go on after reading everything anew: the last event of now. */
  latest: Schema.Int
}) {}
