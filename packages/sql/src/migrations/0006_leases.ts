/** A process leases several requests of an hour at a time (decision 0017). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // Until `lent_until` some process may hold requests that are counted and not made yet.
  yield* sql.unsafe(`ALTER TABLE api_key_usage
    ADD COLUMN granted integer NOT NULL DEFAULT 0,
    ADD COLUMN lent_until timestamptz(3)`)
})
