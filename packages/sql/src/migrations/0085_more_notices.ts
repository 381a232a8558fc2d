/**
 * Further kinds of mails to members, which each gets until they are turned off: those that are. A server of the version
 * before knows the kinds of
 * `mail_notices` alone. And the day of the last digests.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE users ADD COLUMN muted_notices jsonb NOT NULL DEFAULT '[]'`
  yield* sql`ALTER TABLE mail_accounts ADD COLUMN digested_on date`
})
