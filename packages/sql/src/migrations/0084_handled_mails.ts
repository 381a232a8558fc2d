/**
 * Mails that members marked as done. Those that came in before are: their answers may have been written elsewhere. A
 * server of the version before marks none.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // A default that is the same for all rows is stored once: no row is written.
  yield* sql`ALTER TABLE messages ADD COLUMN handled_at timestamptz(3) DEFAULT now()`
  yield* sql`ALTER TABLE messages ALTER COLUMN handled_at DROP DEFAULT`
  yield* sql`
    UPDATE messages SET handled_at = NULL
    WHERE status IN ('failed', 'bounced') AND purpose <> 'notice' AND created_at > now() - interval '30 days'`
})
