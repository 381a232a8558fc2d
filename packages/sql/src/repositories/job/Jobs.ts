/** Stored jobs. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { Departments } from "@candor/domain/department/Departments"
import { decided, type Decision, type DecisionContext } from "@candor/domain/Decision"
import type { ExternalIdTaken } from "@candor/domain/ExternalId"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import { changedAt, deleted, type Job, JobNotFound, type JobState, noun } from "@candor/domain/job/Job"
import type { UnknownPlace } from "@candor/domain/job/Placement"
import { Offices } from "@candor/domain/office/Offices"
import { JobFilter, type JobPosition, Jobs } from "@candor/domain/job/Jobs"
import { noun as stageNoun } from "@candor/domain/job/Stage"
import { pageOf, type PageRequest } from "@candor/domain/Pagination"
import type { PublishedJobs } from "@candor/domain/organization/PublishLimit"
import * as Slug from "@candor/domain/job/Slug"
import type { SpokenLanguage } from "@candor/domain/SpokenLanguage"
import type { Timestamp } from "@candor/domain/Timestamp"
import type { LimitedStore } from "@candor/domain/Resource"
import { type Branch, descendants } from "@candor/domain/Tree"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import { afterDeletion } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import { insertRows } from "../../statements/Inserts.ts"
import { stageColumns } from "../application/ApplicationQueries.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import { finding, unknown } from "./JobPlacement.ts"
import { isLarge, removalEnqueued } from "./JobRemoval.ts"
import { changedColumns, columns, object, rowColumns, valueOf } from "../../statements/Nouns.ts"
import { type Conditions, meets } from "../../statements/Filtering.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { after, byChange, byCreation, ordered } from "../../statements/Paging.ts"
import { invitationsRemoved } from "../interview/RemovedInvitations.ts"
import { prospectsUnlinked } from "../sourcing/ProspectEvents.ts"
import { applicationsDeleted } from "../application/ApplicationEvents.ts"
import { originOf } from "../../statements/Outbox.ts"
import { columnsOf, pick, setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { type Refusals, write } from "../../statements/Writing.ts"
import { ofAllJobs } from "../../database/Viewer.ts"

/** The columns that a change of a job can write. */
const written = [...changedColumns(noun), "updated_at", "version"]

/** The stages of a job `j` as JSON, each with these columns of a stage `s`. */
const stagesWith = (stage: string): string =>
  `(
  SELECT json_agg(${object(stage)} ORDER BY s.order_index)
  FROM stages s WHERE s.organization_id = $organization AND s.job_id = j.id
)`

const listed = columns(noun, "j", "listed", { stages: stagesWith(stageColumns("s")) })

const state = columns(noun, "j", "row", {
  stages: stagesWith(`${stageColumns("s")}, s.candidate_label, (
    SELECT count(*) FROM applications a WHERE a.organization_id = $organization AND a.stage_id = s.id
  ) AS application_count`)
})

const own: Conditions<keyof JobFilter> = {
  department: (value) => `name_form(${valueOf(noun, "j", "department")}) = (SELECT name_form(${value}))`,
  department_id: (value) => `j.department_id = ANY (${value}::uuid[])`,
  office_id: (value) => `j.office_id = ANY (${value}::uuid[])`
}

/** The ids of departments and offices whose jobs are listed. */
interface Below {
  readonly department_id: ReadonlyArray<string> | undefined
  readonly office_id: ReadonlyArray<string> | undefined
}

/** A job, with the number of jobs that its organization has published. */
interface Loaded {
  readonly job: JobState
  readonly organization: PublishedJobs
}

/** The most organizations with ended postings, and postings of each, that are returned at a time. */
const maxEnded = "1000"

