/** Statements that are planned for the values of their parameters. */
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"

/**
 * Runs a statement whose best plan depends on its parameters. A session has one plan for all values otherwise (decision 0062). This one
 * is planned each time that it runs, in a transaction of its own, which takes three more messages to the database.
 */
export const plannedForValues = <Row extends object>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<Row>
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> =>
  sql.withTransaction(Effect.andThen(sql`SELECT set_config('plan_cache_mode', 'force_custom_plan', true)`, statement))
