/** Whether a database takes writes. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { refusesWrites } from "./SqlFailures.ts"

/**
 * Whether the database takes writes: not as a standby, nor with `default_transaction_read_only`. Found out by a
 * statement that changes nothing, because a session that was begun before keeps the setting, and is replaced where it
 * refuses a write.
 */
export const takesWrites = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE queue SET state = state WHERE false`)
  .pipe(
    Effect.as(true),
    Effect.catchIf(refusesWrites, () => Effect.succeed(false))
  )
