/**
 * The events become a feed that is safe to follow, and an audit log that shows tampering: an event
 * gets a number in its organization's sequence and a hash over it and the one before
 * (decision 0013).
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // The transaction that made the event: sequencing waits until none that began earlier is under way.
  // A salt for each event keeps a hash from telling what an erased event said.
  `ALTER TABLE events
    ALTER COLUMN user_id DROP NOT NULL,
    ALTER COLUMN api_key_id DROP NOT NULL,
    ALTER COLUMN data DROP NOT NULL,
    ADD COLUMN worker text,
    ADD COLUMN transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    ADD COLUMN salt uuid DEFAULT gen_random_uuid(),
    ADD COLUMN sequence bigint,
    ADD COLUMN digest text,
    ADD COLUMN hash text,
    ADD CONSTRAINT events_sequence UNIQUE (organization_id, sequence)`,
  `CREATE INDEX events_unsealed ON events (organization_id, transaction_id, id) WHERE sequence IS NULL`,
  `CREATE INDEX events_of_subject ON events (organization_id, subject_id)`,
  // The last sequenced event of each organization.
  `CREATE TABLE event_heads (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    sequence bigint NOT NULL,
    hash text NOT NULL,
    PRIMARY KEY (organization_id)
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
