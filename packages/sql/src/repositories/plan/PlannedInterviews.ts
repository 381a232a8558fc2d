/** Stored planned interviews of jobs. A stage's plan is changed as a whole: a change compares `stages.plan_version`. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, JobId, OrganizationId } from "@candor/domain/Id"
import {
  noun,
  type Planned,
  type PlannedInterview,
  PlannedInterviewNotFound,
  type Planning
} from "@candor/domain/interview/PlannedInterview"
import { type Changed, type PlanFacts, PlannedInterviews } from "@candor/domain/interview/PlannedInterviews"
import { JobNotFound } from "@candor/domain/job/Job"
import { StageNotFound } from "@candor/domain/job/Stage"
import { later, now } from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { changedColumns, jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { columnsOf } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { attributesOf, invitedOf, seesJob } from "../interview/Booking.ts"
import { loadMillis } from "../interview/Schedulables.ts"
import { jobExists } from "../job/JobExists.ts"

const stored = rowColumns(noun)
const changed = [...changedColumns(noun), "position", "updated_at", "version"].filter((name, at, all) =>
  all.indexOf(name) === at
)

/** The most interviews of a member that are counted. */
const maxHeld = "1000"

interface Loaded extends Planning {
  readonly plan_version: number
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const ofJob = (organization: OrganizationId, job: JobId) =>
    sql<PlannedInterview>`
      SELECT ${sql.literal(jsonColumns(noun, "p", "json"))} FROM planned_interviews p
      JOIN $jobs j ON j.organization_id = $organization AND j.id = p.job_id AND j.deleted_at IS NULL
      JOIN stages s ON s.organization_id = $organization AND s.job_id = p.job_id AND s.id = p.stage_id
      WHERE p.organization_id = $organization AND p.job_id = ${job} ORDER BY s.order_index, p.position
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.tap((rows) => rows.length === 0 ? jobExists(sql, organization, job) : Effect.void)
    )

  const ofApplication = Effect.fnUntraced(function*(organization: OrganizationId, id: ApplicationId) {
    const from = later(yield* now, -loadMillis)
    const [facts] = yield* sql<PlanFacts>`
      SELECT (
        SELECT coalesce(json_agg(${
      sql.literal(object(jsonColumns(noun, "p", "json")))
    } ORDER BY p.position), '[]') FROM planned_interviews p
        WHERE p.organization_id = $organization AND p.job_id = a.job_id AND p.stage_id = a.stage_id
      ) AS plan, (
        SELECT coalesce(json_agg(json_build_object('id', i.id, 'planned_interview_id', i.planned_interview_id, 'status', i.status) ORDER BY i.id DESC), '[]')
        FROM interviews i WHERE i.organization_id = $organization AND i.application_id = a.id AND i.planned_interview_id IS NOT NULL
      ) AS interviews, (
        SELECT coalesce(json_agg(m.meeting -> 'planned_interview_id'), '[]') FROM scheduling_links l CROSS JOIN jsonb_array_elements(l.meetings) m (meeting)
        WHERE l.organization_id = $organization AND l.application_id = a.id AND l.status = 'open' AND m.meeting ? 'planned_interview_id'
      ) AS offered, (
        SELECT coalesce(json_agg(json_build_object('id', u.id, 'held', (
          SELECT count(*) FROM (
            SELECT FROM interviewer_times t WHERE t.organization_id = $organization AND t.member_id = u.id AND t.during IS NOT NULL
              AND lower(t.during) > ${from}::timestamptz LIMIT ${sql.literal(maxHeld)}
          ) held
        ))), '[]')
        FROM users u WHERE u.organization_id = $organization AND u.status = 'active' AND ${
      sql.literal(seesJob)
    } AND u.id IN (
          SELECT m.id::uuid FROM planned_interviews p CROSS JOIN jsonb_array_elements_text(p.member_ids) m (id)
          WHERE p.organization_id = $organization AND p.job_id = a.job_id AND p.stage_id = a.stage_id
        )
      ) AS members
      FROM $applications a JOIN jobs j ON j.organization_id = $organization AND j.id = a.job_id AND j.deleted_at IS NULL
      WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    if (facts === undefined) return yield* new ApplicationNotFound({ id })
    return facts
  })

  const load = (organization: OrganizationId, job: JobId, { members = [], stage, template_id }: Changed) => {
    const isNamed = typeof stage === "string"
    const ofStage = isNamed ? sql`s.id = ${stage}` : sql`s.id = (
      SELECT p.stage_id FROM planned_interviews p WHERE p.organization_id = $organization AND p.job_id = j.id AND p.id = ${stage.of}
    )`
    const template = template_id !== undefined || isNamed ? sql`${template_id ?? null}::uuid` : sql`(
      SELECT p.scorecard_template_id FROM planned_interviews p WHERE p.organization_id = $organization AND p.job_id = j.id AND p.id = ${stage.of}
    )`
    return sql<Loaded>`
      SELECT j.id AS job_id, s.id AS stage_id, s.plan_version, (
        SELECT coalesce(json_agg(${
      sql.literal(object(jsonColumns(noun, "p", "row")))
    } ORDER BY p.position), '[]') FROM planned_interviews p
        WHERE p.organization_id = $organization AND p.job_id = s.job_id AND p.stage_id = s.id
      ) AS plan, (
        SELECT coalesce(json_agg(x), '[]') FROM (
          SELECT ${
      sql.literal(invitedOf)
    } FROM users u WHERE u.organization_id = $organization AND u.id = ANY (${members}::uuid[])
        ) x
      ) AS members, (
        SELECT ${
      sql.literal(attributesOf)
    } FROM scorecard_templates t WHERE t.organization_id = $organization AND t.id = ${template}
      ) AS attributes
      FROM $jobs j LEFT JOIN stages s ON s.organization_id = $organization AND s.job_id = j.id AND ${ofStage}
      WHERE j.organization_id = $organization AND j.id = ${job} AND j.deleted_at IS NULL
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<Loaded, JobNotFound | StageNotFound | PlannedInterviewNotFound> =>
        row === undefined
          ? Effect.fail(new JobNotFound({ id: job }))
          : row.stage_id !== null
          ? Effect.succeed(row)
          : Effect.fail(isNamed ? new StageNotFound({ id: stage }) : new PlannedInterviewNotFound({ id: stage.of }))
      )
    )
  }

  const saved = (change: Change<Loaded, Planned>) => {
    const { before: { job_id, plan: present, plan_version, stage_id }, decided: { entity: { plan } } } = change
    const written = plan.filter((row) => !present.includes(row))
    return save(sql, change, {
      saved: sql`
        UPDATE stages s SET plan_version = s.plan_version + 1
        WHERE s.organization_id = $organization AND s.job_id = ${job_id} AND s.id = ${stage_id} AND s.plan_version = ${plan_version}
          AND EXISTS (SELECT FROM jobs j WHERE j.organization_id = $organization AND j.id = ${job_id} AND j.deleted_at IS NULL)
        RETURNING s.organization_id, s.id`,
      after: [
        sql`removed AS (
          DELETE FROM planned_interviews p USING saved
          WHERE p.organization_id = $organization AND p.job_id = ${job_id} AND p.stage_id = saved.id AND p.id <> ALL (${
          plan.map(({ id }) => id)
        }::uuid[])
        )`,
        sql`stored AS (
          INSERT INTO planned_interviews (organization_id, ${sql.literal(stored.join(", "))})
          SELECT saved.organization_id, ${sql.literal(columnsOf("x", stored))}
          FROM saved CROSS JOIN jsonb_populate_recordset(NULL::planned_interviews, ${PgTypes.jsonb(written)}) x
          ON CONFLICT (organization_id, id) DO UPDATE SET ${
          sql.literal(changed.map((name) => `${name} = excluded.${name}`).join(", "))
        }
        )`
      ]
    })
  }

  const change = <Failure>(
    actor: Actor,
    job: JobId,
    changed: Changed,
    decide: (planning: Planning, context: DecisionContext) => Decision<Planned, Failure>
  ) =>
    write({
      actor,
      load: load(actor.organization_id, job, changed),
      decide,
      save: saved,
      races: ["planned_interviews_scorecard_template"]
    })

  return PlannedInterviews.of({ ofJob, ofApplication, change })
})

export const layer = Layer.effect(PlannedInterviews, make)
