/**
 * Conditions that exclude deleted jobs and all that belongs to them. The rows of a deleted job with many applications
 * stay until background work has removed them (decision 0030); until then no statement reads or changes them.
 *
 * The conditions compare with an array, which the planner treats as a value. For a join or an EXISTS it might choose a
 * plan that begins with all jobs of the organization. They are for statements of one organization
 * (`OfOrganization.ts`).
 */
import type { ApplicationId, JobId, OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { readsRow } from "../../statements/Rows.ts"

const deletedJobs = "SELECT j.id FROM jobs j WHERE j.organization_id = $organization AND j.deleted_at IS NOT NULL"

/** A condition: the organization has deleted jobs whose rows are still stored. */
export const hasDeletedJobs = `EXISTS (${deletedJobs})`

/** Makes a condition: the job with this id (an SQL expression) is not deleted. */
export const isVisible = (job: string): string => `${job} <> ALL (ARRAY(${deletedJobs}))`

/** Makes a condition: the job of the application with this id (an SQL expression) is not deleted. */
export const applicationIsVisible = (application: string): string =>
  isVisible(
    `(SELECT a.job_id FROM applications a WHERE a.organization_id = $organization AND a.id = ${application} AND ${
      readsRow("a")
    })`
  )

/**
 * A condition: the job of the application `a` is not deleted. Makes PostgreSQL read the row of the application, for a
 * lookup by id.
 */
export const ofVisibleJob = `${isVisible("a.job_id")} AND ${readsRow("a")}`

/** An id that no row has, so that a foreign key refuses a row that refers to it. */
export const absent = "'00000000-0000-0000-0000-000000000000'"

/**
 * The id of the job for a new row that refers to it; an absent id if the job was deleted. Locks the job against
 * deletion.
 */
export const visibleJobId = (sql: SqlClient.SqlClient, organization: OrganizationId, id: JobId): Statement.Fragment =>
  sql`coalesce((
    SELECT j.id FROM jobs j WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL
    FOR KEY SHARE
  ), ${sql.literal(absent)})`

/** The id of the application for a new row that refers to it; an absent id if its job was deleted. */
export const visibleApplicationId = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId
): Statement.Fragment =>
  sql`coalesce((
    SELECT a.id FROM applications a
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
  ), ${sql.literal(absent)})`
