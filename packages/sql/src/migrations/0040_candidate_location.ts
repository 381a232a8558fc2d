/** Where a candidate lives. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE candidates ADD COLUMN location text`)
