/**
 * Events of applications that are changed or deleted together with something else. The statement that does so stores
 * them, because only it knows which applications are affected.
 */
import type { SqlClient, Statement } from "effect/sql"
import { type EventOrigin, insertRowEvents } from "../../statements/Outbox.ts"
import { applicationsNamed, applicationTold } from "./ApplicationQueries.ts"

/**
 * A common table expression that stores `application.deleted` for each row of `deleted_applications`, an earlier one
 * with `organization_id`, `id`, `job_id` and `candidate_id`.
 */
export const applicationsDeleted = (sql: SqlClient.SqlClient, origin: EventOrigin): Statement.Fragment =>
  insertRowEvents(
    sql,
    "application.deleted",
    sql`
    SELECT a.organization_id, a.id, jsonb_build_object('id', a.id, 'job_id', a.job_id, 'candidate_id', a.candidate_id) AS data
    FROM deleted_applications a
  `,
    origin
  )

/** Selects the data of an application's event, as the domain makes them. */
const data = (fullName: Statement.Fragment, sql: SqlClient.SqlClient) =>
  sql`(SELECT to_jsonb(shown) FROM (
    SELECT ${sql.literal(applicationTold)}, jsonb_build_object('id', c.id, 'full_name', ${fullName}) AS candidate
  ) shown)`

/**
 * A common table expression that stores `application.updated` for each row of `changed_applications`, an earlier one
 * with the changed columns of applications. The candidate's name is the stored one, unless the change replaces it.
 */
export const applicationsUpdated = (
  sql: SqlClient.SqlClient,
  origin: EventOrigin,
  full_name?: string
): Statement.Fragment =>
  insertRowEvents(
    sql,
    "application.updated",
    sql`
    SELECT a.organization_id, a.id, ${
      data(full_name === undefined ? sql.literal("c.full_name") : sql`${full_name}::text`, sql)
    } AS data
    ${sql.literal(applicationsNamed("changed_applications"))}
  `,
    origin
  )
