/** Stored applications. */
import type { Actor } from "@candor/domain/access/Actor"
import type {
  ApplicationDetail,
  ApplicationDraft,
  ApplicationListItem,
  ApplicationSummary,
  StageOfJob,
  SubmissionContext,
  Submitted
} from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import { ofAnswers } from "@candor/domain/application/ApplicationSize"
import { type ApplicationFilter, Applications } from "@candor/domain/application/Applications"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId, StageId } from "@candor/domain/Id"
import { Encoded, objectOf } from "@candor/domain/Encoded"
import type { PageRequest } from "@candor/domain/Pagination"
import { Effect, Layer, Result } from "effect"
import { SqlClient } from "effect/sql"
import {
  applicationParts,
  applicationSelf,
  applicationSource,
  candidateShown,
  jobShown,
  profileShown,
  stageOfJob,
  stageShown,
  unmovedBytes
} from "./ApplicationQueries.ts"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { belongings, candidateRow } from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { afterRequested, jsonPages, newestFirst } from "../../statements/Paging.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { batchedUpdate } from "../../statements/Updates.ts"
import { iso } from "../../database/Types.ts"
import { hasDeletedJobs, isVisible, ofVisibleJob, stageIsVisible, visibleJobId } from "./Visibility.ts"
import { write } from "../../statements/Writing.ts"

/** The fields of a detail that a move leaves as they are, and that its decision does not need. */
type Unmoved = "candidate" | "job" | "ai_profiles" | "notes" | "interview_feedback" | "attachments" | "application_answers"

/** An application that is to be moved, with the JSON bytes of what the move leaves as it is. */
interface Movable extends ApplicationSummary, Readonly<Record<Unmoved, Uint8Array>> {
  /** The stage that the request names, of whatever job it is. */
  readonly requested_stage: StageOfJob | null
}

/** Returns the application's detail, without reading what the move left as it was. */
const detailOf = (application: Movable): Encoded<ApplicationDetail> =>
  objectOf<ApplicationDetail>({
    id: application.id,
    stage_id: application.stage.id,
    source_type: application.source_type,
    created_at: application.created_at,
    candidate: new Encoded(application.candidate),
    stage: application.stage,
    job: new Encoded(application.job),
    ai_profiles: new Encoded(application.ai_profiles),
    notes: new Encoded(application.notes),
    interview_feedback: new Encoded(application.interview_feedback),
    attachments: new Encoded(application.attachments),
    application_answers: new Encoded(application.application_answers)
  })

/** The condition of each filter on an application `a`. Whether its job is visible is looked up once a page. */
const filterConditions = {
  job_id: `a.job_id = request.job_id AND ${isVisible("request.organization_id", "request.job_id")}`,
  stage_id: `a.stage_id = request.stage_id AND ${stageIsVisible("request.organization_id", "request.stage_id")}`
}

