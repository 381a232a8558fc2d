/** A job with many applications is deleted by a mark, and its rows are removed later (decision 0030). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE jobs ADD COLUMN deleted_at timestamptz(3)",
  // Tells a list in one look-up whether its organization has such jobs, and which.
  "CREATE INDEX jobs_deleted ON jobs (organization_id, id) WHERE deleted_at IS NOT NULL"
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
