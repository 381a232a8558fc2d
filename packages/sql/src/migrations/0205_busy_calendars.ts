/**
 * Calendars of members at other services, and what was read of them: busy times are boundaries of minutes since 1970.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE organizations ADD COLUMN calendar_failure text NOT NULL DEFAULT 'warn'`,
  `ALTER TABLE users ADD COLUMN busy_calendars_counted integer NOT NULL DEFAULT 0`,
  `CREATE TABLE busy_calendars (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    member_id uuid NOT NULL,
    kind text NOT NULL,
    host text NOT NULL,
    secret text,
    created_at timestamptz(3) NOT NULL,
    read_at timestamptz(3),
    tried_at timestamptz(3),
    due_at timestamptz(3) NOT NULL,
    failures integer NOT NULL DEFAULT 0,
    problem text,
    etag text,
    known_until timestamptz(3),
    busy jsonb NOT NULL DEFAULT '[]',
    own jsonb NOT NULL DEFAULT '[]',
    skipped_events integer NOT NULL DEFAULT 0,
    unknown_zones jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (organization_id, id),
    FOREIGN KEY (organization_id, member_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE INDEX busy_calendars_of_member ON busy_calendars (organization_id, member_id)`,
  `CREATE INDEX busy_calendars_due ON busy_calendars (organization_id, due_at)`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
