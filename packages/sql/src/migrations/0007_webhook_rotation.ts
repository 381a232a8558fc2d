/** Webhooks under load: what the queue holds of an organization, the log by status, and what is old (decision 0015). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // A fan-out takes all that waits for its organization.
  `CREATE INDEX queue_webhooks ON queue ((element::jsonb ->> 'organization_id'), visible_at)
    WHERE queue_name = 'webhooks' AND state = 'pending'`,
  `CREATE INDEX webhook_deliveries_status
    ON webhook_deliveries (organization_id, endpoint_id, status, created_at DESC, id DESC)`,
  `CREATE INDEX webhook_deliveries_old ON webhook_deliveries (organization_id, completed_at) WHERE status <> 'pending'`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
