/** The counters of an application: read before a change that adds to it, and kept by the statement of the change. */
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import type { ApplicationSize } from "@candor/domain/application/ApplicationSize"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Increment } from "../../statements/Saving.ts"
import { ofVisibleJob } from "./Visibility.ts"

/** The constraint that guards the limits: a statement that breaks it has lost a race, and its decision is made again. */
export const applicationSizeGuard = "applications_size"

/** The columns of the counters of an application `a`. */
export const sizeColumns = "a.notes_counted, a.feedback_counted, a.text_bytes"

/** The constraint that keeps the application of an anonymised candidate empty: breaking it is a lost race too. */
export const anonymisedGuard = "applications_anonymised"

/** The size of an application, and when its candidate was anonymised. */
interface Room extends ApplicationSize {
  readonly anonymised_at: Timestamp | null
}

/** Returns the size of the application; a change at the same time can add to it. */
export const applicationSize = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId
): Effect.Effect<Room, ApplicationNotFound> =>
  sql<Room>`
    SELECT ${sql.literal(sizeColumns)}, a.anonymised_at FROM applications a
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
  `.pipe(
    Effect.orDie,
    Effect.flatMap(([size]) => size === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(size))
  )

/** Adds to the counters of an application. */
export const addToSize = (id: ApplicationId, size: ApplicationSize): Increment => ({ table: "applications", id, by: { ...size } })
