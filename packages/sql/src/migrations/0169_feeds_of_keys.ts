/**
 * The API key by which a member's calendar feed was made, with which it ends; null where a session made it, or nobody
 * knows.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => sql`ALTER TABLE users ADD COLUMN calendar_key_id uuid`)
