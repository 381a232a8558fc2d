/** Makes merges permanent once they are too old to be undone (decision 0042). */
import type { OrganizationId } from "@candor/domain/Id"
import { undoDays } from "@candor/domain/person/CandidateMerge"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** Merges that one statement makes permanent. */
const portion = 1000

/** Makes the effect that forgets what undoing these merges would need. */
export const forgottenMerges = (sql: SqlClient.SqlClient) => {
  const isPast = sql.literal(`m.undo IS NOT NULL AND m.merged_at < now() - interval '${undoDays} days'`)

  const forgetSome = (organization: OrganizationId) =>
    sql`
      UPDATE candidate_merges m SET undo = NULL WHERE m.organization_id = ${organization} AND m.candidate_id IN (
        SELECT m.candidate_id FROM candidate_merges m WHERE m.organization_id = ${organization} AND ${isPast}
        ORDER BY m.merged_at LIMIT ${sql.literal(String(portion))} FOR UPDATE SKIP LOCKED
      )
      RETURNING m.candidate_id
    `.pipe(Effect.map((rows) => rows.length === portion))

  return sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT m.organization_id FROM candidate_merges m WHERE ${isPast}
  `.pipe(
    Effect.flatMap(
      Effect.forEach(({ organization_id }) => Effect.repeat(forgetSome(organization_id), { while: (more) => more }), {
        discard: true
      })
    ),
    Effect.orDie
  )
}
