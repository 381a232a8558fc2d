/**
 * Mails follow from the events behind another cursor. A worker of the version before does not know that a letter can be
 * chosen at a rejection, and would send that of the account: by its cursor it has read all events. A server of that
 * version may set it again, for an account to which it gives a sender: of those the new one is null until mails are
 * made.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Behind all events: `Number.MAX_SAFE_INTEGER`. */
const read = "9007199254740991"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE mail_accounts ADD COLUMN mails_cursor bigint`
  yield* sql`
    UPDATE mail_accounts m SET mails_cursor = CASE WHEN m.sender_email IS NOT NULL THEN m.events_cursor END, events_cursor = ${sql.literal(read)}
    WHERE m.events_cursor < ${sql.literal(read)}
  `
})
