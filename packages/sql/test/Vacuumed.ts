/** Tables in the state after autovacuum. */
import { expect } from "bun:test"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Vacuums a table until nearly all pages are marked as visible to all sessions: only then does PostgreSQL use
 * index-only scans. A snapshot of another session, such as autovacuum's, delays this until it ends.
 */
export const vacuumed = (table: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      Effect.andThen(
        sql`VACUUM ANALYZE ${sql(table)}`,
        sql<{ readonly visible: number }>`
      SELECT relallvisible::float8 / relpages AS visible FROM pg_class WHERE oid = ${table}::regclass
    `
      )
  ).pipe(
    Effect.map(([row]) => row!.visible),
    Effect.repeat({ until: (visible) => visible > 0.9, schedule: Schedule.spaced("100 millis"), times: 100 }),
    Effect.tap((visible) => Effect.sync(() => expect(visible).toBeGreaterThan(0.9)))
  )
