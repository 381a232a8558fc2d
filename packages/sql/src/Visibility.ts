/**
 * Conditions that leave out deleted jobs and all that belongs to them. A deleted job with many applications keeps its
 * rows until background work has removed them (decision 0030). Until then no statement reads or changes those rows.
 */
import type { ApplicationId, JobId, OrganizationId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"

/** A condition: the organization has the job, and has not deleted it. Takes SQL expressions of the two ids. */
export const jobIsVisible = (organization: string, job: string): string =>
  `EXISTS (SELECT FROM jobs j WHERE j.organization_id = ${organization} AND j.id = ${job} AND j.deleted_at IS NULL)`

/** The same of the job of an application `a`. */
export const ofVisibleJob = jobIsVisible("a.organization_id", "a.job_id")

/** A condition: the organization has the stage, and has not deleted its job. */
export const stageIsVisible = (organization: string, stage: string): string =>
  `EXISTS (
    SELECT FROM stages s JOIN jobs j ON j.organization_id = s.organization_id AND j.id = s.job_id
    WHERE s.organization_id = ${organization} AND s.id = ${stage} AND j.deleted_at IS NULL
  )`

/** A condition: the organization has the application, and has not deleted its job. */
export const applicationIsVisible = (organization: string, application: string): string =>
  `EXISTS (
    SELECT FROM applications a JOIN jobs j ON j.organization_id = a.organization_id AND j.id = a.job_id
    WHERE a.organization_id = ${organization} AND a.id = ${application} AND j.deleted_at IS NULL
  )`

/** A condition: the organization has deleted jobs whose rows are still stored. */
export const hasDeletedJobs = (organization: string): string =>
  `EXISTS (SELECT FROM jobs j WHERE j.organization_id = ${organization} AND j.deleted_at IS NOT NULL)`

/** An array of the organization's deleted jobs whose rows are still stored. */
export const deletedJobs = (organization: string): string =>
  `ARRAY(SELECT j.id FROM jobs j WHERE j.organization_id = ${organization} AND j.deleted_at IS NOT NULL)`

/** An id that no row has, so that a foreign key refuses the row that refers to it. */
const absent = "'00000000-0000-0000-0000-000000000000'"

/** The id of the job for a new row that refers to it; an absent one where the job was deleted. Keeps it from being deleted. */
export const visibleJobId = (sql: SqlClient.SqlClient, organization: OrganizationId, id: JobId): Statement.Fragment =>
  sql`coalesce((
    SELECT j.id FROM jobs j WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL
    FOR KEY SHARE
  ), ${sql.literal(absent)})`

/** The id of the application for a new row that refers to it; an absent one where its job was deleted. */
export const visibleApplicationId = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: ApplicationId
): Statement.Fragment =>
  sql`coalesce((
    SELECT a.id FROM applications a
    WHERE a.organization_id = ${organization} AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
  ), ${sql.literal(absent)})`
