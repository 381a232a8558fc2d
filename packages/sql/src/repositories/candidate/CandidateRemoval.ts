/**
 * Deletes a candidate with all that belongs to it (decision 0036). This includes applications of deleted jobs whose
 * rows are still stored, because they have personal data, too.
 */
import type { Actor } from "@candor/domain/access/Actor"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { DecisionContext } from "@candor/domain/Decision"
import type { CandidateId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { afterDeletion } from "../../queue/ContentWork.ts"
import { erasureOf } from "../../queue/Erasure.ts"
import type { Change } from "../../statements/Change.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { deliverRowEvents, originOf } from "../../statements/Outbox.ts"
import { save } from "../../statements/Saving.ts"
import { applicationsDeleted } from "../application/ApplicationEvents.ts"
import { importRowsForgotten } from "../import/ImportRows.ts"
import { invitationsRemoved } from "../interview/RemovedInvitations.ts"
import { isMailOfPerson } from "../mail/MailOfPerson.ts"
import { workRemoved } from "../profile/AiProfileRows.ts"
import { prospectsUnlinked } from "../sourcing/ProspectEvents.ts"
import { isOfPerson } from "../submission/OfPerson.ts"
import { removeProspects } from "../sourcing/ProspectRemoval.ts"
import { maxRows, portionOf, type Removable } from "./CandidateApplications.ts"

/** Deletes applications of the candidate with about `maxRows` rows, and returns their ids. */
const removePortion = (sql: SqlClient.SqlClient, context: DecisionContext, candidate: CandidateId) =>
  Effect.suspend(() => {
    const { organization_id } = context.actor
    const origin = originOf(sql, context)
    return sql`
      WITH portion AS MATERIALIZED (${portionOf(sql, organization_id, candidate)}),
      ${
      sql.csv([
        ...prospectsUnlinked(sql, sql`portion`, context.now, origin),
        ...invitationsRemoved(sql, sql`portion`, origin)
      ])
    }, deleted_applications AS (
        DELETE FROM applications a USING portion
        WHERE a.organization_id = $organization AND a.id = portion.id
        RETURNING a.organization_id, a.id, a.job_id, a.candidate_id
      ), ${applicationsDeleted(sql, originOf(sql, context))}, ${deliverRowEvents(sql)}
      SELECT id FROM deleted_applications
    `.pipe(ofOrganization(sql, organization_id))
  })

/** Deletes all applications of the candidate, a portion at a time. */
const removePortions = (sql: SqlClient.SqlClient, context: DecisionContext, candidate: CandidateId) =>
  Effect.repeat(removePortion(sql, context, candidate), { until: (removed) => removed.length === 0 })

/**
 * Deletes a candidate if it still has the loaded version, and returns its row. The lock on the candidate makes new
 * applications wait. An application that was added since the statement began breaks the constraint
 * `applications_candidate`; a prospect that was linked since the load breaks `prospects_candidate` or
 * `prospects_application`.
 */
export const removeCandidate = (
  sql: SqlClient.SqlClient,
  change: Change<Removable, CandidateState, Actor>
): Effect.Effect<ReadonlyArray<object>, SqlError.SqlError> => {
  const { before: { candidate: { id, version }, merged, prospects, rows }, context, organization_id } = change
  const origin = originOf(sql, context)
  const applications =
    sql`(SELECT a.id FROM applications a, candidate WHERE a.organization_id = $organization AND a.candidate_id = candidate.id)`
  const saved = save(sql, change, {
    before: [
      sql`candidate AS (
        SELECT c.organization_id, c.id FROM candidates c
        WHERE c.organization_id = ${organization_id} AND c.id = ${id} AND c.version = ${version}
        FOR UPDATE
      )`,
      workRemoved(sql, "candidate"),
      sql`removed_submissions AS (
        DELETE FROM submissions s USING candidates c
        WHERE c.organization_id = $organization AND c.id = ${id} AND c.version = ${version} AND ${isOfPerson(sql)}
      )`,
      sql`removed_mails AS (
        DELETE FROM messages m WHERE ${isMailOfPerson(sql, sql`c.id = ${id} AND c.version = ${version}`)}
      )`,
      importRowsForgotten(sql, [id, ...merged], sql`candidate`),
      // The candidate's own prospects are deleted already, but another candidate's prospect may be linked to the
      // application.
      ...prospectsUnlinked(sql, applications, context.now, origin),
      ...invitationsRemoved(sql, applications, origin),
      sql`deleted_applications AS (
        DELETE FROM applications a USING candidate
        WHERE a.organization_id = $organization AND a.candidate_id = candidate.id
        RETURNING a.organization_id, a.id, a.job_id, a.candidate_id
      )`
    ],
    // Foreign keys cascade to the profiles, the merges, and all that belongs to the applications.
    saved: sql`
      DELETE FROM candidates c USING candidate
      WHERE c.organization_id = $organization AND c.id = candidate.id
      RETURNING c.id`,
    after: [applicationsDeleted(sql, originOf(sql, context))],
    work: [...[id, ...merged].map((id) => erasureOf(context, id)), afterDeletion(context)]
  })
  const applicationsRemoved = rows > maxRows ? Effect.asVoid(removePortions(sql, context, id)) : Effect.void
  return Effect.andThen(removeProspects(sql, context.actor, prospects), Effect.andThen(applicationsRemoved, saved))
}
