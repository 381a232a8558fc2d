/** How often the candidate of a scheduling link has proposed other times. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE scheduling_links ADD COLUMN proposals_counted integer NOT NULL DEFAULT 0`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
