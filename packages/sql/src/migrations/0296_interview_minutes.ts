/** Interviews that got longer or shorter with another time kept their old length beside it. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const length = "extract(epoch FROM i.ends_at - i.starts_at)::integer / 60"

export default Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql.unsafe(`UPDATE interviews i SET minutes = ${length}, version = i.version + 1 WHERE i.starts_at IS NOT NULL AND i.minutes <> ${length}`)
)
