/** The states and regions in which those who work remotely may live. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE jobs ADD COLUMN remote_regions text[] NOT NULL DEFAULT '{}'`)
