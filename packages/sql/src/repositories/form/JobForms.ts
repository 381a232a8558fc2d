/** Stored application forms. A job whose form was not changed has no row. A form has the id of its job. */
import type { Actor } from "@candor/domain/access/Actor"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { initial, type JobFormState, noun } from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import type { Timestamp } from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { changedColumns, columns } from "../../statements/Nouns.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"

const changed = [...changedColumns(noun), "updated_at", "version"]

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const get = (organization: OrganizationId, id: JobId) =>
    sql<(JobFormState | { readonly version: null }) & { readonly created_at: Timestamp }>`
      SELECT j.created_at, ${sql.literal(columns(noun, "f", "row"))}
      FROM $jobs j LEFT JOIN job_forms f ON f.organization_id = ${organization} AND f.id = j.id
      WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => {
        if (row === undefined) return new JobNotFound({ id })
        const { created_at, ...form } = row
        return Effect.succeed(form.version === null ? initial(id, created_at) : form)
      })
    )

  const saveForm = (change: Change<JobFormState, JobFormState>) => {
    const { before: { version }, decided: { entity }, organization_id } = change
    return save(sql, change, {
      saved: version === 0
        ? sql`${insertRows(sql, noun.table, [{ organization_id, ...entity }])} RETURNING id`
        : sql`
          UPDATE job_forms f SET ${setFrom(sql, noun.table, changed, entity)}
          WHERE f.organization_id = ${organization_id} AND f.id = ${entity.id} AND f.version = ${version} RETURNING f.id`
    })
  }

  const modify = <Failure>(
    actor: Actor,
    job: JobId,
    decide: (form: JobFormState, context: DecisionContext) => Decision<JobFormState, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, job),
      decide,
      save: saveForm,
      races: ["job_forms_pkey", "job_forms_job"]
    })

  return JobForms.of({ get, modify })
})

export const layer = Layer.effect(JobForms, make)
