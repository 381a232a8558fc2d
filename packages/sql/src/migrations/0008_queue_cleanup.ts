/** Work that is done is removed after a week; an index finds it among what was done since (decision 0014). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe("CREATE INDEX queue_completed ON queue (updated_at) WHERE state = 'completed'")
})
