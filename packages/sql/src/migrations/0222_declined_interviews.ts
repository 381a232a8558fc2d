/**
 * Who declined an interview, the proposals that were declined, and whether the next one is asked: not where a server of
 * the version before made the planned interview or the link, which said nothing of it.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE interviews ADD COLUMN declined_proposals jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE interviews ADD COLUMN declined_ids jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE planned_interviews ADD COLUMN replaces_declined boolean NOT NULL DEFAULT false`,
  `ALTER TABLE scheduling_links ADD COLUMN replaces_declined boolean NOT NULL DEFAULT false`
]

export default Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true }))
