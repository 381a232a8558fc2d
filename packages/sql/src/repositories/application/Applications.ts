/** Stored applications. */
import type { Actor } from "@candor/domain/access/Actor"
import type {
  ApplicationDetail,
  ApplicationDraft,
  SubmissionContext,
  Submitted
} from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/ApplicationNotFound"
import { Applications } from "@candor/domain/application/Applications"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { applicationChanges } from "./ApplicationChanges.ts"
import { applicationHistory } from "./ApplicationHistory.ts"
import { applicationPages } from "./ApplicationPages.ts"
import { applicationRemoval } from "./ApplicationRemoval.ts"
import {
  applicationParts,
  applicationSelf,
  applicationSource
} from "./ApplicationQueries.ts"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { changeableCandidateId } from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import { insertRow } from "../../statements/Inserts.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import { submissionColumns, submissionRaces, submissionRows } from "./Submission.ts"
import { ofVisibleJob, visibleJobId } from "./Visibility.ts"
import { write } from "../../statements/Writing.ts"

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
      SELECT ${submissionColumns(sql, organization, draft, sql`${draft.candidate_id ?? null}::uuid`)}
    `.pipe(Effect.orDie, Effect.map(([row]) => row!))

  const insert = (change: Change<SubmissionContext, Submitted>) => {
    const { decided: { entity }, organization_id } = change
    const { application, belongings, candidate } = submissionRows(change, entity)
    const references = {
      job_id: visibleJobId(sql, organization_id, entity.application.job.id),
      candidate_id: candidate === null
        ? changeableCandidateId(sql, organization_id, entity.application.candidate.id)
        : entity.application.candidate.id
    }
    return save(sql, change, {
      before: candidate === null ? [] : [sql`candidate AS (${insertRow(sql, "candidates", candidate)})`],
      saved: sql`${insertRow(sql, "applications", { organization_id, ...application, ...references })} RETURNING id`,
      ...belongings
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
      races: submissionRaces
    }).pipe(Effect.map(({ application }) => application))

  return Applications.of({
    ...applicationPages(sql),
    ...applicationHistory(sql),
    get,
    submit,
    ...applicationChanges(sql, bytes),
    ...applicationRemoval(sql)
  })
})

export const layer = Layer.effect(Applications, make)
