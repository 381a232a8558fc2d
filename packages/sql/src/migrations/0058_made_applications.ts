/**
 * Whether an application was made of a submission, or was there before. Of stored submissions the history tells: an
 * application that a submission made began by no member's hand. A server of the version before stores none, so its
 * submissions withdraw nothing by themselves.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE submissions ADD COLUMN made_application boolean NOT NULL DEFAULT false`
  yield* sql`
    UPDATE submissions s SET made_application = true
    FROM applications a
    WHERE a.organization_id = s.organization_id AND a.id = s.application_id AND a.created_at >= s.created_at
      AND NOT EXISTS (
        SELECT FROM submissions o
        WHERE o.organization_id = s.organization_id AND o.application_id = s.application_id AND (o.created_at, o.id) < (s.created_at, s.id)
      ) AND EXISTS (
        SELECT FROM application_history h
        WHERE h.organization_id = s.organization_id AND h.application_id = s.application_id AND h.change = 'applied' AND h.user_id IS NULL
      )`
})
