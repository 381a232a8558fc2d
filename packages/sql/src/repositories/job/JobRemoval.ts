/** Queued work that removes the rows of a deleted job. It has the job's id. */
import { JobId, OrganizationId } from "@candor/domain/Id"
import { Schema } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { queue } from "../../queue/JobRemovalWork.ts"
import { insertWork } from "../../queue/Queue.ts"
import { belonging } from "../application/ApplicationRows.ts"

export const Element = Schema.Struct({ organization_id: OrganizationId, job_id: JobId })

/**
 * A job with at most this many rows (applications and what belongs to them) is removed by the statement that deletes
 * it.
 */
export const maxDirectRows = 500

/**
 * A condition on a job `j`: it has more rows than are removed directly. Stops counting there; counts submissions of
 * applications twice.
 */
export const isLarge = `(
  SELECT count(*) > ${maxDirectRows} FROM (
    SELECT 1 FROM applications a WHERE a.organization_id = $organization AND a.job_id = j.id
    ${
  belonging.map((table) =>
    `UNION ALL
    SELECT 1 FROM applications a JOIN ${table} x ON x.organization_id = $organization AND x.application_id = a.id
    WHERE a.organization_id = $organization AND a.job_id = j.id`
  ).join("\n")
}
    UNION ALL SELECT 1 FROM submissions x WHERE x.organization_id = $organization AND x.job_id = j.id
    LIMIT ${maxDirectRows + 1}
  ) rows_of_job
)`

/** A common table expression `removal` that queues the work for each job of the earlier expression `marked`. */
export const removalEnqueued = (sql: SqlClient.SqlClient): Statement.Fragment =>
  sql`removal AS (
    ${insertWork} ${queue}, gen_random_uuid()::text,
      json_build_object('organization_id', marked.organization_id, 'job_id', marked.id)::text, now()
    FROM marked
  )`
