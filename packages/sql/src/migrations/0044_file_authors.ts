/** Who added a file; null of those before. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE attachments ADD COLUMN user_id uuid`)
