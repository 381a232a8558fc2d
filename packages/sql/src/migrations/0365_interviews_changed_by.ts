/** Who made the last change of an interview that invitations tell of. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER TABLE interviews ADD COLUMN changed_by jsonb`))
