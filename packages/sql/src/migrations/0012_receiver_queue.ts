/** Deliveries are queued by receiver: the indexes that find a receiver's work and its due deliveries (decision 0023). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Whoever takes a receiver's work takes all of it that waits.
  `CREATE INDEX queue_receivers ON queue ((element::jsonb ->> 'endpoint_id'), visible_at)
    WHERE queue_name = 'receivers' AND state = 'pending'`,
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, endpoint_id, next_attempt_at, sequence, id)
    WHERE status = 'pending'`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
