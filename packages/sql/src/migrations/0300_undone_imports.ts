/** The state in which the undoing of an import found it (decision 0110): where it is refused, the import is as it was. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`ALTER TABLE people_imports ADD COLUMN undone_from text`
)
