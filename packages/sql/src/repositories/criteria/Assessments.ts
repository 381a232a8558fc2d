/** Stored assessments of applications, and the work of making them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import {
  type Assessed,
  AssessmentNotFound,
  type AssessmentState,
  current,
  noun
} from "@candor/domain/criteria/Assessment"
import { type AssessmentFacts, shownAssessment } from "@candor/domain/criteria/AssessmentOfApplication"
import {
  type AssessmentInput,
  Assessments,
  maxDue,
  maxFiles,
  maxFileTextLength
} from "@candor/domain/screening/Assessments"
import type { AnyContext, Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { PgTypes } from "@effect/sql-pg"
import { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import * as AssessmentWork from "../../queue/AssessmentWork.ts"
import { insertWork } from "../../queue/Queue.ts"
import type { Change } from "../../statements/Change.ts"
import { jsonColumns, object, rowColumns } from "../../statements/Nouns.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { setFrom } from "../../statements/Rows.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { ofVisibleJob } from "../application/Visibility.ts"

/** The newest of those that are due are read, and the ones that are not queued yet are queued. */
const maxRead = 10_000

const changed = ["results", "criteria_version", "seen_at", "updated_at", "version"]

/**
 * The criteria of an application `a`'s job, as decisions see them. A job without a row has no criteria, and assessment
 * is off.
 */
const criteriaOfJob = `coalesce(
  (SELECT row_to_json(k) FROM (
    SELECT k.id, k.is_on, k.criteria, ${iso("k.updated_at")} AS updated_at, k.version
    FROM job_criteria k WHERE k.organization_id = $organization AND k.id = a.job_id
  ) k),
  json_build_object('id', a.job_id, 'is_on', false, 'criteria', json_build_array(), 'updated_at', ${
  iso("a.created_at")
}, 'version', 0)
)`

/** The assessment of an application `a` as decisions see it; null if there is none. */
const assessmentOf = `(
  SELECT ${object(jsonColumns(noun, "x", "row", { seen_at: iso("x.seen_at") }))} FROM assessments x
  WHERE x.organization_id = $organization AND x.application_id = a.id
)`

/**
 * The files with text that came with the application `a`, newest résumé first: those that the applicant sent, and those
 * that a member added as a résumé or a cover letter. Other files of members are their own.
 */
const files = `(
  SELECT coalesce(json_agg(json_build_object('attachment_id', f.id, 'answer_id', NULL, 'title', f.file_type, 'text', f.text)
    ORDER BY f.file_type = 'resume' DESC, f.created_at DESC, f.id DESC), '[]')
  FROM (
    SELECT t.id, t.file_type, left(t.text, ${maxFileTextLength}) AS text, t.created_at FROM attachments t
    WHERE t.organization_id = $organization AND t.application_id = a.id AND t.text <> ''
      AND (t.user_id IS NULL OR t.file_type IN ('resume', 'cover_letter'))
    ORDER BY t.file_type = 'resume' DESC, t.created_at DESC, t.id DESC LIMIT ${maxFiles}
  ) f
)`

/** The ids of the files of an application `a`. */
const attachmentIds = `(
  SELECT coalesce(json_agg(t.id), '[]') FROM attachments t WHERE t.organization_id = $organization AND t.application_id = a.id
)`

const answers = `(
  SELECT coalesce(json_agg(json_build_object('attachment_id', NULL, 'answer_id', t.id, 'title', t.question_text, 'text', t.answer_text)
    ORDER BY t.order_index), '[]')
  FROM application_answers t WHERE t.organization_id = $organization AND t.application_id = a.id AND t.answer_text <> ''
)`

/** A condition: an application `a` is of a person who was not anonymized. */
const personal = `a.anonymised_at IS NULL AND ${ofVisibleJob}`

