/** Confidential jobs, and members who see the jobs of their teams alone (decision 0083). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN is_confidential boolean NOT NULL DEFAULT false`
  yield* sql`ALTER TABLE users DROP CONSTRAINT users_role`
  yield* sql`ALTER TABLE users ADD CONSTRAINT users_role CHECK (role IN ('limited', 'read', 'write', 'admin')) NOT VALID`
})
