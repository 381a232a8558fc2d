/**
 * Scheduling links; when members can be booked by them, null where a member has chosen nothing; and a number that grows
 * with each booking.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE users ADD COLUMN schedule jsonb, ADD COLUMN bookings integer NOT NULL DEFAULT 0`,
  `ALTER TABLE applications ADD COLUMN scheduling_links_counted integer NOT NULL DEFAULT 0,
    ADD CONSTRAINT applications_scheduling_links CHECK (scheduling_links_counted <= 50) NOT VALID`,
  `CREATE TABLE scheduling_links (
    organization_id uuid NOT NULL,
    id uuid NOT NULL,
    application_id uuid NOT NULL,
    status text NOT NULL,
    meetings jsonb NOT NULL,
    time_zone text NOT NULL,
    lead_minutes integer NOT NULL,
    horizon_days integer NOT NULL,
    grid_minutes integer NOT NULL,
    buffer_before_minutes integer NOT NULL,
    buffer_after_minutes integer NOT NULL,
    pause_minutes integer NOT NULL,
    max_changes integer NOT NULL,
    change_deadline_minutes integer NOT NULL,
    changes_counted integer NOT NULL,
    interview_ids jsonb NOT NULL,
    choices jsonb NOT NULL,
    cancel_reason text,
    proposal text,
    author_id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    version integer NOT NULL,
    PRIMARY KEY (organization_id, id),
    CONSTRAINT scheduling_links_application FOREIGN KEY (organization_id, application_id)
      REFERENCES applications (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, author_id) REFERENCES users (organization_id, id)
  )`,
  `CREATE INDEX scheduling_links_of_application ON scheduling_links (organization_id, application_id, created_at, id)`,
  `CREATE INDEX scheduling_links_newest ON scheduling_links (organization_id, created_at, id)`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
