/**
 * Which account a connection is to: the grant of a replaced one is revoked unless it is the same account's, and both
 * end with one.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE connections ADD COLUMN account text`,
  `UPDATE connections c SET account = m.connection ->> 'account' FROM mail_accounts m WHERE m.organization_id = c.organization_id`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
