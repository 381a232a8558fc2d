/** Calendars of holidays that were uploaded as a file, and the last day of each. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE holiday_calendars ALTER COLUMN url DROP NOT NULL, ADD COLUMN file text, ADD COLUMN last_day text,
    ADD COLUMN source text GENERATED ALWAYS AS (coalesce(url, md5(file))) STORED`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
