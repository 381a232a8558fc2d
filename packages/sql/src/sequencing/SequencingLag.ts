/** Reports how far sequencing is behind, since when, and which transactions hold it up: as a metric and in the log. */
import { Clock, Duration, Effect, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { isDistributed } from "../database/Distribution.ts"
import { firstOrganization } from "./WaitingEvents.ts"

const lagSeconds = Metric.gauge("candor_sequencing_lag_seconds", {
  description: "Age of the oldest event that waits for its sequence number; 0 where none waits"
})

/** The shortest lag that is logged. */
const notable = Duration.seconds(10)

/** A continuing lag is logged once per interval. */
const logInterval = Duration.minutes(1)

/** The most organizations that are examined. */
const maxOrganizations = 1000

interface Lag {
  /** The age of the oldest waiting event in seconds; null if none waits. */
  readonly seconds: number | null
  readonly since: string | null
  /** Organizations with waiting events, up to `maxOrganizations`. */
  readonly organizations: number
}

/** Measures the lag on a distributed database, where looking up one organization after another is not possible. */
const measureAll = (sql: SqlClient.SqlClient) =>
  sql<Lag>`
    SELECT greatest(0, extract(epoch FROM now() - min(e.occurred_at)))::float8 AS seconds, min(e.occurred_at) AS since,
      count(DISTINCT e.organization_id) AS organizations
    FROM events e WHERE e.sequence IS NULL`

/** Measures the lag. Its cost, like that of a batch, does not depend on the number of organizations. */
const measure = (sql: SqlClient.SqlClient) =>
  sql<Lag>`
    WITH RECURSIVE listed AS (
      SELECT 0 AS n, ${firstOrganization}::uuid AS organization_id
      UNION ALL
      SELECT listed.n + 1, (
        SELECT organization_id FROM events
        WHERE sequence IS NULL AND organization_id > listed.organization_id ORDER BY organization_id LIMIT 1
      )
      FROM listed WHERE listed.n < ${maxOrganizations} AND listed.organization_id IS NOT NULL
    )
    SELECT greatest(0, extract(epoch FROM now() - min(first.occurred_at)))::float8 AS seconds,
      min(first.occurred_at) AS since, count(*) AS organizations
    FROM listed CROSS JOIN LATERAL (
      SELECT e.occurred_at FROM events e WHERE e.organization_id = listed.organization_id AND e.sequence IS NULL
      ORDER BY e.transaction_id, e.id LIMIT 1
    ) first
  `

/** Describes the oldest transactions of this database that have written something, or may do so. */
const oldestTransactions = (sql: SqlClient.SqlClient) =>
  sql<{ readonly description: string }>`
    SELECT description FROM (
      SELECT age(backend_xid) AS age, concat('pid ', pid, ' of database ', datname, ' (',
        concat_ws(', ', nullif(application_name, ''), state, 'open for '
          || round(extract(epoch FROM clock_timestamp() - xact_start)) || ' s'), ')') AS description
      FROM pg_stat_activity
      WHERE backend_xid IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()
      UNION ALL
      SELECT age(transaction), concat('prepared transaction ', gid, ' of database ', database)
      FROM pg_prepared_xacts WHERE database = current_database()
    ) writer
    ORDER BY age DESC LIMIT 3
  `

/** Makes the function that reports the lag. `eventsWait` is false if there can be none. */
export const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  let logged: number | undefined

  const log = Effect.fnUntraced(function*(lag: Lag) {
    const now = yield* Clock.currentTimeMillis
    if (logged !== undefined && now - logged < Duration.toMillis(logInterval)) return
    logged = now
    const holders = yield* oldestTransactions(sql)
    yield* Effect.logWarning("Events wait for their sequence numbers", {
      lag_seconds: lag.seconds,
      since: lag.since,
      organizations: lag.organizations,
      held_up_by: holders.length === 0
        ? "no transaction of this database"
        : holders.map(({ description }) => description).join("; ")
    })
  })

  return Effect.fnUntraced(function*(eventsWait: boolean) {
    const [lag] = eventsWait ? yield* (isDistributed(sql) ? measureAll : measure)(sql) : []
    const seconds = lag?.seconds ?? 0
    yield* Metric.update(lagSeconds, seconds)
    if (lag !== undefined && seconds >= Duration.toSeconds(notable)) yield* log(lag)
    else if (seconds === 0 && logged !== undefined) {
      logged = undefined
      yield* Effect.logInfo("No event waits for its sequence number any more")
    }
  })
})
