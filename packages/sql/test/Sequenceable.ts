/**
 * Waits for other transactions. An event gets its sequence number once no transaction of its database that began before
 * its own is under way (docs/decisions/0013). This waits for those of all databases of the server, as a batch within a
 * transaction does.
 */
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/** Longer than any transaction of a test; one that is still open then was left behind. */
const maxWait = "4 minutes"

/**
 * Waits until every event of the organization can be sequenced. It sequences none: that stays with what is tested. Dies
 * where a transaction stays open for 10 seconds.
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
