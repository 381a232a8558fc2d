/** Converts stored prospects: one statement stores the link, the application and the candidate, with their events. */
import type { SubmissionContext, Submitted } from "@candor/domain/application/Submission"
import type { OrganizationId, ProspectId } from "@candor/domain/Id"
import type { Conversion, ConversionContext, ConversionDraft } from "@candor/domain/sourcing/Conversion"
import { ProspectNotFound, type ProspectState } from "@candor/domain/sourcing/Prospect"
import type { Prospects } from "@candor/domain/sourcing/Prospects"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import {
  samePerson,
  savedIfNew,
  submissionColumns,
  submissionRaces,
  submissionRows
} from "../application/Submission.ts"
import { ofVisibleJob } from "../application/Visibility.ts"
import { prospectState } from "./ProspectRows.ts"
import type { Change } from "../../statements/Change.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { pick } from "../../statements/Rows.ts"
import { save, type SideWrites } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { wholeIf } from "../../database/Viewer.ts"

/** The constraints that a conversion breaks if a linked row was deleted in the meantime. */
const linkRaces = ["prospects_candidate", "prospects_application"]

type Row = ProspectState & SubmissionContext & Pick<ConversionContext, "present_job_id">

/** Makes the method that converts a prospect. */
export const conversions = (sql: SqlClient.SqlClient): Prospects["Service"]["convert"] => {
  const addresses = { emails: sql.literal("ARRAY[p.email]"), linkedin_url: sql.literal("p.linkedin_url") }

  // A subquery, so that the person is looked up once, and not for each column.
  const load = (organization: OrganizationId, id: ProspectId, draft: ConversionDraft) =>
    sql<Row>`
      SELECT ${sql.literal(prospectState)}, (
        SELECT a.job_id FROM applications a
        WHERE a.organization_id = $organization AND a.id = p.application_id AND ${sql.literal(ofVisibleJob)}
      ) AS present_job_id, ${submissionColumns(sql, organization, draft, sql.literal("same.id"))}
      FROM $prospects p CROSS JOIN LATERAL (
        SELECT coalesce(p.candidate_id, ${samePerson(sql, addresses)}) AS id OFFSET 0
      ) same
      WHERE p.organization_id = $organization AND p.id = ${id}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]): Effect.Effect<ConversionContext, ProspectNotFound> => {
        if (row === undefined) return new ProspectNotFound({ id })
        const { candidate, existing_id, first_stage, job, merged_into, present_job_id, requested_stage, ...prospect } =
          row
        return Effect.succeed({
          prospect,
          present_job_id,
          submission: { candidate, existing_id, first_stage, job, merged_into, requested_stage }
        })
      })
    )

  /** Returns the side writes of a new application, and of its candidate if that is new, too. */
  const submittedWith = (change: Change<ConversionContext, Conversion>, submitted: Submitted): SideWrites => {
    const { application, sideWrites, candidate } = submissionRows(change, submitted)
    const { inserts = [], ...others } = sideWrites
    const candidates = candidate === null ? [] : [{ table: "candidates", row: candidate }]
    return { ...others, inserts: [...candidates, { table: "applications", row: application }, ...inserts] }
  }

  /** Locks the job against deletion, and a stored candidate against anonymization. */
  const storeIf = (
    change: Change<ConversionContext, Conversion>,
    { job_id }: ConversionDraft,
    isCandidate: Statement.Fragment
  ) => {
    const { before, context, decided: { entity: { prospect, submitted } }, organization_id } = change
    const columns = ["pipeline_stage", "candidate_id", "application_id", "version"]
    return save(sql, change, {
      before: [
        sql`job AS (
        SELECT j.id FROM jobs j
        WHERE j.organization_id = ${organization_id} AND j.id = ${job_id} AND j.deleted_at IS NULL
        FOR KEY SHARE
      )`,
        sql`candidate AS (
        SELECT c.id FROM candidates c
        WHERE c.organization_id = ${organization_id} AND c.id = ${prospect.candidate_id} AND c.anonymised_at IS NULL
        FOR KEY SHARE
      )`
      ],
      saved: sql`
        UPDATE prospects SET ${sql.update({ ...pick(prospect, columns), updated_at: context.now })}
        WHERE organization_id = ${organization_id} AND id = ${prospect.id} AND version = ${before.prospect.version}
          AND EXISTS (SELECT FROM job)
          AND ${isCandidate}
        RETURNING id`,
      ...(submitted === null ? {} : submittedWith(change, submitted))
    })
  }

  const store = (change: Change<ConversionContext, Conversion>, draft: ConversionDraft) => {
    const { decided: { entity: { submitted } }, organization_id } = change
    const created = submitted?.created ?? null
    return created === null
      ? storeIf(change, draft, sql`EXISTS (SELECT FROM candidate)`)
      : savedIfNew(sql, organization_id, created.candidate, (isNew) => storeIf(change, draft, isNew))
  }

  return (actor, id, draft, decide) =>
    write({
      actor,
      load: wholeIf(load(actor.organization_id, id, draft), ({ submission }) => submission.job !== null),
      decide,
      save: (change) => store(change, draft),
      races: [...submissionRaces, ...linkRaces]
    }).pipe(Effect.map(({ prospect }) => prospect))
}
