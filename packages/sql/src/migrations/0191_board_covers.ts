/** The cover pictures of careers boards. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const statements = [
  `ALTER TABLE boards ADD COLUMN cover jsonb, ADD COLUMN cover_text text`,
  `CREATE TABLE board_covers (
    organization_id uuid NOT NULL REFERENCES organizations (id),
    content bytea NOT NULL,
    PRIMARY KEY (organization_id)
  )`
]

export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
})
