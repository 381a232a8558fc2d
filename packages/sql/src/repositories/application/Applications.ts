/** Stored applications. */
import type { Actor } from "@candor/domain/access/Actor"
import type {
  ApplicationDetail,
  ApplicationDraft,
  SubmissionContext,
  Submitted
} from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import { ofAnswers } from "@candor/domain/application/ApplicationSize"
import { Applications } from "@candor/domain/application/Applications"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { applicationChanges } from "./ApplicationChanges.ts"
import { applicationHistory, insertHistory } from "./ApplicationHistory.ts"
import { applicationPages } from "./ApplicationPages.ts"
import {
  applicationParts,
  applicationSelf,
  applicationSource,
  candidateShown,
  jobWithStatus,
  profileShown,
  stageOfJob
} from "./ApplicationQueries.ts"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { belongings, candidateRow, changeableCandidateId } from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { isVisible, ofVisibleJob, visibleJobId } from "./Visibility.ts"
import { write } from "../../statements/Writing.ts"
import { iso } from "../../database/Types.ts"

/** The profiles of a candidate `c`, newest first. */
const profilesOfCandidate = `(
  SELECT coalesce(json_agg(${profileShown("p")} ORDER BY p.created_at DESC, p.id DESC), '[]')
  FROM ai_profiles p WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
)`

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

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
        SELECT ${sql.literal(applicationSelf)}, ${sql.literal(applicationParts)} ${sql.literal(applicationSource)}
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
        (SELECT ${sql.literal(jobWithStatus)}
          FROM jobs j
          WHERE j.organization_id = ${organization} AND j.id = ${draft.job_id} AND j.deleted_at IS NULL) AS job,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.job_id = ${draft.job_id} AND s.order_index = 0
            AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS first_stage,
        (SELECT ${sql.literal(stageOfJob)} FROM stages s
          WHERE s.organization_id = ${organization} AND s.id = ${draft.stage_id ?? null}
            AND ${sql.literal(isVisible("s.organization_id", "s.job_id"))}) AS requested_stage,
        (SELECT ${sql.literal(candidateShown(`, ${iso("c.anonymised_at")} AS anonymised_at, ${profilesOfCandidate} AS ai_profiles`))}
          FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ${draft.candidate_id ?? null}) AS candidate,
        (SELECT a.id FROM applications a
          WHERE a.organization_id = ${organization} AND a.job_id = ${draft.job_id}
            AND a.candidate_id = ${draft.candidate_id ?? null} AND ${sql.literal(ofVisibleJob)}) AS existing_id
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const insert = (change: Change<SubmissionContext, Submitted>) => {
    const { context, decided: { entity: { application, created, entered } }, organization_id } = change
    const candidate = created === null ? null : { organization_id, context, decided: { entity: created } }
    const { inserts = [], ...ofCandidate } = candidate === null ? {} : belongings(candidate)
    return save(sql, change, {
      before: candidate === null ? [] : [sql`candidate AS (${insertRow(sql, "candidates", candidateRow(candidate))})`],
      saved: sql`${
        insertRow(sql, "applications", {
          organization_id,
          id: application.id,
          job_id: visibleJobId(sql, organization_id, application.job.id),
          candidate_id: created === null ? changeableCandidateId(sql, organization_id, application.candidate.id) : application.candidate.id,
          stage_id: application.stage_id,
          source_type: application.source_type,
          status: application.status,
          closed_at: application.closed_at,
          text_bytes: ofAnswers(application.application_answers).text_bytes,
          version: application.version,
          created_at: context.now,
          updated_at: context.now
        })
      } RETURNING id`,
      ...ofCandidate,
      inserts: [
        ...inserts,
        insertHistory(entered),
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

  return Applications.of({ ...applicationPages(sql), ...applicationHistory(sql), get, submit, ...applicationChanges(sql, bytes) })
})

export const layer = Layer.effect(Applications, make)
