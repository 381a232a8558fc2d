/** Very many rows that a test copies of what is stored. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Inserts rows without checks of foreign keys and without triggers, which take most of the time of thousands of rows.
 */
export const unchecked = <A, E, R>(insert: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql.withTransaction(Effect.andThen(sql`SET LOCAL session_replication_role = replica`, insert))
  )
