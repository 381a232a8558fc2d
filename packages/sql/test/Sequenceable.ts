/**
 * Waits for other transactions. An event gets its sequence number when no transaction of its database that began before
 * its own is still running (docs/decisions/0013). This waits for transactions of all databases of the server, as a
 * batch within a transaction does.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Longer than any transaction of a test; one that is still open then is a leak. */
const maxWait = "4 minutes"

/**
 * Waits until every event of the organization can be sequenced. Does not sequence them: that is left to the code under
 * test. Dies if a transaction stays open too long.
 */
export const untilSequenceable = Effect.fn("untilSequenceable")(
  function*(organization: OrganizationId) {
    const sql = yield* SqlClient.SqlClient
    const held = Effect.flatMap(
      sql<{ readonly horizon: string }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon`,
      ([row]) =>
        sql`
      SELECT FROM events
      WHERE organization_id = ${organization} AND sequence IS NULL AND transaction_id >= ${row!.horizon}::text::xid8
      LIMIT 1
    `
    )
    yield* Effect.repeat(held, { until: (rows) => rows.length === 0, schedule: Schedule.spaced("5 millis") })
  },
  Effect.timeoutOrElse({
    duration: maxWait,
    orElse: () => Effect.die(new Error(`A transaction on the server has held back events for ${maxWait}.`))
  }),
  Effect.orDie
)
