/** Recording what happened, in the statement that makes it happen. */
import type { Actor, Worker } from "@candor/domain/Actor"
import type { DomainEvent, Facts } from "@candor/domain/Decision"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"
import { insertWork } from "./Queue.ts"
import { fanOut } from "./WebhookWork.ts"

/** The columns that say who it was; what does not apply is null. */
const who = (actor: Actor | Worker) =>
  "worker" in actor
    ? { user_id: null, api_key_id: null, worker: actor.worker }
    : { user_id: actor.user_id, api_key_id: actor.api_key_id, worker: null }

/**
 * Common table expressions that store the events, and ask for their delivery where the organization
 * has a webhook, if `saved`, an earlier one, has a row. So an event exists exactly when its change does.
 */
export const recorded = (
  sql: SqlClient.SqlClient,
  { actor, nextId, now }: Facts<Actor | Worker>,
  events: ReadonlyArray<DomainEvent>
) => {
  const rows = events.map((event) => ({ id: nextId(), ...event }))
  const { api_key_id, user_id, worker } = who(actor)
  return sql`recorded AS (
    INSERT INTO events
      (organization_id, id, type, subject_id, data, user_id, api_key_id, worker, request_id, occurred_at)
    SELECT ${actor.organization_id}::uuid, event.id, event.type, event.subject_id, event.data, ${user_id}::uuid,
      ${api_key_id}::uuid, ${worker}, ${actor.request_id}, ${now}::timestamptz
    FROM jsonb_to_recordset(${PgTypes.jsonb(rows)}) AS event (id uuid, type text, subject_id uuid, data jsonb)
    WHERE EXISTS (SELECT FROM saved)
  ), announced AS (
    ${insertWork} ${fanOut.queue}, event.id::text, ${JSON.stringify({ organization_id: actor.organization_id })}, now()
    FROM (SELECT ${rows[0]?.id ?? null}::uuid AS id) event
    WHERE event.id IS NOT NULL AND EXISTS (SELECT FROM saved) AND EXISTS (
      SELECT FROM webhook_endpoints WHERE organization_id = ${actor.organization_id} AND status = 'enabled'
    )
  )`
}
