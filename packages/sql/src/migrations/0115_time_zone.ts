/**
 * The time zone of an organization; null is UTC. The constraint bounds its length alone: names come and go with IANA's
 * data.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`ALTER TABLE organizations ADD COLUMN time_zone text CHECK (length(time_zone) <= 40)`)
