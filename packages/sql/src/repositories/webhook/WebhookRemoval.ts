/** Deletes the rest of a removed webhook: its deliveries, its queued work, and finally its row. */
import type { OrganizationId, WebhookId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { chains, fanOut, receivers, resumption } from "../../queue/WebhookWork.ts"

/** Rows that one statement deletes, so that it holds its connection and locks for about 100 ms at most. */
const portion = 2000

const repeated = (statement: Statement.Statement<object>): Effect.Effect<void, SqlError.SqlError> =>
  Effect.repeat(Effect.map(statement, (rows) => rows.length), { until: (deleted) => deleted < portion }).pipe(
    Effect.asVoid
  )

/**
 * Purges a webhook that has been removed; does nothing for one that has not. Deliveries go first, because a failing
 * attempt queues work only if its delivery still exists.
 */
export const purged = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  id: WebhookId
) {
  const present = yield* sql`
    SELECT FROM webhook_endpoints WHERE organization_id = ${organization} AND id = ${id} AND removed_at IS NULL
  `
  if (present.length > 0) return
  yield* repeated(sql`
    DELETE FROM webhook_deliveries WHERE organization_id = ${organization} AND endpoint_id = ${id} AND id <= (
      SELECT id FROM (
        SELECT id FROM webhook_deliveries WHERE organization_id = ${organization} AND endpoint_id = ${id}
        ORDER BY id LIMIT ${sql.literal(String(portion))}
      ) first ORDER BY id DESC LIMIT 1
    )
    RETURNING id
  `)
  // The queues' names are inlined, because partial indexes of these queues find the work.
  const queues = [`'${receivers.queue}'`, `'${chains.queue}', '${resumption.queue}'`]
  yield* Effect.forEach(queues, (names) =>
    repeated(sql`
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue
      WHERE queue_name IN (${sql.literal(names)})
        AND element::jsonb ->> 'endpoint_id' = ${id} AND element::jsonb ->> 'organization_id' = ${organization}
      LIMIT ${sql.literal(String(portion))}
    )
    RETURNING id
  `), { discard: true })
  yield* sql`
    DELETE FROM webhook_endpoints
    WHERE organization_id = ${organization} AND id = ${id} AND removed_at IS NOT NULL
  `
  // An organization without an enabled webhook needs no fan-out.
  yield* repeated(sql`
    DELETE FROM queue WHERE sequence IN (
      SELECT sequence FROM queue
      WHERE queue_name = ${sql.literal(`'${fanOut.queue}'`)} AND state = 'pending' AND acquired_at IS NULL
        AND element::jsonb ->> 'organization_id' = ${organization} AND NOT EXISTS (
          SELECT true FROM webhook_endpoints WHERE organization_id = ${organization} AND status = 'enabled'
        )
      LIMIT ${sql.literal(String(portion))}
    )
    RETURNING id
  `)
})
