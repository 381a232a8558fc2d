/** Recording what happened, in the statement that makes it happen. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import type { Change } from "./Change.ts"
import { insertWork } from "../queue/Queue.ts"
import { fanOut } from "../queue/WebhookWork.ts"

/** The columns that say who it was; what does not apply is null. */
const who = (actor: Actor | Worker) =>
  "worker" in actor
    ? { user_id: null, api_key_id: null, worker: actor.worker }
    : { user_id: actor.user_id, api_key_id: actor.api_key_id, worker: null }

/**
 * Common table expressions that store the events of each change whose place `saved`, an earlier one, has, and ask for
 * their delivery where the organization has a webhook. So an event exists exactly when its change does. All changes of
 * a statement are one organization's.
 */
export const recorded = (
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Pick<Change<unknown, unknown, Actor | Worker>, "place" | "context" | "decided">>
) => {
  const rows = changes.flatMap(({ decided: { events }, context: { actor, nextId, now }, place }) =>
    events.map(({ data, subject_id, type }) => ({
      place,
      id: nextId(),
      type,
      subject_id,
      data,
      ...who(actor),
      request_id: actor.request_id,
      occurred_at: now
    }))
  )
  const { organization_id } = changes[0]!.context.actor
  return sql`recorded AS (
    INSERT INTO events
      (organization_id, id, type, subject_id, data, data_bytes, user_id, api_key_id, worker, request_id, occurred_at)
    SELECT ${organization_id}::uuid, event.id, event.type, event.subject_id, event.data, octet_length(event.data::text),
      event.user_id, event.api_key_id, event.worker, event.request_id, event.occurred_at
    FROM jsonb_to_recordset(${PgTypes.jsonb(rows)}) AS event (place integer, id uuid, type text, subject_id uuid,
      data jsonb, user_id uuid, api_key_id uuid, worker text, request_id text, occurred_at timestamptz)
    WHERE event.place IN (SELECT saved.place FROM saved)
    RETURNING id
  ), announced AS (
    ${insertWork} ${fanOut.queue}, event.id::text, ${JSON.stringify({ organization_id })}, now()
    FROM (SELECT id FROM recorded LIMIT 1) event
    WHERE EXISTS (SELECT FROM webhook_endpoints WHERE organization_id = ${organization_id} AND status = 'enabled')
  )`
}
