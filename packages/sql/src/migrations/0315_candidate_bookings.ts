/** A number that grows with each booking of a candidate, by which a decision on older bookings is found. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(`ALTER TABLE candidates ADD COLUMN bookings integer NOT NULL DEFAULT 0`))
