/** When a candidate proposed other times by a scheduling link, and when that was answered. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.andThen(
  sql.unsafe(`ALTER TABLE scheduling_links ADD COLUMN proposed_at timestamptz(3), ADD COLUMN answered_at timestamptz(3)`),
  sql.unsafe(`UPDATE scheduling_links SET proposed_at = updated_at WHERE proposal IS NOT NULL`)
))
