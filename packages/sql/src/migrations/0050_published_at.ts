/**
 * When a job was last published, for its posting. Jobs that were published before this have the time of their creation
 * there.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE jobs ADD COLUMN published_at timestamptz(3)`
})
