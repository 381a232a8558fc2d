/** Stored applications. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import {
  type ApplicationDetail,
  type ApplicationDraft,
  ApplicationNotFound,
  noun
} from "@candor/domain/application/Application"
import { readDraft } from "@candor/domain/application/Applicant"
import { Applications } from "@candor/domain/application/Applications"
import type { SubmissionContext, Submitted } from "@candor/domain/application/Submission"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, CandidateId, OrganizationId } from "@candor/domain/Id"
import { Encoded } from "@candor/domain/Encoded"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { applicationChanges } from "./ApplicationChanges.ts"
import { applicationHistory } from "./ApplicationHistory.ts"
import { applicationPages } from "./ApplicationPages.ts"
import { applicationRemoval } from "./ApplicationRemoval.ts"
import { applicationDetail, applicationSource } from "./ApplicationQueries.ts"
import { externalIdTaken } from "../external/ExternalIds.ts"
import * as SignalWork from "../../queue/SignalWork.ts"
import { type Key, smallBatch } from "../../statements/Batching.ts"
import { changeableCandidateId, updateCandidate } from "../candidate/CandidateRows.ts"
import type { Change } from "../../statements/Change.ts"
import { insertRow, insertRows } from "../../statements/Inserts.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { batchedRead } from "../../statements/Reads.ts"
import { save } from "../../statements/Saving.ts"
import {
  addressesOf,
  samePerson,
  savedIfNew,
  submissionColumns,
  submissionRaces,
  submissionRows
} from "./Submission.ts"
import { absent, ofVisibleJob, visibleJobId } from "./Visibility.ts"
import { write } from "../../statements/Writing.ts"
import { wholeIf } from "../../database/Viewer.ts"

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const found = (id: ApplicationId) => <Row>([row]: ReadonlyArray<Row>) =>
    row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row)

  /** The bytes of texts that belong to the requested application. */
  const bytes = sql`
    SELECT a.text_bytes AS bytes FROM $applications a
    WHERE a.organization_id = $organization AND a.id = request.id AND ${sql.literal(ofVisibleJob)}`

  const details = batchedRead<Key<ApplicationId>, { readonly json: Uint8Array }>(
    sql,
    "applications",
    sql`
      SELECT convert_to(row_to_json(x)::text, 'UTF8') AS json FROM (
        SELECT ${sql.literal(applicationDetail)} ${sql.literal(applicationSource)}
        WHERE a.organization_id = $organization AND a.id = request.id
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

  const candidateOf = (organization: OrganizationId, id: ApplicationId) =>
    sql<{ readonly candidate_id: CandidateId }>`
      SELECT a.candidate_id FROM $applications a
      WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(found(id)),
      Effect.map(({ candidate_id }) => candidate_id)
    )

  /**
   * Finds the candidate that the draft names, or the one who is the same person as its new candidate; null if there is
   * none.
   */
  const candidateFor = ({ candidate, candidate_id, candidate_match }: ApplicationDraft) =>
    candidate === undefined || candidate_match === "new"
      ? sql`${candidate_id ?? null}::uuid`
      : samePerson(sql, addressesOf(sql, readDraft(candidate).candidate))

  // A subquery, so that the person is looked up once, and not for each column.
  const submissionContext = (organization: OrganizationId, draft: ApplicationDraft) =>
    sql<SubmissionContext>`
      WITH person AS MATERIALIZED (SELECT ${candidateFor(draft)} AS id)
      SELECT ${submissionColumns(sql, organization, draft, sql`(SELECT id FROM person)`)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!))

  /** The statement that inserts the candidate or fills in missing facts, and an expression for its id. */
  const candidateSaved = (
    { before, decided: { entity: { created, filled } }, organization_id }: Change<
      SubmissionContext,
      Submitted,
      Actor | Worker
    >,
    row: object | null,
    isNew: Statement.Fragment
  ) => {
    if (created !== null) {
      return {
        statements: [sql`candidate AS (${insertRows(sql, "candidates", [row!])} RETURNING id)`],
        id: sql`coalesce((SELECT id FROM candidate WHERE ${isNew}), ${sql.literal(absent)})`
      }
    }
    if (filled === null)
      return { statements: [], id: changeableCandidateId(sql, organization_id, before.candidate!.id) }
    return {
      statements: [sql`candidate AS (${updateCandidate(sql, organization_id, filled.candidate)})`],
      id: sql`coalesce((SELECT id FROM candidate), ${sql.literal(absent)})`
    }
  }

  const insertIf = (change: Change<SubmissionContext, Submitted, Actor | Worker>, isNew: Statement.Fragment) => {
    const { decided: { entity }, organization_id } = change
    const { application, sideWrites, candidate } = submissionRows(change, entity)
    const { id, statements } = candidateSaved(change, candidate, isNew)
    const expressions = {
      job_id: visibleJobId(sql, organization_id, entity.application.job.id),
      candidate_id: id,
      unapplied: PgTypes.jsonb(entity.application.unapplied),
      external_ids: PgTypes.jsonb(entity.application.external_ids)
    }
    return save(sql, change, {
      before: statements,
      saved: sql`${insertRow(sql, "applications", { organization_id, ...application, ...expressions })} RETURNING id`,
      ...sideWrites,
      // For an application from a submission, this work is queued together with its files.
      work: [
        ...(sideWrites.work ?? []),
        ...("worker" in change.context.actor
          ? []
          : [SignalWork.of(entity.application.id, { application_id: entity.application.id }, change.context.actor)])
      ]
    })
  }

  const insert = (
    change: Change<SubmissionContext, Submitted, Actor | Worker>,
    { candidate_match }: ApplicationDraft
  ) => {
    const { decided: { entity: { created } }, organization_id } = change
    return created === null || candidate_match === "new"
      ? insertIf(change, sql`true`)
      : savedIfNew(sql, organization_id, created.candidate, (isNew) => insertIf(change, isNew))
  }

  const submit = <Failure, By extends Actor | Worker>(
    actor: By,
    draft: ApplicationDraft,
    decide: (submission: SubmissionContext, context: DecisionContext<By>) => Decision<Submitted, Failure>
  ) =>
    write({
      actor,
      // The draft's person may be known only from applications that the viewer does not see.
      load: wholeIf(submissionContext(actor.organization_id, draft), ({ job }) =>
        job !== null && draft.candidate_id === undefined),
      decide,
      save: (change) =>
        insert(change, draft),
      races: submissionRaces,
      refusals: externalIdTaken(sql, noun)
    }).pipe(Effect.map(({ application }) => application))

  return Applications.of({
    ...applicationPages(sql),
    ...applicationHistory(sql),
    get,
    candidateOf,
    submit,
    ...applicationChanges(sql, bytes),
    ...applicationRemoval(sql)
  })
})

export const layer = Layer.effect(Applications, make)
