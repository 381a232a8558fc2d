/**
 * Who applied again before the time of it was noted (0080): their submissions tell. Retention rules keep these people
 * as well. Few applications are written.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`
  UPDATE applications a SET applied_again_at = s.sent_at
  FROM (
    SELECT organization_id, application_id, max(created_at) AS sent_at FROM submissions
    WHERE application_id IS NOT NULL AND NOT made_application GROUP BY organization_id, application_id
  ) s
  WHERE a.organization_id = s.organization_id AND a.id = s.application_id AND a.applied_again_at IS NULL AND a.anonymised_at IS NULL
    AND s.sent_at > a.created_at`)
