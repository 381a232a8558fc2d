/**
 * Waiting for what else goes on on a server. An event gets its place once no transaction that began
 * before its own is under way (docs/decisions/0013), and that may be one of another database: the
 * `CREATE DATABASE` of a test in another process is enough.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** More than anything that tests do takes; a transaction that is still open then was left behind. */
const patience = "10 seconds"

/**
 * Ends when every event of the organization can have its place. It gives them none: that stays with what
 * is tested. Dies where a transaction stays open for 10 seconds.
 */
export const settled = Effect.fn("settled")(function*(organization: OrganizationId) {
  const sql = yield* SqlClient.SqlClient
  const held = sql`
    SELECT FROM events
    WHERE organization_id = ${organization} AND sequence IS NULL
      AND transaction_id >= pg_snapshot_xmin(pg_current_snapshot())
    LIMIT 1
  `
  yield* Effect.repeat(held, { until: (rows) => rows.length === 0, schedule: Schedule.spaced("5 millis") })
}, Effect.timeoutOrElse({
  duration: patience,
  orElse: () => Effect.die(new Error(`A transaction on the server has held back events for ${patience}.`))
}), Effect.orDie)
