/** An application for tests that only need one to exist. */
import { ApplicationId, CandidateId, JobId, type OrganizationId, StageId } from "@candor/domain/Id"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const created_at = "2026-11-20T09:00:00.000Z"

/** Inserts an application with a job, a stage and a candidate of its own. */
export const insertApplication = (organization_id: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const job_id = JobId.make(crypto.randomUUID())
    const stage_id = StageId.make(crypto.randomUUID())
    const candidate_id = CandidateId.make(crypto.randomUUID())
    const id = ApplicationId.make(crypto.randomUUID())
    const times = { created_at, updated_at: created_at, version: 1 }
    yield* sql`INSERT INTO jobs ${
      sql.insert({ organization_id, id: job_id, title: "Engineer", status: "draft", show_salary: false, ...times })
    }`
    yield* sql`INSERT INTO stages ${
      sql.insert({ organization_id, job_id, id: stage_id, name: "Applied", order_index: 0 })
    }`
    yield* sql`INSERT INTO candidates ${
      sql.insert({
        organization_id,
        id: candidate_id,
        full_name: "Alan Turing",
        primary_email: "alan@example.com",
        ...times
      })
    }`
    yield* sql`INSERT INTO applications ${
      sql.insert({ organization_id, id, job_id, candidate_id, stage_id, source_type: "careers_site", ...times })
    }`
    return { id, job_id, stage_id, candidate_id }
  })

/** Deletes an application with everything that belongs to it. */
export const deleteApplication = (organization_id: OrganizationId, id: ApplicationId) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`DELETE FROM applications WHERE organization_id = ${organization_id} AND id = ${id}`
  )
