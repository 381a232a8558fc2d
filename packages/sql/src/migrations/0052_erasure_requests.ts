/**
 * A person's request to be erased is the candidate's, so that it outlives the application that it came by. Those that
 * were made before are moved; `submissions.erasure_requested_at` is for servers of the version before.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE candidates ADD COLUMN erasure_request jsonb`
  yield* sql`
    UPDATE candidates c SET erasure_request = jsonb_build_object(
      'requested_at', to_char(s.requested_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'submission_id', s.id, 'declined_at', NULL, 'reason', NULL
    )
    FROM (
      SELECT DISTINCT ON (a.organization_id, a.candidate_id) a.organization_id, a.candidate_id, s.id, s.erasure_requested_at AS requested_at
      FROM submissions s JOIN applications a ON a.organization_id = s.organization_id AND a.id = s.application_id
      WHERE s.erasure_requested_at IS NOT NULL ORDER BY a.organization_id, a.candidate_id, s.erasure_requested_at
    ) s
    WHERE c.organization_id = s.organization_id AND c.id = s.candidate_id AND c.anonymised_at IS NULL`
})
