/** Statements that are planned for the values of their parameters. */
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { planCacheMode } from "../database/PlanCacheMode.ts"

/**
 * Runs a statement whose best plan depends on its parameters. A session has one plan for all values otherwise (decision 0062). This one
 * is planned each time that it runs, in a transaction, whose other statements are not. That takes four more messages to the database.
 */
export const plannedForValues = <Row extends object>(
  sql: SqlClient.SqlClient,
  statement: Statement.Statement<Row>
): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError> => {
  const planBy = (mode: string) => sql`SELECT set_config('plan_cache_mode', ${mode}, true)`
  return sql.withTransaction(planBy("force_custom_plan").pipe(Effect.andThen(statement), Effect.tap(planBy(planCacheMode))))
}
