/** Stored applications. */
import type { Actor } from "@candor/domain/Actor"
import type {
  Addressed,
  ApplicationDetail,
  ApplicationDraft,
  ApplicationListItem,
  ApplicationState,
  StageOfJob,
  Submitted
} from "@candor/domain/Application"
import { ApplicationNotFound } from "@candor/domain/ApplicationNotFound"
import { ofAnswers } from "@candor/domain/ApplicationSize"
import { type ApplicationFilter, Applications } from "@candor/domain/Applications"
import type { Decision, Facts } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId, StageId } from "@candor/domain/Id"
import { Json } from "@candor/domain/Json"
import type { PageRequest } from "@candor/domain/Pagination"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import {
  applicationParts,
  applicationSelf,
  applicationSource,
  candidateShown,
  jobShown,
  profileShown,
  stageOfJob
} from "./ApplicationQueries.ts"
import { batched, few, heavy, type Key, type MayBeLater, type Placed } from "./Batching.ts"
import { inserted, profilesRequested } from "./CandidateRows.ts"
import { type Change, rowsOf } from "./Change.ts"
import { insertRow } from "./InsertRow.ts"
import { recorded } from "./Recording.ts"
import { afterAsked, jsonPages, newestFirst } from "./Paging.ts"
import { iso } from "./Types.ts"
import { hasDeletedJobs, isVisible, ofVisibleJob, stageIsVisible, visibleJobId } from "./Visibility.ts"
import { write } from "./Writing.ts"

/** An application with a stage that somebody wishes for it. */
interface WithWish extends ApplicationState {
  readonly wished_stage: StageOfJob | null
}

/** What a filter of the page `asked` demands of an application `a`. That its job is visible is asked once a page. */
const filterConditions = {
  job_id: `a.job_id = asked.job_id AND ${isVisible("asked.organization_id", "asked.job_id")}`,
  stage_id: `a.stage_id = asked.stage_id AND ${stageIsVisible("asked.organization_id", "asked.stage_id")}`
}

// Only an organization with deleted jobs looks at the job of every application: the others read the index alone.
const someDeleted = hasDeletedJobs("asked.organization_id")
const notDeleted = isVisible("asked.organization_id", "a.job_id")

/** The bytes of texts after which a statement puts no further detail together. */
const maxDetailBytes = 262_144

