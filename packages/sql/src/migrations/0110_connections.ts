/** Connections to accounts at other services by OAuth, and which one an organization's mail is sent and read with. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `CREATE TABLE connections (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    owner text NOT NULL,
    provider text NOT NULL,
    refresh_token text NOT NULL,
    access_token text NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    connected_at timestamptz(3) NOT NULL,
    failure text,
    refreshing_until timestamptz(3),
    PRIMARY KEY (organization_id, owner)
  )`,
  `ALTER TABLE mail_accounts ADD COLUMN connection jsonb`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
