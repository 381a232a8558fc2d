/** Roles and statuses of members, and rotated keys (decision 0035). */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  // Compared and set by each change of the organization's members and keys that depends on others of them.
  `ALTER TABLE organizations ADD COLUMN access_version integer NOT NULL DEFAULT 0`,
  // Nothing bounded the scopes of a member's keys before there were roles.
  `ALTER TABLE users
    ADD COLUMN role text NOT NULL DEFAULT 'admin' CONSTRAINT users_role CHECK (role IN ('read', 'write', 'admin')),
    ADD COLUMN status text NOT NULL DEFAULT 'active' CONSTRAINT users_status CHECK (status IN ('active', 'deactivated'))`,
  `ALTER TABLE api_keys ADD COLUMN replaced_by uuid,
    ADD CONSTRAINT api_keys_replaced_by FOREIGN KEY (organization_id, replaced_by) REFERENCES api_keys (organization_id, id)`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
