/** The data read from holiday calendars, stored beside their rows. Days off are pairs of minutes in local time. */
import type { CalendarTimes } from "@candor/domain/calendar/BusyCalendar"
import type { Attempt } from "@candor/domain/calendar/BusyCalendars"
import { HolidayReadings, type ReadHolidays } from "@candor/domain/calendar/HolidayCalendars"
import type { OrganizationId } from "@candor/domain/Id"
import { timestampOfMinute } from "@candor/domain/time/MinuteSets"
import { PgTypes } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"

/** Organizations, and calendars of one, that a statement takes. */
const portion = "10"

/** A condition: the calendar is due. One with a new address or file is due immediately. */
const isDue = "(h.due_at <= now() OR h.source IS DISTINCT FROM h.read_source)"

const dayMinutes = 1440

/** Minutes of local time are converted as if they were UTC. */
const lastDay = ({ busy }: CalendarTimes): string | null =>
  busy.length === 0 ? null : timestampOfMinute(busy.at(-1)! - 1).slice(0, 10)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient

  const due = sql<{ readonly organization_id: OrganizationId }>`
    SELECT DISTINCT h.organization_id FROM holiday_calendars h WHERE ${sql.literal(isDue)} LIMIT ${sql.literal(portion)}
  `.pipe(Effect.orDie, Effect.map((rows) => rows.map(({ organization_id }) => organization_id)))

  const take = (organization: OrganizationId) =>
    sql<ReadHolidays>`
      WITH due AS MATERIALIZED (
        SELECT h.id FROM holiday_calendars h WHERE h.organization_id = $organization AND ${sql.literal(isDue)}
        ORDER BY h.due_at LIMIT ${sql.literal(portion)} FOR UPDATE SKIP LOCKED
      )
      UPDATE holiday_calendars h SET due_at = now() + interval '2 minutes', read_source = h.source FROM due
      WHERE h.organization_id = $organization AND h.id = due.id
      RETURNING h.organization_id, h.id, h.url, h.file, h.source, h.failures
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const record = ({ failures, id, organization_id, source }: ReadHolidays, attempt: Attempt) => {
    const minutes = "problem" in attempt ? Math.min(15 * 2 ** Math.min(failures, 10), dayMinutes) : dayMinutes
    const found = "problem" in attempt
      ? sql`problem = ${attempt.problem}, failures = h.failures + 1`
      : attempt.times === null
      ? sql`problem = NULL, failures = 0, read_at = now()`
      : sql`problem = NULL, failures = 0, read_at = now(), busy = ${PgTypes.jsonb(attempt.times.busy)},
        last_day = ${lastDay(attempt.times)}`
    return sql`
      UPDATE holiday_calendars h SET due_at = now() + ${minutes}::integer * interval '1 minute', ${found}
      WHERE h.organization_id = ${organization_id} AND h.id = ${id} AND h.source = ${source}
    `.pipe(Effect.orDie, Effect.asVoid)
  }

  return HolidayReadings.of({ due, take, record })
})

export const layer = Layer.effect(HolidayReadings, make)
