/**
 * A file of a candidate has a content, which is counted; only applications have files from before contents were stored.
 * An import says so of its row (decision 0095), in place of breaking at the counter.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`ALTER TABLE attachments ADD CONSTRAINT attachments_of_candidates CHECK (candidate_id IS NULL OR size_bytes IS NOT NULL) NOT VALID`
)
