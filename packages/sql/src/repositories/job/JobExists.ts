/** Fails if the organization has no such job, for statements that found no rows of it. */
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

export const jobExists = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: JobId
): Effect.Effect<void, JobNotFound> =>
  sql`SELECT FROM $jobs j WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL`.pipe(
    Effect.orDie,
    Effect.flatMap((rows) => rows.length === 0 ? new JobNotFound({ id }) : Effect.void)
  )
