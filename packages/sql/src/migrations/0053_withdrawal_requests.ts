/** When a person asked to withdraw an application that did not come by their submission alone. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE submissions ADD COLUMN withdrawal_requested_at timestamptz(3)`
})
