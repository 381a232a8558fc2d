/** Webhooks and what is delivered to them (decision 0015). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Deliveries have been made of the events up to `cursor`; while it is null, the webhook begins
  // where the event of its creation, or of its being enabled, is in the order.
  `CREATE TABLE webhook_endpoints (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    id uuid NOT NULL,
    url text NOT NULL,
    description text,
    event_types text[] NOT NULL,
    status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
    disabled_reason text,
    secret text NOT NULL,
    previous_secret text,
    previous_secret_expires_at timestamptz(3),
    cursor bigint,
    failing_since timestamptz(3),
    version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, id)
  )`,
  `CREATE INDEX webhook_endpoints_newest ON webhook_endpoints (organization_id, created_at DESC, id DESC)`,
  // What is sent is not kept here: it is the event, so that erasing the event erases it everywhere.
  `CREATE TABLE webhook_deliveries (
    organization_id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('event', 'replay', 'test')),
    message_id uuid NOT NULL,
    event_id uuid,
    event_type text NOT NULL,
    sequence bigint NOT NULL,
    subject_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    attempts integer NOT NULL,
    next_attempt_at timestamptz(3),
    claimed_until timestamptz(3),
    first_failed_at timestamptz(3),
    last_status integer,
    last_error text,
    last_response text,
    created_at timestamptz(3) NOT NULL,
    completed_at timestamptz(3),
    PRIMARY KEY (organization_id, endpoint_id, id),
    FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints (organization_id, id) ON DELETE CASCADE,
    FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id) ON DELETE CASCADE,
    CONSTRAINT pending_is_due CHECK ((status = 'pending') = (next_attempt_at IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (organization_id, endpoint_id, event_id)
    WHERE kind = 'event'`,
  `CREATE INDEX webhook_deliveries_chain ON webhook_deliveries (organization_id, endpoint_id, subject_id, sequence, id)
    WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_newest
    ON webhook_deliveries (organization_id, endpoint_id, created_at DESC, id DESC)`,
  `CREATE INDEX webhook_deliveries_event ON webhook_deliveries (organization_id, event_id)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
