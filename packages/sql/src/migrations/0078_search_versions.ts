/**
 * Versions of sourcing searches, as every noun has them that is changed. A server of the version before counts none.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE sourcing_searches ADD COLUMN version integer NOT NULL DEFAULT 1`
})
