/** Deletes an application, with all that belongs to it, by one statement (decision 0030). */
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { RemovableApplication, RemovedApplication } from "@candor/domain/application/ApplicationRemoval"
import type { Applications } from "@candor/domain/application/Applications"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { afterDeletion } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Change } from "../../statements/Change.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { originOf } from "../../statements/Outbox.ts"
import { save } from "../../statements/Saving.ts"
import { write } from "../../statements/Writing.ts"
import { invitationsRemoved } from "../interview/RemovedInvitations.ts"
import { prospectsUnlinked } from "../sourcing/ProspectEvents.ts"
import { applicationsUpdated } from "./ApplicationEvents.ts"
import { isVisible, ofVisibleJob } from "./Visibility.ts"

/** An application as JSON for comparing it with others of the same candidate on the same job. */
export const rival = (application: string, stage: string): string =>
  `json_build_object('id', ${application}.id, 'version', ${application}.version, 'status', ${application}.status,
    'order_index', ${stage}.order_index, 'created_at', ${iso(`${application}.created_at`)})`

/** The duplicates of an application `a`. */
const duplicates = `(
  SELECT coalesce(json_agg(${rival("b", "s")}), '[]')
  FROM $applications b JOIN stages s ON s.organization_id = $organization AND s.job_id = b.job_id AND s.id = b.stage_id
  WHERE b.organization_id = $organization AND b.candidate_id = a.candidate_id AND b.duplicate_of = a.id
    AND ${isVisible("s.job_id")}
)`

interface Loaded extends RemovableApplication {
  readonly candidate_version: number
}

/** Makes the method that deletes an application. */
export const applicationRemoval = (sql: SqlClient.SqlClient): Pick<Applications["Service"], "remove"> => {
  const load = (organization: OrganizationId, id: ApplicationId) =>
    sql<Loaded>`
      SELECT a.id, a.job_id, a.candidate_id, a.duplicate_of, c.version AS candidate_version,
        ${sql.literal(duplicates)} AS duplicates
      FROM $applications a JOIN candidates c ON c.organization_id = $organization AND c.id = a.candidate_id
      WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
    `.pipe(
      ofOrganization(sql, organization),
      Effect.orDie,
      Effect.flatMap(([row]) => row === undefined ? new ApplicationNotFound({ id }) : Effect.succeed(row))
    )

  /**
   * Makes one of a deleted application's duplicates its successor, also in the undo data of the merges that marked it
   * as a duplicate.
   */
  const succeeded = ({ before, context, decided: { entity: { id, successor } } }: Change<Loaded, RemovedApplication>) =>
    successor === null ? [] : [
      sql`changed_applications AS (
        UPDATE applications b SET duplicate_of = CASE WHEN b.id = ${successor} THEN ${before.duplicate_of}::uuid ELSE ${successor}::uuid END,
          version = b.version + 1, updated_at = greatest(b.updated_at, ${context.now}::timestamptz)
        FROM saved
        WHERE b.organization_id = $organization AND b.candidate_id = saved.candidate_id AND b.duplicate_of = saved.id
          AND ${sql.literal(isVisible("b.job_id"))}
        RETURNING b.*
      )`,
      applicationsUpdated(sql, originOf(sql, context)),
      sql`marked AS (
        UPDATE candidate_merges m
        SET undo = jsonb_set(m.undo, '{duplicates}', (m.undo -> 'duplicates') - ${id}::text || to_jsonb(${successor}::text))
        FROM saved
        WHERE m.organization_id = $organization AND m.into_id = saved.candidate_id
          AND jsonb_exists(m.undo -> 'duplicates', ${id})
      )`
    ]

  /**
   * Deletes the application if its candidate still has the loaded version: a merge, which may mark further duplicates,
   * changes it.
   */
  const removed = (change: Change<Loaded, RemovedApplication>) => {
    const { before: { candidate_id, candidate_version, id }, context, organization_id } = change
    const origin = originOf(sql, context)
    const application = sql`(
      SELECT a.organization_id, a.id FROM applications a, candidate
      WHERE a.organization_id = $organization AND a.candidate_id = candidate.id AND a.id = ${id} AND ${
      sql.literal(ofVisibleJob)
    }
    )`
    return save(sql, change, {
      before: [
        sql`candidate AS (
        SELECT c.organization_id, c.id FROM candidates c
        WHERE c.organization_id = ${organization_id} AND c.id = ${candidate_id} AND c.version = ${candidate_version}
        FOR SHARE
      )`,
        ...prospectsUnlinked(sql, application, context.now, origin),
        ...invitationsRemoved(sql, application, origin)
      ],
      // Foreign keys cascade to all that belongs to it.
      saved: sql`
        DELETE FROM applications a USING candidate
        WHERE a.organization_id = $organization AND a.candidate_id = candidate.id AND a.id = ${id}
          AND ${sql.literal(ofVisibleJob)}
        RETURNING a.organization_id, a.candidate_id, a.id`,
      after: succeeded(change),
      work: [erasureOf(context, id), afterDeletion(context)]
    })
  }

  return {
    remove: (actor, id, decide) =>
      write({ actor, load: load(actor.organization_id, id), decide, save: removed }).pipe(Effect.asVoid)
  }
}
