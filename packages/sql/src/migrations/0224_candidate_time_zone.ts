/** The zone in which a candidate booked an interview by a scheduling link. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER TABLE interviews ADD COLUMN candidate_time_zone text`))
