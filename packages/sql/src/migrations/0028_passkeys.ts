/** Passkeys of members, and the challenges that their devices sign (decision 0053). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // A device's name of a key pair has at most 1,023 bytes (WebAuthn, section 4), as base64url 1,364.
  `CREATE TABLE passkeys (
    organization_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL CHECK (octet_length(credential_id) <= 1364),
    public_key text NOT NULL CHECK (octet_length(public_key) <= 8192),
    counter bigint NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    PRIMARY KEY (organization_id, user_id, id),
    CONSTRAINT passkeys_credential UNIQUE (organization_id, credential_id),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  )`,
  // Of a challenge only the SHA-256 is stored, with its purpose. Who signs in has no organization yet.
  `CREATE TABLE passkey_challenges (
    hash bytea PRIMARY KEY,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
