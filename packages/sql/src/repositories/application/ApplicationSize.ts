/**
 * The size counters of an application: read before a change that adds to it, and updated by the statement of that
 * change.
 */
import type { ApplicationSize } from "@candor/domain/application/ApplicationSize"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { SqlClient } from "effect/sql"
import type { Increment } from "../../statements/Saving.ts"

/** The constraint that guards the limits. A statement that breaks it has lost a race, and is decided again. */
export const applicationSizeGuard = "applications_size"

/** The columns of the counters of an application with this alias. */
export const sizeColumns = (alias: string): string =>
  `${alias}.notes_counted, ${alias}.feedback_counted, ${alias}.text_bytes`

/** The constraint that keeps an anonymized candidate's application empty. Breaking it is a lost race, too. */
export const anonymisedGuard = "applications_anonymised"

/**
 * Adds to the counters of an application, and updates `updated_at`. Its version stays the same, so that a concurrent
 * move is not refused.
 */
export const addToSize = (id: ApplicationId, size: ApplicationSize, changed_at: Timestamp): Increment => ({
  table: "applications",
  id,
  by: { ...size },
  changed_at
})

/**
 * A common table expression that updates `updated_at` of the application whose attachment the earlier expression
 * `saved` has.
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
