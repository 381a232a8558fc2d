/** When the next digest of an organization's members is due; null where none was planned yet. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE mail_accounts ADD COLUMN digest_at timestamptz(3)`,
  // A server of the version before writes those of a day after six in UTC.
  `UPDATE mail_accounts SET digest_at = (digested_on + 1 + time '06:00') AT TIME ZONE 'UTC' WHERE digested_on IS NOT NULL`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
