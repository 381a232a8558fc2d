/** What adding to an application asks first. */
import { ApplicationNotFound } from "@candor/domain/ApplicationNotFound"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ofVisibleJob } from "./Visibility.ts"

/** Succeeds where the organization has the application; it can be gone a moment later. */
export const applicationExists = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId
): Effect.Effect<void, ApplicationNotFound> =>
  sql`
    SELECT FROM applications a WHERE a.organization_id = ${organization} AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
  `.pipe(
    Effect.orDie,
    Effect.flatMap((rows) => rows.length === 0 ? new ApplicationNotFound({ id }) : Effect.void)
  )
