/** Calendars of holidays, and what was read of them: minutes since 1970 of the local time, wherever a member is. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE holiday_calendars (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version integer NOT NULL,
    read_at timestamptz(3),
    problem text,
    read_url text,
    due_at timestamptz(3) NOT NULL DEFAULT now(),
    failures integer NOT NULL DEFAULT 0,
    busy jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE UNIQUE INDEX holiday_calendars_name ON holiday_calendars (organization_id, lower(name))`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
