/** Replies of candidates that members forward. A server of the version before writes mails without one. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE messages ADD COLUMN forwarded jsonb`
})
