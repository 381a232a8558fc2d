/** Erases the data of events, and stores an event with their sequence numbers. */
import { ErasureIncomplete } from "@candor/domain/event/AuditLog"
import type { OrganizationId } from "@candor/domain/Id"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { SqlClient } from "effect/sql"

/** Events that one statement erases: a large job has more than it could erase within its time limit. */
export const portion = 2000

/**
 * The first event of a note or a file. It leads to the later ones, which name the survivor if they happened while the
 * candidate was merged.
 */
const isAdded = (sql: SqlClient.SqlClient) => sql`e.type IN ('note.created', 'attachment.added')`

/**
 * Selects the ids of events of a subject and of all that belongs to it. Each part is found by its own index
 * (ConcurrentIndexes.ts), because an organization may have millions of events.
 */
const related = (sql: SqlClient.SqlClient, organization: OrganizationId, subject_id: string) => {
  const naming = (field: "candidate_id" | "job_id" | "search_id" | "application_id") =>
    sql`e.organization_id = ${organization} AND e.data ->> ${sql.literal(`'${field}'`)} = ${subject_id}`
  // An application of a candidate whose merge was undone no longer belongs to the survivor.
  const isTheirs = sql`NOT EXISTS (
    SELECT FROM events later
    WHERE later.organization_id = ${organization} AND later.subject_id = e.subject_id AND later.type LIKE 'application.%'
      AND later.sequence > e.sequence AND later.data ->> 'candidate_id' <> ${subject_id}
  )`
  // A converted prospect's events have the application's id, but do not belong to its job.
  const isNoProspect = sql`e.type NOT LIKE 'prospect.%'`
  return sql`
    SELECT e.id FROM events e WHERE e.organization_id = ${organization} AND e.subject_id = ${subject_id}
    UNION
    SELECT owned.id FROM (
      SELECT e.id FROM events e WHERE ${naming("candidate_id")}
      UNION ALL SELECT e.id FROM events e WHERE ${naming("job_id")}
      UNION ALL SELECT e.id FROM events e WHERE ${naming("search_id")}
      UNION ALL SELECT e.id FROM events e WHERE ${naming("application_id")} AND ${isNoProspect}
      UNION ALL SELECT e.id FROM (SELECT e.subject_id FROM events e WHERE ${naming("candidate_id")} AND ${
    isAdded(sql)
  }) part
      JOIN events e ON e.organization_id = ${organization} AND e.subject_id = part.subject_id
      UNION ALL SELECT e.id FROM (
        SELECT e.subject_id::text AS id FROM events e WHERE ${
    naming("candidate_id")
  } AND e.type LIKE 'application.%' AND ${isTheirs}
        UNION SELECT e.subject_id::text FROM events e WHERE ${naming("job_id")} AND e.type LIKE 'application.%'
      ) application
      JOIN events e ON e.organization_id = ${organization} AND e.data ->> 'application_id' = application.id AND ${isNoProspect}
    ) owned
    WHERE EXISTS (
      SELECT FROM events s WHERE s.organization_id = ${organization} AND s.subject_id = ${subject_id}
        AND split_part(s.type, '.', 1) IN ('job', 'candidate', 'application', 'sourcing_search')
    )
  `
}

/**
 * Selects the events of a subject that have not been erased, with their sequence numbers. The first events of notes and
 * files come late, and those of applications last, because their data lead to others.
 */
const erasable = (sql: SqlClient.SqlClient, organization: OrganizationId, subject_id: string) =>
  sql`
    SELECT e.id, e.sequence FROM events e
    WHERE e.organization_id = ${organization} AND e.salt IS NOT NULL AND e.type <> 'audit.erased'
      AND e.id IN (${related(sql, organization, subject_id)})
    ORDER BY CASE WHEN e.type LIKE 'application.%' THEN 2 WHEN ${isAdded(sql)} THEN 1 ELSE 0 END
  `

/** Counts the events of a subject that have not been erased. */
export const count = (sql: SqlClient.SqlClient, organization: OrganizationId, subject_id: string) =>
  Effect.map(
    sql<{ readonly count: number }>`SELECT count(*)::integer AS count FROM (${
      erasable(sql, organization, subject_id)
    }) e`,
    ([row]) => row!.count
  )

/**
 * Erases the data of a portion of a subject's events, and stores an event with their sequence numbers. Returns how many
 * there were. All of them need their digest: if some have no sequence number yet, fails, and erases none of the
 * portion.
 */
const erasePortion = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  random: SecureRandom.SecureRandom["Service"],
  { by, organization, subject_id }: {
    readonly organization: OrganizationId
    readonly subject_id: string
    readonly by: string
  }
) {
  const [result] = yield* sql<{ readonly erased: number; readonly incomplete: boolean }>`
    WITH related AS MATERIALIZED (
      ${erasable(sql, organization, subject_id)} LIMIT ${sql.literal(String(portion))}
    ), erased AS (
      UPDATE events e SET data = NULL, salt = NULL, data_bytes = 0 FROM related
      WHERE e.organization_id = ${organization} AND e.id = related.id
        -- All or nothing: the portion is tried again.
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

/**
 * Erases the data of all events of a subject, portion by portion, and returns how many there were. If it is
 * interrupted, the next call erases the rest.
 */
export const erase = (...request: Parameters<typeof erasePortion>): Effect.Effect<number, ErasureIncomplete> =>
  Effect.flatMap(
    erasePortion(...request),
    (erased) => erased < portion ? Effect.succeed(erased) : Effect.map(erase(...request), (further) => erased + further)
  )
