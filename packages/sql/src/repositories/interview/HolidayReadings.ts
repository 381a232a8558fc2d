/** What was read of calendars of holidays, beside their rows: days off are boundaries of minutes of the local time. */
import type { Attempt } from "@candor/domain/scheduling/BusyCalendars"
import { HolidayReadings, type ReadHolidays } from "@candor/domain/scheduling/HolidayCalendars"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** The calendars that one statement takes. */
const portion = "10"

const dayMinutes = 1440

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  // One whose address was changed is read at once.
  const take = sql<ReadHolidays>`
    WITH due AS MATERIALIZED (
      SELECT h.organization_id, h.id FROM holiday_calendars h WHERE h.due_at <= now() OR h.url IS DISTINCT FROM h.read_url
      ORDER BY h.due_at LIMIT ${sql.literal(portion)} FOR UPDATE SKIP LOCKED
    )
    UPDATE holiday_calendars h SET due_at = now() + interval '2 minutes', read_url = h.url FROM due
    WHERE h.organization_id = due.organization_id AND h.id = due.id
    RETURNING h.organization_id, h.id, h.url, h.failures
  `.pipe(Effect.orDie)

  const record = ({ failures, id, organization_id, url }: ReadHolidays, attempt: Attempt) => {
    const minutes = "problem" in attempt ? Math.min(15 * 2 ** Math.min(failures, 10), dayMinutes) : dayMinutes
    const found = "problem" in attempt
      ? sql`problem = ${attempt.problem}, failures = h.failures + 1`
      : attempt.times === null
      ? sql`problem = NULL, failures = 0, read_at = now()`
      : sql`problem = NULL, failures = 0, read_at = now(), busy = ${PgTypes.jsonb(attempt.times.busy)}`
    return sql`
      UPDATE holiday_calendars h SET due_at = now() + ${minutes}::integer * interval '1 minute', ${found}
      WHERE h.organization_id = ${organization_id} AND h.id = ${id} AND h.url = ${url}
    `.pipe(Effect.orDie, Effect.asVoid)
  }

  return HolidayReadings.of({ take, record })
})

export const layer = Layer.effect(HolidayReadings, make)
