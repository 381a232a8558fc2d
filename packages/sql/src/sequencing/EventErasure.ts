/** Erases the data of events, and stores an event that tells their sequence numbers. */
import { ErasureIncomplete } from "@candor/domain/event/AuditLog"
import type { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { SqlClient } from "effect/sql"

/** Selects the ids of events of a subject (a job, a candidate, an application or a sourcing search) and of what belongs to it. */
const related = (sql: SqlClient.SqlClient, organization: OrganizationId, subject_id: string) =>
  sql`
    SELECT e.id FROM events e WHERE e.organization_id = ${organization} AND e.subject_id = ${subject_id}
    UNION
    SELECT e.id FROM events e
    WHERE e.organization_id = ${organization}
      AND EXISTS (
        SELECT FROM events s WHERE s.organization_id = ${organization} AND s.subject_id = ${subject_id}
          AND split_part(s.type, '.', 1) IN ('job', 'candidate', 'application', 'sourcing_search')
      ) AND (
        ${subject_id} IN (e.data ->> 'candidate_id', e.data ->> 'job_id', e.data ->> 'search_id')
        -- A prospect who was converted has the id of the application, and does not belong to its job.
        OR e.type NOT LIKE 'prospect.%' AND (e.data ->> 'application_id' = ${subject_id}
          OR e.data ->> 'application_id' IN (
            SELECT a.subject_id::text FROM events a
            WHERE a.organization_id = ${organization} AND a.type LIKE 'application.%'
              AND ${subject_id} IN (a.data ->> 'candidate_id', a.data ->> 'job_id')
          ))
      )
  `

/** Selects the events of a subject that have not been erased, with their sequence numbers. */
export const erasable = (sql: SqlClient.SqlClient, organization: OrganizationId, subject_id: string) =>
  sql`
    SELECT e.id, e.sequence FROM events e
    WHERE e.organization_id = ${organization} AND e.salt IS NOT NULL AND e.type <> 'audit.erased'
      AND e.id IN (${related(sql, organization, subject_id)})
  `

/**
 * Erases the data of a subject's events, all of which need their digest, and stores an event with their sequence numbers.
 * Returns how many they are. Fails where some have no sequence number yet, and then erases none.
 */
export const erase = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"],
  { by, organization, subject_id }: { readonly organization: OrganizationId; readonly subject_id: string; readonly by: string }
) {
  const [result] = yield* sql<{ readonly erased: number; readonly incomplete: boolean }>`
    WITH related AS MATERIALIZED (
      ${erasable(sql, organization, subject_id)}
    ), erased AS (
      UPDATE events e SET data = NULL, salt = NULL, data_bytes = 0 FROM related
      WHERE e.organization_id = ${organization} AND e.id = related.id
        -- All or nothing: the data of an event leads to others that are still to be erased.
        AND NOT EXISTS (SELECT FROM related WHERE sequence IS NULL)
      RETURNING e.id, e.sequence
    ), answers AS (
      UPDATE webhook_deliveries d SET last_response = NULL, last_error = NULL
      FROM erased WHERE d.organization_id = ${organization} AND d.event_id = erased.id
    ), erasure AS (
      INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
      SELECT ${organization}::uuid, ${yield* random.uuidV7()}::uuid, 'audit.erased', ${subject_id}::uuid,
        jsonb_build_object('subject_id', ${subject_id}::text, 'sequences', jsonb_agg(erased.sequence)),
        80 + octet_length(jsonb_agg(erased.sequence)::text),
        ${by}, ${by}, ${yield* Timestamp.now}::timestamptz
      FROM erased HAVING count(*) > 0
    )
    SELECT (SELECT count(*) FROM erased) AS erased, EXISTS (SELECT FROM related WHERE sequence IS NULL) AS incomplete
  `.pipe(Effect.orDie)
  return result!.incomplete ? yield* new ErasureIncomplete({ subject_id }) : result!.erased
})
