/** Recording what happened, in the statement that makes it happen. */
import type { DomainEvent, Facts } from "@candor/domain/Decision"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient } from "effect/sql"

/**
 * A common table expression `recorded` that stores the events if `saved`, an earlier one, has a row.
 * So an event exists exactly when its change does.
 */
export const recorded = (sql: SqlClient.SqlClient, facts: Facts, events: ReadonlyArray<DomainEvent>) => {
  const rows = events.map((event) => ({ id: facts.nextId(), ...event }))
  return sql`recorded AS (
    INSERT INTO events (organization_id, id, type, subject_id, data, user_id, api_key_id, request_id, occurred_at)
    SELECT ${facts.actor.organization_id}::uuid, event.id, event.type, event.subject_id, event.data,
      ${facts.actor.user_id}::uuid, ${facts.actor.api_key_id}::uuid, ${facts.actor.request_id}, ${facts.now}::timestamptz
    FROM jsonb_to_recordset(${PgTypes.jsonb(rows)}) AS event (id uuid, type text, subject_id uuid, data jsonb)
    WHERE EXISTS (SELECT FROM saved)
  )`
}
