/** Identities of members at identity providers, by which they sign in to the console (decision 0053). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE identities (
    organization_id uuid NOT NULL,
    issuer text NOT NULL CHECK (octet_length(issuer) <= 500),
    subject text NOT NULL CHECK (octet_length(subject) <= 500),
    user_id uuid NOT NULL,
    linked_at timestamptz(3) NOT NULL,
    PRIMARY KEY (organization_id, issuer, subject),
    FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id) ON DELETE CASCADE
  )`,
  // Who comes back from the provider has named no organization.
  `CREATE INDEX identities_by_subject ON identities (issuer, subject)`,
  `CREATE INDEX identities_by_user ON identities (organization_id, user_id)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
