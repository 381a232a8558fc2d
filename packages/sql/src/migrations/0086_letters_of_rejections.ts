/**
 * Mails follow from the events of each organization that has an address to send from, not of those alone that send
 * automatic mails: a letter can be chosen at a rejection. Those that sent none begin with the events from now on. The
 * table has a row for each organization.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    UPDATE mail_accounts m SET events_cursor = coalesce((SELECT max(h.sequence) FROM event_heads h WHERE h.organization_id = m.organization_id), 0)
    WHERE NOT m.is_automatic
  `
})
