/** When a member marked a request to withdraw an application as handled. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER TABLE applications ADD COLUMN withdrawal_handled_at timestamptz(3)`))
