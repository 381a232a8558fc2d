/**
 * How often an interviewer was reminded of a scorecard. The indexes find those that are due, of an organization and of
 * all.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE interviewer_times ADD COLUMN reminders integer NOT NULL DEFAULT 0`,
  `CREATE INDEX interviewer_times_due ON interviewer_times (organization_id, upper(during)) WHERE owes_scorecard AND reminders < 3`,
  `CREATE INDEX interviewer_times_due_anywhere ON interviewer_times (upper(during)) WHERE owes_scorecard AND reminders < 3`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
