/** The processing of profiles: attempts, reasons, provenance, the budget of tokens, and dead letters. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE ai_profiles
    ADD COLUMN attempts integer NOT NULL DEFAULT 0,
    ADD COLUMN reason text,
    ADD COLUMN provider text,
    ADD COLUMN model text,
    ADD COLUMN input_hash text,
    ADD COLUMN completed_at timestamptz(3),
    ADD COLUMN version integer NOT NULL DEFAULT 1`,
  // Tokens that an organization's extractions used on a day (UTC).
  `CREATE TABLE extraction_usage (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    day date NOT NULL,
    tokens bigint NOT NULL,
    PRIMARY KEY (organization_id, day)
  )`,
  // Dead letters are few among all the work that is done.
  `CREATE INDEX queue_failed ON queue (created_at) WHERE state = 'failed'`,
  // Profiles that were requested before there was a queue.
  `INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
    SELECT p.id::text, 'profiles',
      json_build_object('organization_id', p.organization_id, 'profile_id', p.id, 'request_id', 'migration')::text,
      'pending', 0, now(), now(), now()
    FROM ai_profiles p WHERE p.status = 'pending'
    ON CONFLICT (id, queue_name) DO NOTHING`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
