/** Whether a database takes writes. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { refusesWrites } from "./SqlFailures.ts"

/**
 * Whether the database takes writes: a standby does not, nor a database with `default_transaction_read_only`. Tested by
 * a statement that changes nothing: an older session would not show a new default, but is replaced when it refuses a
 * write.
 */
export const takesWrites = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE queue SET state = state WHERE false`)
  .pipe(
    Effect.as(true),
    Effect.catchIf(refusesWrites, () => Effect.succeed(false))
  )
