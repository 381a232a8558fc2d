/** What an import reads values of columns as, and the status of the application that a row adds. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  "ALTER TABLE people_imports ADD COLUMN values jsonb NOT NULL DEFAULT '[]'",
  "ALTER TABLE import_rows ADD COLUMN application_status text"
]

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
