/** A job with many applications is deleted by a mark, and its rows are removed later (decision 0030). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE jobs ADD COLUMN deleted_at timestamptz(3)`)
