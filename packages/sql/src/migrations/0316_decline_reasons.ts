/** Why interviewers declined an interview. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER TABLE interviews ADD COLUMN decline_reasons jsonb NOT NULL DEFAULT '[]'`))
