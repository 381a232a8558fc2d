/**
 * Imports with ids of another system, and what undoing one compares: the versions of its candidates and the notes that
 * it made.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE people_imports ADD COLUMN system text, ADD COLUMN kept_counted integer NOT NULL DEFAULT 0`,
  // Null in rows of the version before, which count as imported.
  `ALTER TABLE import_rows ADD COLUMN is_imported boolean, ADD COLUMN candidate_version integer, ADD COLUMN note_id uuid`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
