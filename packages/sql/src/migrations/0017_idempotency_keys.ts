/** Answers that are kept for the idempotency keys of their requests (decision 0037). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // 28 bytes of each body belong to its encryption.
  `CREATE TABLE idempotency_keys (
    organization_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    key text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 255),
    fingerprint bytea NOT NULL,
    status smallint NOT NULL,
    content_type text NOT NULL,
    body bytea NOT NULL CHECK (octet_length(body) <= 4194304 + 28),
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, api_key_id, key),
    FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX idempotency_keys_oldest ON idempotency_keys (created_at, organization_id)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
