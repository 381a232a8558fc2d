/**
 * Calendars of holidays that were uploaded as a file, and the last day of each. All are read again, as what was read of
 * them has no source; the version before keeps that as `read_url`.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE holiday_calendars ALTER COLUMN url DROP NOT NULL, ADD COLUMN file text, ADD COLUMN last_day text,
    ADD COLUMN source text GENERATED ALWAYS AS (coalesce(url, md5(file))) STORED, ADD COLUMN read_source text`,
  `UPDATE holiday_calendars SET last_day = to_char(to_timestamp(((busy ->> -1)::bigint - 1) * 60) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