// Only an organization with deleted jobs looks at the job of every application: the others read the index alone.
const someDeleted = hasDeletedJobs("request.organization_id")
const notDeleted = isVisible("request.organization_id", "a.job_id")

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
    table: "applications",
    found: ({ continued, filters, limit, offset }) => {
      const where = (areVisible: string) =>
        sql`
          SELECT a.created_at, a.id FROM applications a
          WHERE a.organization_id = request.organization_id AND ${sql.literal(areVisible)}
            AND ${afterRequested(sql, "a", continued)}
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
        FROM applications a WHERE a.organization_id = request.organization_id AND a.id = found.id
      ) item`
  })

  const list = (organization: OrganizationId, { job_id, stage_id }: ApplicationFilter, page: PageRequest) =>
    pages(organization, { ...(job_id && { job_id }), ...(stage_id && { stage_id }) }, page)

  const found = (id: ApplicationId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row)

  /** The bytes of texts that belong to the application of a `request`. */
  const bytes = sql`
    SELECT a.text_bytes AS bytes FROM applications a
    WHERE a.organization_id = request.organization_id AND a.id = request.id AND ${sql.literal(ofVisibleJob)}`

  const details = batchedRead<Key<ApplicationId>, { readonly json: Uint8Array }>(
    sql,
    "applications",
    sql`
      SELECT convert_to(row_to_json(x)::text, 'UTF8') AS json FROM (
        SELECT ${sql.literal(applicationSelf)}, ${sql.literal(iso("a.created_at"))} AS created_at,
          ${sql.literal(applicationParts)} ${sql.literal(applicationSource)}
        WHERE a.organization_id = request.organization_id AND a.id = request.id
      ) x
    `,
    { bytes, maxBatchSize: smallBatch }
  )

  const get = (organization_id: OrganizationId, id: ApplicationId) =>
    details({ organization_id, id }).pipe(
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.map(({ json }) => new Encoded<ApplicationDetail>(json))
    )

  const submissionContext = (organization: OrganizationId, draft: ApplicationDraft) =>
    sql<SubmissionContext>`
      SELECT
        (SELECT ${sql.literal(jobShown)}
          FROM jobs j
          WHERE j.organization_id = ${organization} AND j.id = ${draft.job_id} AND j.deleted_at IS NULL) AS job,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.job_id = ${draft.job_id} AND s.order_index = 0) AS first_stage,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.id = ${draft.stage_id ?? null}
            AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS requested_stage,
        (SELECT ${sql.literal(candidateShown(`, ${profilesOfCandidate} AS ai_profiles`))}
          FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${draft.candidate_id ?? null}) AS candidate,
        (SELECT a.id FROM applications a
          WHERE a.organization_id = ${organization} AND a.job_id = ${draft.job_id}
            AND a.candidate_id = ${draft.candidate_id ?? null}) AS existing_id
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const insert = (change: Change<SubmissionContext, Submitted>) => {
    const { context, decided: { entity: { application, created } }, organization_id } = change
    const candidate = created === null ? null : { organization_id, context, decided: { entity: created } }
    const { inserts = [], ...ofCandidate } = candidate === null ? {} : belongings(candidate)
    return save(sql, change, {
      before: candidate === null ? [] : [sql`candidate AS (${insertRow(sql, "candidates", candidateRow(candidate))})`],
      saved: sql`${
        insertRow(sql, "applications", {
          organization_id,
          id: application.id,
          job_id: visibleJobId(sql, organization_id, application.job.id),
          candidate_id: application.candidate.id,
          stage_id: application.stage_id,
          source_type: application.source_type,
          text_bytes: ofAnswers(application.application_answers).text_bytes,
          version: application.version,
          created_at: context.now,
          updated_at: context.now
        })
      } RETURNING id`,
      ...ofCandidate,
      inserts: [
        ...inserts,
        ...application.application_answers.map((answer, order_index) => ({
          table: "application_answers",
          row: { application_id: application.id, ...answer, order_index }
        }))
      ]
    })
  }

  const submit = <Failure>(
    actor: Actor,
    draft: ApplicationDraft,
    decide: (submission: SubmissionContext, context: DecisionContext) => Decision<Submitted, Failure>
  ) =>
    write({
      actor,
      load: submissionContext(actor.organization_id, draft),
      decide,
      save: insert,
      races: ["applications_candidate_once", "applications_job", "applications_candidate", "applications_stage"]
    }).pipe(Effect.map(({ application }) => application))

  const movable = batchedRead<Key<ApplicationId> & { readonly stage_id: StageId }, Movable>(
    sql,
    "applications",
    sql`
      SELECT (
        SELECT ${sql.literal(stageOfJob)} FROM stages s
        WHERE s.organization_id = request.organization_id AND s.id = request.stage_id
          AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}
      ) AS requested_stage, a.id, a.job_id, a.candidate_id, a.source_type, a.created_at, a.version,
        ${sql.literal(stageShown)} AS stage, ${sql.literal(unmovedBytes)} ${sql.literal(applicationSource)}
      WHERE a.organization_id = request.organization_id AND a.id = request.id
    `,
    { bytes, maxBatchSize: smallBatch }
  )

  const saveStage = batchedUpdate<Movable, Movable>(sql, {
    table: "applications",
    set: ["stage_id"],
    row: ({ stage, version }) => ({ stage_id: stage.id, version }),
    where: isVisible("t.organization_id", "t.job_id")
  })

  const move = <Failure>(
    actor: Actor,
    id: ApplicationId,
    stage_id: StageId,
    decide: (application: ApplicationSummary, requested: StageOfJob | null) => Decision<ApplicationSummary, Failure>
  ) =>
    write({
      actor,
      load: Effect.flatMap(Effect.orDie(movable({ organization_id: actor.organization_id, id, stage_id })), found(id)),
      decide: (application) =>
        Result.map(decide(application, application.requested_stage), (decided) => ({
          ...decided,
          entity: { ...application, ...decided.entity }
        })),
      save: saveStage,
      races: ["applications_stage"]
    }).pipe(Effect.map(detailOf))

  return Applications.of({ list, get, submit, move })
})

export const layer = Layer.effect(Applications, make)
