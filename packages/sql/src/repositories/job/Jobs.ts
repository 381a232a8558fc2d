/** Stored jobs. */
import type { Actor } from "@candor/domain/access/Actor"
import { decided, type Decision, type DecisionContext } from "@candor/domain/Decision"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { deleted, type Job, JobNotFound, type JobState, publishLimitReached } from "@candor/domain/job/Job"
import { Jobs, type JobFilter } from "@candor/domain/job/Jobs"
import { fromRows, type PageRequest } from "@candor/domain/Pagination"
import type { Plan } from "@candor/domain/organization/Plan"
import * as Slug from "@candor/domain/job/Slug"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { erasureAsked } from "../../queue/Erasure.ts"
import { isLarge, removalEnqueued } from "./JobRemoval.ts"
import { recorded } from "../../statements/Recording.ts"
import { after, newestFirst } from "../../statements/Paging.ts"
import { write } from "../../statements/Writing.ts"

/** Slots of the plan that a change of status takes (1), gives back (-1) or leaves alone (0). */
const slots = (before: JobState, after: JobState) =>
  Number(after.status === "published") - Number(before.status === "published")

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const list = (organization: OrganizationId, filter: JobFilter, page: PageRequest) =>
    sql<Job>`
      SELECT j.id, j.title, j.status, j.department, j.location, j.employment_type, j.public_slug, j.created_at, (
        SELECT json_agg(json_build_object('id', s.id, 'name', s.name, 'order_index', s.order_index) ORDER BY s.order_index)
        FROM stages s WHERE s.organization_id = j.organization_id AND s.job_id = j.id
      ) AS stages
      FROM jobs j
      WHERE j.organization_id = ${organization} AND j.deleted_at IS NULL
        AND ${filter.status === undefined ? sql`true` : sql`j.status = ${filter.status}`}
        AND ${filter.department === undefined ? sql`true` : sql`j.department = ${filter.department}`}
        AND ${after(sql, "j", page)}
      ${newestFirst(sql, "j", page)}
    `.pipe(Effect.map((rows) => fromRows(page, rows)), Effect.orDie)

  const get = (organization: OrganizationId, id: JobId) =>
    sql<JobState>`
      SELECT j.id, j.title, j.status, j.department, j.location, j.employment_type, j.public_slug, j.description_md,
        j.show_salary, j.salary_currency, j.salary_timeframe, j.salary_min, j.salary_max, j.equity_min, j.equity_max,
        j.created_at, j.version, (
          SELECT json_agg(json_build_object(
            'id', s.id, 'name', s.name, 'order_index', s.order_index, 'application_count', (
              SELECT count(*) FROM applications a
              WHERE a.organization_id = s.organization_id AND a.stage_id = s.id
            )
          ) ORDER BY s.order_index)
          FROM stages s WHERE s.organization_id = j.organization_id AND s.job_id = j.id
        ) AS stages
      FROM jobs j
      WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([job]) => job === undefined ? new JobNotFound({ id }) : Effect.succeed(job))
    )

  /** The common table expressions that make the stored stages those of the entity. */
  const stagesSaved = (job: JobState) => sql`
    removed AS (
      DELETE FROM stages s USING saved
      WHERE s.organization_id = saved.organization_id AND s.job_id = saved.id
        AND s.id <> ALL (${job.stages.map((stage) => stage.id)}::uuid[])
    ), kept AS (
      INSERT INTO stages (organization_id, job_id, id, name, order_index)
      SELECT saved.organization_id, saved.id, stage.id, stage.name, stage.order_index
      FROM saved, jsonb_to_recordset(${PgTypes.jsonb(job.stages)}) AS stage (id uuid, name text, order_index integer)
      ON CONFLICT (organization_id, job_id, id) DO UPDATE SET name = excluded.name, order_index = excluded.order_index
    )`

  const takenSlugs = (organization: OrganizationId, title: string) =>
    Effect.map(
      sql<{ public_slug: string }>`
        SELECT public_slug FROM jobs
        WHERE organization_id = ${organization} AND public_slug LIKE ${`${Slug.base(title)}%`} AND deleted_at IS NULL
      `,
      (rows) => new Set(rows.map((row) => row.public_slug))
    ).pipe(Effect.orDie)

  const insert = (change: Change<ReadonlySet<string>, JobState>) => {
    const { decided: { entity: job }, context } = change
    return sql`
      WITH saved AS (
        INSERT INTO jobs ${
      sql.insert({
        organization_id: context.actor.organization_id,
        id: job.id,
        title: job.title,
        status: job.status,
        department: job.department,
        location: job.location,
        employment_type: job.employment_type,
        public_slug: job.public_slug,
        description_md: job.description_md,
        show_salary: job.show_salary,
        salary_currency: job.salary_currency,
        salary_timeframe: job.salary_timeframe,
        salary_min: job.salary_min,
        salary_max: job.salary_max,
        equity_min: job.equity_min,
        equity_max: job.equity_max,
        version: job.version,
        created_at: context.now,
        updated_at: context.now
      })
    }
        RETURNING organization_id, id, 0 AS place
      ), ${stagesSaved(job)}, ${recorded(sql, [change])}
      SELECT FROM saved
    `
  }

  const create = <Failure>(
    actor: Actor,
    title: string,
    decide: (taken: ReadonlySet<string>, context: DecisionContext) => Decision<JobState, Failure>
  ) =>
    write({
      actor,
      load: takenSlugs(actor.organization_id, title),
      decide,
      save: insert,
      races: ["jobs_public_slug"]
    })

  const save = (change: Change<JobState, JobState>) => {
    const { before, decided: { entity: job }, context } = change
    const taken = slots(before, job)
    return sql`
      WITH saved AS (
        UPDATE jobs SET
          title = ${job.title}, status = ${job.status}, department = ${job.department}, location = ${job.location},
          employment_type = ${job.employment_type}, description_md = ${job.description_md},
          show_salary = ${job.show_salary}, salary_currency = ${job.salary_currency},
          salary_timeframe = ${job.salary_timeframe}, salary_min = ${job.salary_min}, salary_max = ${job.salary_max},
          equity_min = ${job.equity_min}, equity_max = ${job.equity_max},
          version = ${job.version}, updated_at = ${context.now}
        WHERE organization_id = ${context.actor.organization_id} AND id = ${job.id} AND version = ${before.version}
          AND deleted_at IS NULL
        RETURNING organization_id, id, 0 AS place
      )
      ${
      taken === 0 ? sql`` : sql`, slot AS (
        UPDATE organizations o SET published_jobs = published_jobs + ${taken}
        FROM saved WHERE o.id = saved.organization_id
      )`
    }
      ${job.stages === before.stages ? sql`` : sql`, ${stagesSaved(job)}`}
      , ${recorded(sql, [change])}
      SELECT FROM saved
    `
  }

  const limitReached = (organization: OrganizationId) =>
    sql<{ plan: Plan; published_jobs: number }>`
      SELECT plan, published_jobs FROM organizations WHERE id = ${organization}
    `.pipe(
      Effect.orDie,
      Effect.flatMap(([row]) => Effect.fail(publishLimitReached(row!.plan, row!.published_jobs)))
    )

  const modify = <Failure>(
    actor: Actor,
    id: JobId,
    decide: (job: JobState, context: DecisionContext) => Decision<JobState, Failure>
  ) =>
    write({
      actor,
      load: get(actor.organization_id, id),
      decide,
      save,
      races: ["applications_stage"],
      refusals: { publish_limit_kept: limitReached(actor.organization_id) }
    })

  const remove = (actor: Actor, id: JobId) =>
    write({
      actor,
      load: sql`SELECT FROM jobs WHERE organization_id = ${actor.organization_id} AND id = ${id} AND deleted_at IS NULL`.pipe(
        Effect.orDie,
        Effect.flatMap((rows) => rows.length === 0 ? new JobNotFound({ id }) : Effect.void)
      ),
      decide: () => decided(undefined, deleted(id)),
      save: (change) =>
        sql`
          WITH job AS (
            SELECT j.organization_id, j.id, j.status, ${sql.literal(isLarge)} AS is_large FROM jobs j
            WHERE j.organization_id = ${actor.organization_id} AND j.id = ${id} AND j.deleted_at IS NULL
            FOR UPDATE
          ), removed AS (
            DELETE FROM jobs j USING job
            WHERE j.organization_id = job.organization_id AND j.id = job.id AND NOT job.is_large
            RETURNING job.organization_id, job.status
          ), marked AS (
            UPDATE jobs j SET deleted_at = ${change.context.now}, public_slug = NULL, status = 'closed', version = j.version + 1
            FROM job WHERE j.organization_id = job.organization_id AND j.id = job.id AND job.is_large
            RETURNING job.organization_id, job.id, job.status
          ), saved AS (
            SELECT organization_id, status, 0 AS place FROM removed
            UNION ALL SELECT organization_id, status, 0 FROM marked
          ), slot AS (
            UPDATE organizations o SET published_jobs = published_jobs - 1
            FROM saved WHERE o.id = saved.organization_id AND saved.status = 'published'
          ), ${recorded(sql, [change])}, ${erasureAsked(sql, change.context, id)}, ${removalEnqueued(sql)}
          SELECT FROM saved
        `
    })

  return Jobs.of({ list, get, create, modify, remove })
})

export const layer = Layer.effect(Jobs, make)
