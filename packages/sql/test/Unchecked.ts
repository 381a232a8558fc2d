/** Inserts very many rows that a test copies from stored ones. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Inserts rows without triggers and foreign key checks, which take most of the time for thousands of rows. */
export const unchecked = <A, E, R>(insert: Effect.Effect<A, E, R>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql.withTransaction(Effect.andThen(sql`SET LOCAL session_replication_role = replica`, insert))
  )
