/** Whom a note mentions, who of them has not seen it, and who sees a note. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`ALTER TABLE notes
    ADD COLUMN visibility text NOT NULL DEFAULT 'everyone',
    ADD COLUMN mentioned_member_ids uuid[] NOT NULL DEFAULT '{}',
    ADD COLUMN unseen_by uuid[] NOT NULL DEFAULT '{}'`)
