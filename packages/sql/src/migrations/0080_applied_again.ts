/**
 * When the person of an application last applied again. A server of the version before writes applications without it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE applications ADD COLUMN applied_again_at timestamptz(3)`)