/** The change in used slots of the plan by a change of status: 1, -1 or 0. */
const slots = (before: JobState, after: JobState) =>
  Number(after.status === "published") - Number(before.status === "published")

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const departments = yield* Departments
  const offices = yield* Offices
  const refusals: Refusals<ExternalIdTaken | UnknownPlace> = { ...unknown, ...externalIdTaken(sql, noun) }
  const belowIn = (store: LimitedStore<Branch>, organization: OrganizationId, id: string | undefined) =>
    id === undefined ? Effect.succeed(id) : Effect.map(store.all(organization), (all) => descendants(all, id))

  const listOf = (
    organization: OrganizationId,
    filter: JobFilter,
    page: PageRequest<JobPosition>,
    places: Below
  ) => {
    const order = filter.updated_since === undefined ? byCreation : byChange
    return sql<Job>`
      SELECT ${sql.literal(listed)}
      FROM $listed_jobs j
      WHERE j.organization_id = $organization AND j.deleted_at IS NULL
        AND ${meets(sql, noun, "j", JobFilter, { ...filter, ...places }, own)}
        AND ${after(sql, "j", page, order)}
      ${ordered(sql, "j", order, page)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map((rows) =>
        pageOf(
          page,
          rows,
          ({ created_at, id, updated_at }): JobPosition =>
            order === byCreation ? { created_at, id } : { updated_at, id }
        )
      ),
      Effect.orDie
    )
  }

  const list = (organization: OrganizationId, filter: JobFilter, page: PageRequest<JobPosition>) =>
    Effect.flatMap(
      Effect.all({
        department_id: belowIn(departments, organization, filter.department_id),
        office_id: belowIn(offices, organization, filter.office_id)
      }),
      (ids) => listOf(organization, filter, page, ids)
    )

  const get = (organization: OrganizationId, id: JobId) =>
    sql<JobState>`
      SELECT ${sql.literal(state)} FROM $jobs j
      WHERE j.organization_id = $organization AND j.id = ${id} AND j.deleted_at IS NULL
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([job]) => job === undefined ? new JobNotFound({ id }) : Effect.succeed(job))
    )

  const load = (organization: OrganizationId, id: JobId) =>
    sql<JobState & PublishedJobs>`
      SELECT ${sql.literal(state)}, o.plan, o.publish_limit, o.published_jobs
      FROM $jobs j JOIN organizations o ON o.id = $organization
      WHERE j.organization_id = $organization AND j.id = ${id} AND j.deleted_at IS NULL
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<Loaded, JobNotFound> => {
        if (row === undefined) return Effect.fail(new JobNotFound({ id }))
        const { plan, publish_limit, published_jobs, ...job } = row
        return Effect.succeed({ job, organization: { plan, publish_limit, published_jobs } })
      })
    )

  /** Common table expressions that store the job's stages in place of the old ones. */
  const stagesSaved = (job: JobState) => [
    sql`removed AS (
      DELETE FROM stages s USING saved
      WHERE s.organization_id = $organization AND s.job_id = saved.id
        AND s.id <> ALL (${job.stages.map((stage) => stage.id)}::uuid[])
    )`,
    sql`kept AS (
      INSERT INTO stages (organization_id, job_id, ${sql.literal(rowColumns(stageNoun).join(", "))})
      SELECT saved.organization_id, saved.id, ${sql.literal(columnsOf("stage", rowColumns(stageNoun)))}
      FROM saved, jsonb_populate_recordset(NULL::stages, ${PgTypes.jsonb(job.stages)}) AS stage
      ON CONFLICT (organization_id, job_id, id)
      DO UPDATE SET ${
      sql.literal(changedColumns(stageNoun).map((column) => `${column} = excluded.${column}`).join(", "))
    }
    )`
  ]

  /** What a new job is made of besides the request. */
  const around = (organization: OrganizationId, title: string) =>
    sql<{ readonly language: SpokenLanguage | null; readonly slugs: ReadonlyArray<string> }>`
      SELECT o.language, ARRAY(
        SELECT j.public_slug FROM public.jobs j
        WHERE j.organization_id = $organization AND j.public_slug LIKE ${`${
      Slug.base(title)
    }%`} AND j.deleted_at IS NULL
      ) AS slugs
      FROM organizations o WHERE o.id = $organization
    `.pipe(
      ofOrganization(sql, organization),
      Effect.map(([row]) => ({ language: row!.language, taken: new Set(row!.slugs) })),
      Effect.orDie
    )

  const insert = (change: Change<unknown, JobState>) => {
    const { decided: { entity: job }, organization_id } = change
    return save(sql, change, {
      saved: sql`${
        insertRows(sql, "jobs", [{ organization_id, ...pick(job, rowColumns(noun)) }])
      } RETURNING organization_id, id`,
      after: stagesSaved(job)
    })
  }

  const create = <Failure>(
    actor: Actor,
    title: string,
    decide: (
      taken: ReadonlySet<string>,
      context: DecisionContext,
      language: SpokenLanguage | null
    ) => Decision<JobState, Failure>
  ) =>
    write({
      actor,
      load: ofAllJobs(around(actor.organization_id, title)),
      decide: ({ language, taken }, context) => decide(taken, context, language),
      save: insert,
      races: ["jobs_public_slug"],
      refusals
    })

  const update = (change: Change<Loaded, JobState, Actor | Worker>) => {
    const { before: { job: before }, context, decided: { entity: job }, organization_id } = change
    const taken = slots(before, job)
    const slot = sql`slot AS (
      UPDATE organizations o SET published_jobs = published_jobs + ${taken}
      FROM saved WHERE o.id = $organization
    )`
    return save(sql, change, {
      saved: sql`
        UPDATE jobs j SET ${setFrom(sql, "jobs", written, { ...job, updated_at: context.now })}
        WHERE j.organization_id = ${organization_id} AND j.id = ${job.id} AND j.version = ${before.version} AND j.deleted_at IS NULL
        RETURNING j.organization_id, j.id`,
      after: [...(taken === 0 ? [] : [slot]), ...(job.stages === before.stages ? [] : stagesSaved(job))]
    })
  }

  // A concurrent publication, or a downgrade of the plan, may take the last slot.
  const modify = <Failure>(
    by: Actor | Worker,
    id: JobId,
    decide: (job: JobState, organization: PublishedJobs) => Decision<JobState, Failure>
  ) =>
    write({
      actor: by,
      load: load(by.organization_id, id),
      decide: ({ job, organization }, { now }) =>
        Result.map(decide(job, organization), (decided) => changedAt(decided, now)),
      save: update,
      races: ["applications_stage", "publish_limit_kept"],
      refusals
    })

  /**
   * A condition on jobs `j`, equal to that of the index `jobs_expiring`: a published posting has ended, and this has
   * not been reported.
   */
  const hasEnded = (now: Timestamp) =>
    sql`j.valid_through < ${now}::timestamptz AND j.status = 'published' AND j.expired_at IS NULL AND j.deleted_at IS NULL`

  const endedOf = (now: Timestamp) => ({ organization_id }: { readonly organization_id: OrganizationId }) =>
    sql<{ readonly id: JobId }>`
      SELECT j.id FROM jobs j WHERE j.organization_id = ${organization_id} AND ${
      hasEnded(now)
    } ORDER BY j.valid_through LIMIT ${sql.literal(maxEnded)}
    `.pipe(Effect.map((jobs) => jobs.map(({ id }) => ({ organization_id, id }))))

  const ended = (now: Timestamp) =>
    sql<{ readonly organization_id: OrganizationId }>`
      SELECT DISTINCT j.organization_id FROM jobs j WHERE ${hasEnded(now)} LIMIT ${sql.literal(maxEnded)}
    `.pipe(Effect.flatMap(Effect.forEach(endedOf(now))), Effect.map((jobs) => jobs.flat()), Effect.orDie)

  /** Locks a job, so that the next statement sees every application that was added before. */
  const locked = (organization: OrganizationId, id: JobId) =>
    sql`SELECT FROM jobs j WHERE j.organization_id = ${organization} AND j.id = ${id} AND j.deleted_at IS NULL FOR UPDATE`

  const removed = (change: Change<unknown, undefined>, id: JobId) => {
    const { context: { now }, organization_id } = change
    const origin = originOf(sql, change.context)
    const applications =
      sql`(SELECT a.id FROM applications a, job WHERE a.organization_id = $organization AND a.job_id = job.id AND NOT job.is_large)`
    return save(sql, change, {
      before: [
        sql`job AS (
          SELECT j.organization_id, j.id, j.status, ${sql.literal(isLarge)} AS is_large FROM jobs j
          WHERE j.organization_id = ${organization_id} AND j.id = ${id} AND j.deleted_at IS NULL
          FOR UPDATE
        )`,
        ...prospectsUnlinked(sql, applications, now, origin),
        ...invitationsRemoved(sql, applications, origin),
        sql`deleted_applications AS (
          DELETE FROM applications a USING job
          WHERE a.organization_id = $organization AND a.job_id = job.id AND NOT job.is_large
          RETURNING a.organization_id, a.id, a.job_id, a.candidate_id
        )`,
        sql`removed AS (
          DELETE FROM jobs j USING job
          WHERE j.organization_id = $organization AND j.id = job.id AND NOT job.is_large
          RETURNING job.organization_id, job.status
        )`,
        sql`marked AS (
          UPDATE jobs j SET deleted_at = ${now}, public_slug = NULL, department_id = NULL, office_id = NULL, external_ids = '[]', status = 'closed', version = j.version + 1
          FROM job WHERE j.organization_id = $organization AND j.id = job.id AND job.is_large
          RETURNING job.organization_id, job.id, job.status
        )`
      ],
      saved: sql`SELECT organization_id, status FROM removed UNION ALL SELECT organization_id, status FROM marked`,
      after: [
        applicationsDeleted(sql, origin),
        sql`slot AS (
          UPDATE organizations o SET published_jobs = published_jobs - 1
          FROM saved WHERE o.id = $organization AND saved.status = 'published'
        )`,
        removalEnqueued(sql)
      ],
      work: [erasureOf(change.context, id), afterDeletion(change.context)]
    })
  }

  const remove = (actor: Actor, id: JobId) =>
    write({
      actor,
      load: sql<{ readonly is_confidential: boolean }>`
        SELECT j.is_confidential FROM $jobs j WHERE j.organization_id = ${actor.organization_id} AND j.id = ${id} AND j.deleted_at IS NULL
      `.pipe(
        Effect.orDie,
        Effect.flatMap(([job]) => job === undefined ? new JobNotFound({ id }) : Effect.succeed(job))
      ),
      decide: ({ is_confidential }) => decided(undefined, deleted({ id, is_confidential })),
      save: (change) => sql.withTransaction(Effect.andThen(locked(actor.organization_id, id), removed(change, id)))
    })

  return Jobs.of({ list, find: finding(sql), get, create, modify, ended, remove })
})

export const layer = Layer.effect(Jobs, make)
