/** The counts of a key's earlier hours (decision 0008). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // The hours before `earlier_until`, the latest first. A version before this one moves `window_start` and not these
  // two.
  yield* sql.unsafe(`ALTER TABLE api_key_usage
    ADD COLUMN earlier_hours integer[] NOT NULL DEFAULT '{}' CHECK (cardinality(earlier_hours) <= 23),
    ADD COLUMN earlier_until timestamptz(3)`)
})
