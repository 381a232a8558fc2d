/** Statistics on deliveries, so that one that is named by its id is found by it (decision 0018). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // A webhook is of one organization. PostgreSQL takes the two columns for independent otherwise, and expects one
  // delivery where a webhook has thousands: any index would seem as good as the primary key.
  yield* sql.unsafe(`CREATE STATISTICS webhook_deliveries_owner (dependencies)
    ON organization_id, endpoint_id FROM webhook_deliveries`)
  yield* sql.unsafe("ANALYZE webhook_deliveries")
})
