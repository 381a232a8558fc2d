/** The outbox: the statement that saves a change inserts its events. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"
import { insertWork } from "../queue/Queue.ts"
import { fanOut } from "../queue/WebhookWork.ts"
import type { Change } from "./Change.ts"
import { type Numbered, numberedRows, type Part } from "./Rows.ts"

/** The columns of the actor of a change; those that do not apply are null. */
const actorColumns = (actor: Actor | Worker) =>
  "worker" in actor
    ? { user_id: null, api_key_id: null, worker: actor.worker }
    : { user_id: actor.user_id, api_key_id: actor.api_key_id, worker: null }

/** The rows of the events of a change. */
const rowsOfEvents = (change: Change<unknown, unknown, Actor | Worker>, ordinal: number): ReadonlyArray<Numbered> => {
  const { context: { actor, nextId, now }, decided: { events } } = change
  return events.map(({ data, subject_id, type }) => ({
    ordinal,
    row: {
      organization_id: actor.organization_id,
      id: nextId(),
      type,
      subject_id,
      data,
      ...actorColumns(actor),
      request_id: actor.request_id,
      occurred_at: now
    }
  }))
}

/** The work of making deliveries of events that `events`, an earlier expression, has inserted. */
const enqueueFanOut = (sql: SqlClient.SqlClient, events: Statement.Fragment) =>
  sql`enqueued_fan_out AS (
    ${insertWork} ${fanOut.queue}, first.id::text,
      json_build_object('organization_id', first.organization_id)::text, now()
    FROM (SELECT DISTINCT ON (organization_id) organization_id, id FROM ${events} ORDER BY organization_id, id) first
    WHERE EXISTS (
      SELECT FROM webhook_endpoints w WHERE w.organization_id = first.organization_id AND w.status = 'enabled'
    )
  )`

const insertEvents = (sql: SqlClient.SqlClient, rows: PgTypes.Parameter): ReadonlyArray<Statement.Fragment> => [
  sql`inserted_events AS (
    INSERT INTO events
      (organization_id, id, type, subject_id, data, data_bytes, user_id, api_key_id, worker, request_id, occurred_at)
    SELECT stored.organization_id, stored.id, stored.type, stored.subject_id, stored.data, octet_length(stored.data::text), stored.user_id,
      stored.api_key_id, stored.worker, stored.request_id, stored.occurred_at
    FROM ${numberedRows(sql, "events", rows)}
    WHERE item.ordinal IN (SELECT ordinality FROM done)
    RETURNING organization_id, id
  )`,
  enqueueFanOut(sql, sql`inserted_events`)
]

/** What the events of applications that a statement deletes have in common. */
interface Deletion {
  /** Selects the columns of the actor: `user_id`, `api_key_id`, `worker` and `request_id`. */
  readonly author: Statement.Fragment
  readonly now: Timestamp
  /** A new UUIDv7. */
  readonly id: string
}

/** Selects the columns of an actor. */
export const authorOf = (sql: SqlClient.SqlClient, actor: Actor | Worker): Statement.Fragment => {
  const { api_key_id, user_id, worker } = actorColumns(actor)
  return sql`SELECT ${user_id}::uuid AS user_id, ${api_key_id}::uuid AS api_key_id, ${worker}::text AS worker, ${actor.request_id}::text AS request_id`
}

/**
 * The first 15 characters of UUIDv7s that are a millisecond earlier than this one, so that in the feed the events with these ids
 * come before that of their parent, which the same transaction stores.
 */
const idsBefore = (id: string): string => {
  const millis = (Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) - 1).toString(16).padStart(12, "0")
  return `${millis.slice(0, 8)}-${millis.slice(8)}-7`
}

/**
 * A common table expression that stores `application.deleted` of each row of `deleted_applications`, an earlier one with
 * `organization_id`, `id`, `job_id` and `candidate_id`: a statement that deletes many does not know their ids before.
 */
export const applicationsDeleted = (sql: SqlClient.SqlClient, { author, id, now }: Deletion): Statement.Fragment =>
  sql`deleted_application_events AS (
    INSERT INTO events
      (organization_id, id, type, subject_id, data, data_bytes, user_id, api_key_id, worker, request_id, occurred_at)
    SELECT deleted.organization_id, (${idsBefore(id)}::text || substr(gen_random_uuid()::text, 16))::uuid, 'application.deleted', deleted.id,
      told.data, octet_length(told.data::text), author.user_id, author.api_key_id, author.worker, author.request_id, ${now}::timestamptz
    FROM deleted_applications deleted
    CROSS JOIN LATERAL (
      SELECT jsonb_build_object('id', deleted.id, 'job_id', deleted.job_id, 'candidate_id', deleted.candidate_id) AS data
    ) told
    CROSS JOIN (${author}) author
    RETURNING organization_id, id
  )`

/** The same of a statement that stores no other events, which would have them delivered. */
export const onlyApplicationsDeleted = (sql: SqlClient.SqlClient, deletion: Deletion): ReadonlyArray<Statement.Fragment> => [
  applicationsDeleted(sql, deletion),
  enqueueFanOut(sql, sql`deleted_application_events`)
]

/**
 * Stores the events of the changes whose ordinals `done` has, and enqueues one fan-out for each organization with an enabled
 * webhook, under the id of its first event. Nothing where there are no events.
 */
export const storeEvents = (
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Change<unknown, unknown, Actor | Worker>>
): ReadonlyArray<Part> => {
  const rows = changes.flatMap((change, index) => rowsOfEvents(change, index + 1))
  return rows.length === 0 ? [] : [{ name: "events", rows, expressions: (rows) => insertEvents(sql, rows) }]
}