/** The profiles of a candidate `c`, newest first. */
const profilesOfCandidate = `(
  SELECT coalesce(json_agg(${profileShown("p")} ORDER BY p.created_at DESC, p.id DESC), '[]')
  FROM ai_profiles p WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
)`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // The page is found in the index alone, and only its rows are looked up, one by one: so it costs the
  // same in whatever plan the database keeps for the statement, and at any depth but for the skipping.
  const pages = jsonPages<ApplicationFilter, ApplicationListItem>(sql, {
    columns: "job_id uuid, stage_id uuid",
    found: ({ continued, filters, limit, offset }) => {
      const where = (areVisible: string) =>
        sql`
          SELECT a.created_at, a.id FROM applications a
          WHERE a.organization_id = asked.organization_id AND ${sql.literal(areVisible)}
            AND ${afterAsked(sql, "a", continued)}
          ${newestFirst(sql, "a", { limit, offset })}`
      return filters.length > 0
        ? where(filters.map((filter) => filterConditions[filter]).join(" AND "))
        : sql`(${where(`NOT ${someDeleted}`)}) UNION ALL (${where(`${someDeleted} AND ${notDeleted}`)})`
    },
    item: sql`
      SELECT row_to_json(item)::text FROM (
        SELECT a.id, a.stage_id, a.source_type, ${sql.literal(iso("a.created_at"))} AS created_at, (
          SELECT row_to_json(x) FROM (
            SELECT c.id, c.full_name, c.primary_email, c.linkedin_url FROM candidates c
            WHERE c.organization_id = a.organization_id AND c.id = a.candidate_id
          ) x
        ) AS candidate, (
          SELECT row_to_json(x) FROM (
            SELECT s.id, s.name, s.order_index FROM stages s
            WHERE s.organization_id = a.organization_id AND s.job_id = a.job_id AND s.id = a.stage_id
          ) x
        ) AS stage, (
          SELECT row_to_json(x) FROM (
            SELECT j.id, j.title FROM jobs j WHERE j.organization_id = a.organization_id AND j.id = a.job_id
          ) x
        ) AS job
        FROM applications a WHERE a.organization_id = asked.organization_id AND a.id = found.id
      ) item`
  })

  const list = (organization: OrganizationId, { job_id, stage_id }: ApplicationFilter, page: PageRequest) =>
    pages(organization, { ...(job_id && { job_id }), ...(stage_id && { stage_id }) }, page)

  const found = (id: ApplicationId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row)

  // Each detail is put together by itself, and large ones get statements of their own, so that what a statement returns
  // stays in bounds.
  const details = batched(sql, (asked: ReadonlyArray<Key<ApplicationId>>) =>
    sql<{ readonly json: Uint8Array } & Placed & MayBeLater>`
      SELECT asked.place, shown.json, asked.before >= ${maxDetailBytes} AS later
      FROM (
        SELECT asked.*, sum(a.text_bytes) OVER (ORDER BY asked.place) - a.text_bytes AS before
        FROM jsonb_to_recordset(${PgTypes.jsonb(asked)}) AS asked (place integer, organization_id uuid, id uuid)
        JOIN applications a ON a.organization_id = asked.organization_id AND a.id = asked.id
        WHERE ${few} AND ${sql.literal(ofVisibleJob)}
      ) asked
      LEFT JOIN LATERAL (
        SELECT convert_to(row_to_json(x)::text, 'UTF8') AS json FROM (
          SELECT ${sql.literal(applicationSelf)}, ${sql.literal(iso("a.created_at"))} AS created_at,
            ${sql.literal(applicationParts)} ${sql.literal(applicationSource)}
          WHERE a.organization_id = asked.organization_id AND a.id = asked.id AND asked.before < ${maxDetailBytes}
        ) x
      ) shown ON true
      WHERE shown.json IS NOT NULL OR asked.before >= ${maxDetailBytes}
    `, { most: heavy })

  const get = (organization_id: OrganizationId, id: ApplicationId) =>
    details({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.map(({ json }) => new Json<ApplicationDetail>(json))
    )

  const addressed = (organization: OrganizationId, draft: ApplicationDraft) =>
    sql<Addressed>`
      SELECT
        (SELECT ${sql.literal(jobShown)}
          FROM jobs j
          WHERE j.organization_id = ${organization} AND j.id = ${draft.job_id} AND j.deleted_at IS NULL) AS job,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.job_id = ${draft.job_id} AND s.order_index = 0) AS first_stage,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.id = ${draft.stage_id ?? null}
            AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS wished_stage,
        (SELECT ${sql.literal(candidateShown(`, ${profilesOfCandidate} AS ai_profiles`))}
          FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${draft.candidate_id ?? null}) AS candidate,
        (SELECT a.id FROM applications a
          WHERE a.organization_id = ${organization} AND a.job_id = ${draft.job_id}
            AND a.candidate_id = ${draft.candidate_id ?? null}) AS existing_id
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const insert = (change: Change<Addressed, Submitted>) => {
    const { decided: { entity: { application, created }, events }, facts, organization_id, place } = change
    return sql`
      WITH ${created === null ? sql`` : sql`candidate AS (${inserted(sql, created.candidate, facts)}),`} saved AS (
        INSERT INTO applications ${
      insertRow(sql, {
        organization_id,
        id: application.id,
        job_id: visibleJobId(sql, organization_id, application.job.id),
        candidate_id: application.candidate.id,
        stage_id: application.stage_id,
        source_type: application.source_type,
        text_bytes: ofAnswers(application.application_answers).text_bytes,
        version: application.version,
        created_at: facts.now,
        updated_at: facts.now
      })
    }
        RETURNING organization_id, id, 0 AS place
      ), answered AS (
        INSERT INTO application_answers (organization_id, application_id, id, question_text, answer_text, order_index)
        SELECT saved.organization_id, saved.id, answer.id, answer.question_text, answer.answer_text, answer.order_index
        FROM saved, jsonb_to_recordset(${
      PgTypes.jsonb(application.application_answers.map((answer, order_index) => ({ ...answer, order_index })))
    }) AS answer (id uuid, question_text text, answer_text text, order_index integer)
      ), ${recorded(sql, [change])}
        ${created === null ? sql`` : profilesRequested(sql, [{ place, facts, decided: { entity: created, events } }])}
      SELECT FROM saved
    `
  }

  const submit = <Failure>(
    actor: Actor,
    draft: ApplicationDraft,
    decide: (addressed: Addressed, facts: Facts) => Decision<Submitted, Failure>
  ) =>
    write({
      actor,
      load: addressed(actor.organization_id, draft),
      decide,
      save: insert,
      races: ["applications_candidate_once", "applications_job", "applications_candidate", "applications_stage"]
    }).pipe(Effect.map(({ application }) => application))

  const withWish = batched(sql, (asked: ReadonlyArray<Key<ApplicationId> & { readonly wished: StageId }>) =>
    sql<WithWish & Placed>`
      SELECT asked.place, shown.*
      FROM jsonb_to_recordset(${PgTypes.jsonb(asked)})
        AS asked (place integer, organization_id uuid, id uuid, wished uuid)
      CROSS JOIN LATERAL (
        SELECT (
          SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = asked.organization_id AND s.id = asked.wished
            AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}
        ) AS wished_stage, ${sql.literal(applicationSelf)}, a.created_at, a.version,
          ${sql.literal(applicationParts)} ${sql.literal(applicationSource)}
        WHERE a.organization_id = asked.organization_id AND a.id = asked.id
      ) shown
      WHERE ${few}
    `, { most: heavy })

  const saveStage = batched(sql, (changes: ReadonlyArray<Change<WithWish, ApplicationState>>) => {
    const rows = rowsOf(changes, ({ stage_id, version }) => ({ stage_id, version }))
    return sql<Placed>`
      WITH saved AS (
        UPDATE applications a SET stage_id = x.stage_id, version = x.version, updated_at = x.updated_at
        FROM jsonb_to_recordset(${rows}) AS x (place integer, organization_id uuid, id uuid, loaded integer,
          stage_id uuid, version integer, updated_at timestamptz)
        WHERE ${few} AND a.organization_id = x.organization_id AND a.id = x.id AND a.version = x.loaded
          AND ${sql.literal(ofVisibleJob)}
        RETURNING x.place
      ), ${recorded(sql, changes)}
      SELECT saved.place FROM saved
    `
  })

  const move = <Failure>(
    actor: Actor,
    id: ApplicationId,
    wished: StageId,
    decide: (application: ApplicationState, wished: StageOfJob | null) => Decision<ApplicationState, Failure>
  ) =>
    write({
      actor,
      load: Effect.flatMap(Effect.orDie(withWish({ organization_id: actor.organization_id, id, wished })), found(id)),
      decide: (application) => decide(application, application.wished_stage),
      save: saveStage,
      races: ["applications_stage"]
    })

  return Applications.of({ list, get, submit, move })
})

export const layer = Layer.effect(Applications, make)
