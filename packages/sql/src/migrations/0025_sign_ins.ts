/** What members sign in with, and their sessions (decision 0053). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE api_keys ADD COLUMN is_session boolean NOT NULL DEFAULT false`,
  // Of a link only the SHA-256 is stored. The version is compared and set by each change.
  `CREATE TABLE sign_ins (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    version integer NOT NULL,
    password_hash text CHECK (octet_length(password_hash) <= 255),
    link_hash bytea,
    link_expires_at timestamptz(3),
    PRIMARY KEY (organization_id, user_id),
    CONSTRAINT sign_ins_link UNIQUE (organization_id, link_hash),
    CONSTRAINT sign_ins_link_expires CHECK ((link_hash IS NULL) = (link_expires_at IS NULL)),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
