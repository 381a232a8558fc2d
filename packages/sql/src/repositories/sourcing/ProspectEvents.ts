/**
 * Events of prospects that are changed or deleted together with something else. The statement that does so stores them.
 */
import { noun } from "@candor/domain/sourcing/Prospect"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { SqlClient, Statement } from "effect/sql"
import { jsonColumns } from "../../statements/Nouns.ts"
import { type EventOrigin, insertRowEvents } from "../../statements/Outbox.ts"

/**
 * Common table expressions that store `prospect.updated` for each row that `update` changes: an UPDATE of prospects `p`
 * without RETURNING.
 */
export const prospectsUpdated = (
  sql: SqlClient.SqlClient,
  update: Statement.Fragment,
  origin: EventOrigin
): ReadonlyArray<Statement.Fragment> => [
  sql`changed_prospects AS (${update} RETURNING p.*)`,
  insertRowEvents(
    sql,
    "prospect.updated",
    sql`
    SELECT p.organization_id, p.id, (
      SELECT to_jsonb(told) FROM (SELECT ${sql.literal(jsonColumns(noun, "p", "event"))}) told
    ) AS data FROM changed_prospects p
  `,
    origin,
    "prospect_events"
  )
]

/**
 * The same for prospects that lose their application, which is one of these rows. The link is removed before the
 * application is deleted.
 */
export const prospectsUnlinked = (
  sql: SqlClient.SqlClient,
  applications: Statement.Fragment,
  now: Timestamp,
  origin: EventOrigin
) =>
  prospectsUpdated(
    sql,
    sql`
    UPDATE prospects p SET application_id = NULL, version = p.version + 1, updated_at = greatest(p.updated_at, ${now}::timestamptz)
    FROM ${applications} a WHERE p.organization_id = $organization AND p.application_id = a.id
  `,
    origin
  )

/**
 * A common table expression that stores `prospect.deleted` for each row of the earlier expression
 * `prospects_of_search`, which has the ids.
 */
export const prospectsDeleted = (sql: SqlClient.SqlClient, origin: EventOrigin): Statement.Fragment =>
  insertRowEvents(
    sql,
    "prospect.deleted",
    sql`
    SELECT p.organization_id, p.id, jsonb_build_object('id', p.id, 'search_id', p.search_id) AS data FROM prospects_of_search p
  `,
    origin,
    "prospect_events"
  )
