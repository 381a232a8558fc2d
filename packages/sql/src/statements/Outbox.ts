/** The outbox: the statement that saves a change inserts its events. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
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
  sql`enqueued_fan_out AS (
    ${insertWork} ${fanOut.queue}, first.id::text,
      json_build_object('organization_id', first.organization_id)::text, now()
    FROM (SELECT DISTINCT ON (organization_id) organization_id, id FROM inserted_events ORDER BY organization_id, id) first
    WHERE EXISTS (
      SELECT FROM webhook_endpoints w WHERE w.organization_id = first.organization_id AND w.status = 'enabled'
    )
  )`
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
