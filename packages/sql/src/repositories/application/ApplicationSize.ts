/** The counters of an application: read before a change that adds to it, and kept by the statement of the change. */
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import type { ApplicationSize } from "@candor/domain/application/ApplicationSize"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { fewRowsExpected, type Placed } from "../../statements/Batching.ts"
import { ofVisibleJob } from "./Visibility.ts"

/** The constraint that guards the limits: a statement that breaks it has lost a race, and its decision is made again. */
export const applicationSizeGuard = "applications_size"

/** The columns of the counters of an application `a`. */
export const sizeColumns = "a.notes_counted, a.feedback_counted, a.text_bytes"

/** Returns the size of the application; a change at the same time can add to it. */
export const applicationSize = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId
): Effect.Effect<ApplicationSize, ApplicationNotFound> =>
  sql<ApplicationSize>`
    SELECT ${sql.literal(sizeColumns)} FROM applications a
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
  `.pipe(
    Effect.orDie,
    Effect.flatMap(([size]) => size === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(size))
  )

/**
 * A common table expression `counted` that adds the sizes of the saved changes to the counters of their applications.
 * `saved`, an earlier one, has `place`, `organization_id` and `application_id` of each saved change.
 */
export const counted = (sql: SqlClient.SqlClient, added: ReadonlyArray<ApplicationSize & Placed>) => {
  const sizes = added.filter(({ feedback_counted, notes_counted, text_bytes }) =>
    feedback_counted !== 0 || notes_counted !== 0 || text_bytes !== 0)
  return sql`counted AS (
    UPDATE applications a SET notes_counted = a.notes_counted + total.notes,
      feedback_counted = a.feedback_counted + total.feedback, text_bytes = a.text_bytes + total.bytes
    FROM (
      SELECT saved.organization_id, saved.application_id, sum(size.notes_counted)::integer AS notes,
        sum(size.feedback_counted)::integer AS feedback, sum(size.text_bytes)::integer AS bytes
      FROM saved JOIN (
        SELECT * FROM jsonb_to_recordset(${PgTypes.jsonb(sizes)})
          AS size (place integer, notes_counted integer, feedback_counted integer, text_bytes integer)
        WHERE ${fewRowsExpected}
      ) size ON size.place = saved.place
      GROUP BY saved.organization_id, saved.application_id
    ) total
    WHERE a.organization_id = total.organization_id AND a.id = total.application_id
  )`
}
