/** Stored criteria of jobs. A job whose criteria were never changed has no row. Criteria have the id of their job. */
import type { Actor } from "@candor/domain/access/Actor"
import { Verdict } from "@candor/domain/criteria/Assessment"
import { Criteria } from "@candor/domain/criteria/Criteria"
import type { CriteriaCount } from "@candor/domain/criteria/CriteriaAudit"
import { initial, type JobCriteriaState, noun } from "@candor/domain/criteria/JobCriteria"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const changed = [...changedColumns(noun), "updated_at", "version"]

/** The number of results `r` with each verdict. */
const verdictCounts = Verdict.literals.map((verdict) =>
  `count(*) FILTER (WHERE r.result ->> 'verdict' = '${verdict}')::integer AS ${verdict}`
).join(", ")

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const get = (organization: OrganizationId, id: JobId) =>
    sql<(JobCriteriaState | { readonly version: null }) & { readonly created_at: Timestamp }>`
      SELECT j.created_at, ${sql.literal(columns(noun, "k", "row"))}
      FROM $jobs j LEFT JOIN job_criteria k ON k.organization_id = ${organization} AND k.id = j.id
      WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => {
        if (row === undefined) return new JobNotFound({ id })
        const { created_at, ...criteria } = row
        return Effect.succeed(criteria.version === null ? initial(id, created_at) : criteria)
      })
    )

  const saved = (change: Change<JobCriteriaState, JobCriteriaState>) => {
    const { before: { version }, decided: { entity }, organization_id } = change
    return save(sql, change, {
      saved: version === 0
        ? sql`${insertRows(sql, noun.table, [{ organization_id, ...entity }])} RETURNING id`
        : sql`
          UPDATE job_criteria k SET ${setFrom(sql, noun.table, changed, entity)}
          WHERE k.organization_id = ${organization_id} AND k.id = ${entity.id} AND k.version = ${version} RETURNING k.id`
    })
  }

  const modify = <Failure>(
    actor: Actor,
    job: JobId,
    decide: (criteria: JobCriteriaState, context: DecisionContext) => Decision<JobCriteriaState, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, job),
      decide,
      save: saved,
      races: ["job_criteria_pkey", "job_criteria_job"]
    })

  const audit = Effect.fnUntraced(function*(organization: OrganizationId, job_id: JobId) {
    const { criteria } = yield* get(organization, job_id)
    const rows = yield* sql<CriteriaCount>`
      SELECT k.criterion ->> 'id' AS criterion_id, k.criterion ->> 'text' AS criterion, s.id AS stage_id, s.name AS stage,
        count(*)::integer AS applications, ${sql.literal(verdictCounts)},
        count(*) FILTER (WHERE r.result ->> 'decision' = 'confirmed')::integer AS confirmed,
        count(*) FILTER (WHERE r.result ->> 'decision' = 'overruled')::integer AS overruled,
        count(*) FILTER (WHERE a.status = 'rejected')::integer AS rejected
      FROM $jobs j
      JOIN job_criteria c ON c.organization_id = $organization AND c.id = j.id
      CROSS JOIN LATERAL jsonb_array_elements(c.criteria) AS k (criterion)
      JOIN $applications a ON a.organization_id = $organization AND a.job_id = j.id
      JOIN stages s ON s.organization_id = $organization AND s.job_id = a.job_id AND s.id = a.stage_id
      JOIN assessments x ON x.organization_id = $organization AND x.application_id = a.id
      CROSS JOIN LATERAL jsonb_array_elements(x.results) AS r (result)
      WHERE j.organization_id = $organization AND j.id = ${job_id} AND j.deleted_at IS NULL
        AND r.result ->> 'criterion_id' = k.criterion ->> 'id' AND r.result ->> 'criterion' = k.criterion ->> 'text'
      GROUP BY k.criterion, s.id, s.name, s.order_index
      ORDER BY s.order_index
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const counts = criteria.flatMap(({ id }) => rows.filter(({ criterion_id }) => criterion_id === id))
    return { job_id, counts }
  })

  return Criteria.of({ get, modify, audit })
})

export const layer = Layer.effect(Criteria, make)