/** The id of the assessment work for the current state of an application `a`, so that it is queued once. */
const workId = `md5(a.id::text || k.version::text || a.updated_at::text || day.day)::uuid::text`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const found = (id: ApplicationId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row)

  const get = (organization: OrganizationId, id: ApplicationId) =>
    sql<AssessmentFacts>`
      SELECT ${sql.literal(criteriaOfJob)} AS criteria, (
        SELECT json_build_object('results', x.results, 'criteria_version', x.criteria_version, 'updated_at', ${
      sql.literal(iso("x.updated_at"))
    },
          'is_current', x.seen_at >= a.updated_at)
        FROM assessments x WHERE x.organization_id = $organization AND x.application_id = a.id
      ) AS assessment, ${sql.literal(attachmentIds)} AS attachment_ids
      FROM $applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)), Effect.map(shownAssessment))

  const load = (organization: OrganizationId, id: ApplicationId) =>
    sql<Assessed>`
      SELECT a.id AS application_id, ${sql.literal(criteriaOfJob)} AS criteria, ${
      sql.literal(assessmentOf)
    } AS assessment, ${sql.literal(attachmentIds)} AS attachment_ids
      FROM $applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(personal)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.flatMap(found(id)))

  const input = (organization: OrganizationId, id: ApplicationId) =>
    sql<
      Omit<AssessmentInput, "documents"> & {
        readonly files: AssessmentInput["documents"]
        readonly answers: AssessmentInput["documents"]
      }
    >`
      SELECT a.id AS application_id, a.updated_at AS seen_at, ${sql.literal(criteriaOfJob)} AS criteria,
        ${sql.literal(assessmentOf)} AS assessment, ${sql.literal(attachmentIds)} AS attachment_ids, ${
      sql.literal(files)
    } AS files, ${sql.literal(answers)} AS answers
      FROM $applications a WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(personal)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.map(({ answers, files, ...rest }) => ({ ...rest, documents: [...files, ...answers] }))
    )

  /** The lock waits for a concurrent anonymization, after which the person gets no assessment. */
  const inserted = (row: AssessmentState) => {
    const columns = rowColumns(noun)
    return sql`
      INSERT INTO assessments AS added (organization_id, ${sql.literal(columns.join(", "))})
      SELECT a.organization_id, ${sql.literal(columns.map((name) => `stored.${name}`).join(", "))}
      FROM applications a CROSS JOIN jsonb_populate_record(NULL::assessments, ${PgTypes.jsonb(row)}) stored
      WHERE a.organization_id = $organization AND a.id = ${row.application_id} AND ${sql.literal(personal)}
      FOR SHARE OF a
      RETURNING added.id`
  }

  const updated = (before: AssessmentState, after: AssessmentState, organization: OrganizationId) =>
    sql`
      UPDATE assessments r SET ${setFrom(sql, noun.table, changed, after)}
      WHERE r.organization_id = ${organization} AND r.id = ${before.id} AND r.version = ${before.version} RETURNING r.id`

  const record = (
    worker: Worker,
    application: ApplicationId,
    decide: (stored: Assessed, context: AnyContext) => Decision<AssessmentState | null, never>
  ) =>
    write({
      actor: worker,
      load: load(worker.organization_id, application),
      decide,
      save: (change: Change<Assessed, AssessmentState | null, Worker>) => {
        const { before: { assessment }, decided: { entity }, organization_id } = change
        // What is saved is never null: without an assessment, `decide` changes nothing.
        return save(sql, change, {
          saved: assessment === null
            ? inserted(entity!)
            : updated(assessment, entity!, organization_id)
        })
      },
      races: ["assessments_once", "assessments_application"]
    })

  const decide = <Failure>(
    actor: Actor,
    application: ApplicationId,
    decide: (assessment: AssessmentState, context: DecisionContext) => Decision<AssessmentState, Failure>
  ) =>
    write({
      actor,
      load: Effect.flatMap(
        load(actor.organization_id, application),
        (assessed): Effect.Effect<AssessmentState, AssessmentNotFound> => {
          const assessment = current(assessed)
          return assessment === null ? new AssessmentNotFound({ id: application }) : Effect.succeed(assessment)
        }
      ),
      decide,
      save: (change: Change<AssessmentState, AssessmentState>) =>
        save(sql, change, { saved: updated(change.before, change.decided.entity, change.organization_id) })
    })

  const ask = (actor: Actor, application: ApplicationId) =>
    Effect.flatMap(load(actor.organization_id, application), () => {
      // The id has the minute, so that repeated requests queue the work at most once a minute.
      return sql`
        ${insertWork} ${AssessmentWork.queue}, md5(${application}::text || date_trunc('minute', now())::text)::uuid::text,
          ${JSON.stringify(AssessmentWork.elementOf(application, actor))}::text, now()
        ON CONFLICT (id, queue_name) DO NOTHING
      `.pipe(Effect.orDie, Effect.asVoid)
    })

  const organizations = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT k.organization_id FROM job_criteria k WHERE k.is_on
  `.pipe(Effect.orDie, Effect.map((rows) => rows.map(({ organization_id }) => organization_id)))

  const queueDue = (organization: OrganizationId, day: string) =>
    sql`
      WITH due AS MATERIALIZED (
        SELECT a.id, a.updated_at, ${sql.literal(workId)} AS work_id
        FROM job_criteria k CROSS JOIN (SELECT ${day}::text AS day) day
        JOIN jobs j ON j.organization_id = $organization AND j.id = k.id AND j.deleted_at IS NULL
        JOIN applications a ON a.organization_id = $organization AND a.job_id = k.id
        LEFT JOIN assessments x ON x.organization_id = $organization AND x.application_id = a.id
        WHERE k.organization_id = $organization AND k.is_on AND k.criteria <> '[]'
          AND a.status = 'active' AND a.anonymised_at IS NULL AND a.duplicate_of IS NULL
          AND (x.id IS NULL OR x.criteria_version <> k.version OR x.seen_at < a.updated_at)
          AND NOT EXISTS (SELECT FROM attachments t WHERE t.organization_id = $organization AND t.application_id = a.id AND t.text_status = 'pending')
        ORDER BY a.updated_at DESC LIMIT ${sql.literal(String(maxRead))}
      ), queued AS (
        ${insertWork} ${AssessmentWork.queue}, due.work_id, json_build_object('organization_id', $organization,
          'application_id', due.id, 'request_id', ${AssessmentWork.queue}::text)::text, now()
        FROM due WHERE NOT EXISTS (SELECT FROM queue q WHERE q.queue_name = ${AssessmentWork.queue} AND q.id = due.work_id)
        ORDER BY due.updated_at DESC LIMIT ${sql.literal(String(maxDue))}
        ON CONFLICT (id, queue_name) DO NOTHING RETURNING id
      )
      SELECT id FROM queued
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => rows.length))

  return Assessments.of({ get, decide, ask, organizations, queueDue, input, record })
})

export const layer = Layer.effect(Assessments, make)
