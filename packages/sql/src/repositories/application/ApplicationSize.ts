/** The counters of an application: read before a change that adds to it, and kept by the statement of the change. */
import type { ApplicationSize } from "@candor/domain/application/ApplicationSize"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { SqlClient } from "effect/sql"
import type { Increment } from "../../statements/Saving.ts"

/**
 * The constraint that guards the limits: a statement that breaks it has lost a race, and its decision is made again.
 */
export const applicationSizeGuard = "applications_size"

/** The columns of the counters of an application with this alias. */
export const sizeColumns = (alias: string): string =>
  `${alias}.notes_counted, ${alias}.feedback_counted, ${alias}.text_bytes`

/** The constraint that keeps the application of an anonymised candidate empty: breaking it is a lost race too. */
export const anonymisedGuard = "applications_anonymised"

/**
 * Adds to the counters of an application, and moves its time of change. Its version stays: a move that was decided at
 * the same time is none the less possible.
 */
export const addToSize = (id: ApplicationId, size: ApplicationSize, changed_at: Timestamp): Increment => ({
  table: "applications",
  id,
  by: { ...size },
  changed_at
})

/**
 * A common table expression that moves the time of change of the application of an attachment that `saved`, an earlier
 * one, has.
 */
export const applicationTouched = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId,
  now: Timestamp
) =>
  sql`touched AS (
    UPDATE applications a SET updated_at = greatest(a.updated_at, ${now}::timestamptz)
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND EXISTS (SELECT FROM saved)
  )`
