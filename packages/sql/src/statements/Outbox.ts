/** The outbox: the statement that saves a change also inserts its events. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { DecisionContext } from "@candor/domain/Decision"
import type { EventType } from "@candor/domain/event/EventType"
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

/** Enqueues the fan-out to webhooks and mails of the events that `events`, an earlier expression, has inserted. */
const enqueueFanOut = (sql: SqlClient.SqlClient, events: Statement.Fragment) =>
  sql`enqueued_fan_out AS (
    ${insertWork} ${fanOut.queue}, x.id::text,
      json_build_object('organization_id', x.organization_id)::text, now()
    FROM (SELECT DISTINCT ON (organization_id) organization_id, id FROM ${events} ORDER BY organization_id, id) x
    WHERE EXISTS (
      SELECT true FROM webhook_endpoints w WHERE w.organization_id = $organization AND w.status = 'enabled'
    ) OR EXISTS (
      SELECT true FROM mail_accounts m WHERE m.organization_id = $organization AND m.sender_email IS NOT NULL
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

/** The common columns of events whose rows are found only by the statement that stores them. */
export interface EventOrigin {
  /** Selects the columns of the actor: `user_id`, `api_key_id`, `worker` and `request_id`. */
  readonly author: Statement.Fragment
  readonly now: Timestamp
  /** The first 15 characters of the events' ids, which are UUIDv7s. */
  readonly ids: string
}

/** Selects the columns of an actor. */
const authorOf = (sql: SqlClient.SqlClient, actor: Actor | Worker): Statement.Fragment => {
  const { api_key_id, user_id, worker } = actorColumns(actor)
  return sql`SELECT ${user_id}::uuid AS user_id, ${api_key_id}::uuid AS api_key_id, ${worker}::text AS worker, ${actor.request_id}::text AS request_id`
}

const millis = { before: -1, after: 1 } as const

/**
 * Returns the first 15 characters of UUIDv7s one millisecond before or after this one. In the feed, events with these
 * ids come before or after the other events of the same transaction.
 */
export const idsAround = (id: string, order: keyof typeof millis): string => {
  const time = (Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16) + millis[order]).toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7`
}

/** Returns the origin of events that come before those of the decision, or after those that are already stored. */
export const originOf = (
  sql: SqlClient.SqlClient,
  { actor, nextId, now }: DecisionContext<Actor | Worker>,
  order: keyof typeof millis = "before"
): EventOrigin => ({ author: authorOf(sql, actor), now, ids: idsAround(nextId(), order) })

/**
 * Common table expressions that store an event for each of `rows`, which have `organization_id`, `id` and `data`. Add
 * `deliverRowEvents`, unless the statement also stores events of a decision, which deliver all.
 *
 * The rows are materialized: a distributed database would else insert them where they are read, with the transaction
 * ids of that server, by which the feed could not order them.
 */
export const insertRowEvents = (
  sql: SqlClient.SqlClient,
  type: EventType,
  rows: Statement.Fragment,
  { author, ids, now }: EventOrigin,
  name = "row_events"
): Statement.Fragment =>
  sql`${sql.literal(name)}_told AS MATERIALIZED (
    SELECT changed.*, author.* FROM (${rows}) changed CROSS JOIN (${author}) author
  ), ${sql.literal(name)} AS (
    INSERT INTO events
      (organization_id, id, type, subject_id, data, data_bytes, user_id, api_key_id, worker, request_id, occurred_at)
    SELECT told.organization_id, (${ids}::text || substr(gen_random_uuid()::text, 16))::uuid, ${type}::text, told.id,
      told.data, octet_length(told.data::text), told.user_id, told.api_key_id, told.worker, told.request_id, ${now}::timestamptz
    FROM ${sql.literal(name)}_told told
    RETURNING organization_id, id
  )`

/** A common table expression that enqueues the delivery of the events of `insertRowEvents`. */
export const deliverRowEvents = (sql: SqlClient.SqlClient): Statement.Fragment => enqueueFanOut(sql, sql`row_events`)

/**
 * Stores the events of the changes whose ordinals `done` has, and enqueues one fan-out for each organization with an
 * enabled webhook, under the id of its first event. Returns nothing if there are no events.
 */
export const storeEvents = (
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Change<unknown, unknown, Actor | Worker>>
): ReadonlyArray<Part> => {
  const rows = changes.flatMap((change, index) => rowsOfEvents(change, index + 1))
  return rows.length === 0 ? [] : [{ name: "events", rows, expressions: (rows) => insertEvents(sql, rows) }]
}
